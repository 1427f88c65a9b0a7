import type { PlaceTextsContent } from '../schemas.ts'

export const countryTexts: PlaceTextsContent = {
  tr: {
    networks:
      'Turkcell, Vodafone and Türk Telekom. All three are about equal on the coast and in the cities. Turkcell has the widest coverage in the eastern mountains.',
    install: 'Before you fly. Many eSIM sites don’t open in Türkiye.',
    mind: 'Most plans for Europe don’t include Türkiye, so check the list. On the Aegean coast, your phone may pick up a Greek network.',
  },
  th: {
    networks:
      'AIS, TrueMove H and dtac. True and dtac are now one company and share masts. Cities and resorts have 5G, other places 4G.',
    install:
      'At home. The airport Wi‑Fi in Bangkok and Phuket asks you to register, and the queue is long.',
    mind: 'Coverage is weak or missing on small islands and ferries. Save your map and tickets in advance.',
  },
  ae: {
    networks: 'Etisalat (e&) and du. Both have 5G in Dubai and Abu Dhabi, and 4G along the roads.',
    install: 'At home. When you arrive, you just turn the eSIM on, with no need to find Wi‑Fi.',
    mind: 'The country restricts calls in WhatsApp, FaceTime and Telegram, so don’t count on them. Messages and pictures still get through.',
  },
  us: {
    networks:
      'T-Mobile, AT&T and Verizon. All three work well in cities. Coverage differs further out, so check the operator on the plan’s page.',
    install: 'Before departure. An immigration queue is a bad place to enter codes.',
    mind: 'National parks and deserts may have no coverage for hours, so save your map. Canada and Mexico aren’t included unless the plan lists them.',
  },
  eg: {
    networks:
      'Vodafone, Orange, Etisalat and WE. Red Sea resorts and the Nile valley have 4G. The desert between them has almost no coverage.',
    install: 'At home. Hotel Wi‑Fi at the resorts is often slow or costs extra.',
    mind: 'Calls in messaging apps are often blocked. On boat and diving trips, you lose the network a few kilometres from shore.',
  },
  it: {
    networks: 'TIM, Vodafone, WINDTRE and Iliad. Cities have 5G, and most villages have 4G.',
    install: 'A day before departure, on Wi‑Fi.',
    mind: 'Trains lose the network in tunnels, and there are many. Near the Alpine border, your phone may pick up a Swiss or French network. A plan for Italy alone won’t connect to it.',
  },
  es: {
    networks:
      'Movistar, Orange, Vodafone and Yoigo. Coverage is good in cities and along the coast, and weaker in the hills inland.',
    install: 'A day before departure, on Wi‑Fi.',
    mind: 'Plans for Spain cover the Balearic and Canary Islands. Andorra and Gibraltar are separate places, so check the list.',
  },
  fr: {
    networks:
      'Orange, SFR, Bouygues and Free. Orange has the widest coverage in the Alps and Corsica.',
    install: 'A day before departure, on Wi‑Fi.',
    mind: 'Réunion, Guadeloupe, Martinique and Monaco are listed separately from France. Near Geneva and Basel, your phone may pick up a Swiss network.',
  },
  de: {
    networks:
      'Telekom, Vodafone and O2. Telekom has the widest coverage in the countryside. O2 is strong in cities.',
    install: 'A day before departure, on Wi‑Fi.',
    mind: 'Expect gaps between cities, mostly on trains. Long-distance trains have their own Wi‑Fi. Save your ticket as a file.',
  },
  gb: {
    networks: 'EE, Vodafone, O2 and Three. EE has the widest coverage in Scotland and Wales.',
    install: 'A day before departure, on Wi‑Fi.',
    mind: 'Some plans for Europe don’t include the United Kingdom, so check the list. In Northern Ireland, your phone may pick up an Irish network. Jersey, Guernsey and the Isle of Man are listed separately.',
  },
  jp: {
    networks:
      'NTT docomo, au, SoftBank and Rakuten Mobile. You’re connected even in the long Shinkansen tunnels, but not in mountain huts.',
    install: 'At home. You’ll be online at the gate, before you queue for the train.',
    mind: 'Some restaurants and lockers ask for a Japanese number, which a data plan doesn’t have. Ask your hotel to book for you.',
  },
  kr: {
    networks: 'SK Telecom, KT and LG U+, with 5G almost everywhere people live.',
    install:
      'At home. The Wi‑Fi at Incheon is good, but it’s one less thing to do after a night flight.',
    mind: 'Google Maps has long lacked walking and driving directions here, so install Naver Map or KakaoMap as well.',
  },
  cn: {
    networks: 'China Mobile, China Unicom and China Telecom. Cities have 5G, and railways have 4G.',
    install:
      'Only before departure. Our site may not open in China, and the eSIM download may fail.',
    mind: 'Local networks block Google, WhatsApp, Telegram and Instagram. They often open on travel plans, because the internet goes through another country, but the operator doesn’t promise it. Hong Kong and Macao are listed separately.',
  },
  vn: {
    networks:
      'Viettel, Vinaphone, MobiFone and Vietnamobile. Viettel has the widest coverage, including the northern mountains.',
    install: 'At home. Otherwise you’ll need hotel Wi‑Fi to install it.',
    mind: 'Taxi and delivery apps send a code to your phone number. Register with your own number before you leave.',
  },
  id: {
    networks:
      'Telkomsel, Indosat, XL and 3. All of them are good in Bali. On smaller islands, Telkomsel is often the only one.',
    install:
      'At home. Indonesia may cut off a phone with a local SIM if you don’t register it on entry. A travel plan uses roaming, so this doesn’t affect it.',
    mind: 'Boats between islands have no coverage. In the hills of Ubud, the signal comes and goes.',
  },
  ge: {
    networks:
      'Magti, Silknet (formerly Geocell) and Cellfie (formerly Beeline). Magti has the widest coverage in Svaneti and Tusheti.',
    install: 'Before departure, on Wi‑Fi.',
    mind: 'Most plans for Europe don’t include Georgia. In the high mountains, there’s no coverage outside villages, so save your map.',
  },
  am: {
    networks:
      'Viva, Ucom and Team (formerly Beeline). Yerevan and the roads to Sevan and Dilijan have 4G.',
    install: 'Before departure, on Wi‑Fi.',
    mind: 'In the southern gorges, you lose the network between villages. Near the border, your phone may try foreign networks. Choose yours manually.',
  },
  kz: {
    networks:
      'Kcell, Beeline, Tele2 and Altel. Almaty and Astana have some 5G. Other towns have 4G.',
    install: 'Before departure, on Wi‑Fi.',
    mind: 'On roads across the steppe, you may have no coverage for an hour at a time. Save your map and fill the tank. Near the northern border, your phone may pick up a Russian network.',
  },
  rs: {
    networks:
      'mts, Yettel and A1. They’re similar in Belgrade and Novi Sad. In the southern hills, mts has the widest coverage.',
    install: 'Before departure, on Wi‑Fi.',
    mind: 'Serbia isn’t in the European Union, and some plans for Europe don’t include it. Check the list. On the way to Montenegro or Bosnia, the plan stops at the border unless it lists them.',
  },
  gr: {
    networks: 'Cosmote, Vodafone and NOVA. Cosmote has the widest coverage on the islands.',
    install: 'A day before departure, on Wi‑Fi.',
    mind: 'On ferries, your phone may join the ship’s own network, which no plan covers. Turn on flight mode at sea. On Kos, Rhodes and Chios, it may also pick up a Turkish network.',
  },
}
