import type { PlaceTexts } from '../schemas.ts'

/** The twenty most popular countries, by ISO 3166-1 code. */
export const countryTexts: PlaceTexts = {
  tr: {
    networks:
      'Turkcell, Vodafone and Türk Telekom. On the coast and in the cities all three are about equal; in the mountains of the east Turkcell reaches furthest.',
    install:
      'Before departure, without fail. Since 2025 the sites of many eSIM sellers do not open from Türkiye, and the download of a profile may fail there.',
    mind: 'Plans for Europe mostly leave Türkiye out: look for it in the list. On the Aegean coast a phone may catch a Greek network.',
  },
  th: {
    networks:
      'AIS, TrueMove H and dtac; True and dtac are one company now and share masts. 5G in the cities and resorts, 4G elsewhere.',
    install:
      'At home. Wi-Fi at the airports of Bangkok and Phuket asks you to register, and the queue for it is long.',
    mind: 'On small islands and on ferries the network is weak or absent; save the map and the tickets beforehand.',
  },
  ae: {
    networks: 'Etisalat (e&) and du, both with 5G in Dubai and Abu Dhabi and 4G along the roads.',
    install: 'At home: on arrival it is one switch, with no search for Wi-Fi.',
    mind: 'Calls in WhatsApp, FaceTime and Telegram are restricted in the country. Messages and pictures pass. Do not count on calls.',
  },
  us: {
    networks:
      'T-Mobile, AT&T and Verizon. In cities the choice matters little; far from them it does, so look at the line ‘Networks’ on the plan’s page.',
    install: 'Before departure. Immigration queues are a poor place to type codes.',
    mind: 'In national parks and deserts there may be no network for hours: save the map. Canada and Mexico are not included unless the list names them.',
  },
  eg: {
    networks:
      'Vodafone, Orange, Etisalat and WE. Resorts on the Red Sea and the Nile valley have 4G; the desert between them mostly has nothing.',
    install: 'At home. Hotel Wi-Fi at the resorts is often paid or slow.',
    mind: 'Calls in messengers are often blocked. On boats and dives there is no network a few kilometres off the shore.',
  },
  it: {
    networks: 'TIM, Vodafone, WINDTRE and Iliad. 5G in the cities, 4G in most villages.',
    install: 'A day before departure, on Wi-Fi.',
    mind: 'Trains lose the network in tunnels, of which there are many. Near the border in the Alps the phone may catch Swiss or French networks; with a plan for Italy alone the internet pauses there.',
  },
  es: {
    networks:
      'Movistar, Orange, Vodafone and Yoigo. Good along the coasts and in the cities, thin in the hills inland.',
    install: 'A day before departure, on Wi-Fi.',
    mind: 'The Balearic and the Canary Islands belong to Spain and are covered. Andorra and Gibraltar are places of their own: look for them in the list.',
  },
  fr: {
    networks: 'Orange, SFR, Bouygues and Free. Orange reaches furthest in the Alps and in Corsica.',
    install: 'A day before departure, on Wi-Fi.',
    mind: 'Réunion, Guadeloupe, Martinique and Monaco are listed apart from France. Near Geneva and Basel the phone may catch a Swiss network.',
  },
  de: {
    networks:
      'Telekom, Vodafone and O2. Telekom reaches furthest in the country, O2 is strong in the cities.',
    install: 'A day before departure, on Wi-Fi.',
    mind: 'Between cities, on trains above all, there are gaps; long-distance trains have Wi-Fi of their own. Save the ticket as a file.',
  },
  gb: {
    networks: 'EE, Vodafone, O2 and Three. EE reaches furthest in Scotland and Wales.',
    install: 'A day before departure, on Wi-Fi.',
    mind: 'Not every plan for Europe includes the United Kingdom: look for it in the list. In Northern Ireland the phone may catch an Irish network. Jersey, Guernsey and the Isle of Man are listed apart.',
  },
  jp: {
    networks:
      'NTT docomo, au, SoftBank and Rakuten Mobile. Even long tunnels of the Shinkansen have a network; mountain huts do not.',
    install: 'At home. The eSIM then works from the gate, before the queue for the train.',
    mind: 'Some restaurants and lockers ask for a Japanese number, which a data plan does not have; book through the hotel.',
  },
  kr: {
    networks: 'SK Telecom, KT and LG U+, with 5G almost everywhere people live.',
    install:
      'At home; the Wi-Fi at Incheon is good, but one thing less to do after a night flight.',
    mind: 'Google Maps has long lacked walking and driving directions here: install Naver Map or KakaoMap as well.',
  },
  cn: {
    networks:
      'China Mobile, China Unicom and China Telecom; 5G in the cities, 4G along the railways.',
    install:
      'Only before departure. Inside the country our site and the download of the profile may not open.',
    mind: 'Google, WhatsApp and Instagram are closed on local networks. On travel plans they often open, since the internet goes through another country, but the operator does not promise it. Hong Kong and Macao are listed apart.',
  },
  vn: {
    networks:
      'Viettel, Vinaphone, MobiFone and Vietnamobile. Viettel reaches furthest, also in the mountains of the north.',
    install: 'At home. On the spot the QR code would have to be scanned over hotel Wi-Fi.',
    mind: 'Taxi and delivery apps send their code to a phone number: register with your own number before you leave.',
  },
  id: {
    networks:
      'Telkomsel, Indosat, XL and 3. In Bali all are good; on smaller islands Telkomsel is often the only one.',
    install:
      'At home. A phone not registered on entry may be cut off with a local SIM; a travel plan is roaming and is not concerned.',
    mind: 'Boats between islands have no network; in the hills of Ubud it comes and goes.',
  },
  ge: {
    networks:
      'Magti, Silknet (once Geocell) and Cellfie (once Beeline). Magti reaches furthest in Svaneti and Tusheti.',
    install: 'Before departure, on Wi-Fi.',
    mind: 'Plans for Europe mostly leave Georgia out. In the high mountains there is no network beyond the villages: save the map.',
  },
  am: {
    networks:
      'Viva, Ucom and Team (once Beeline). Yerevan and the roads to Sevan and Dilijan have 4G.',
    install: 'Before departure, on Wi-Fi.',
    mind: 'In the gorges of the south the network drops between villages. Near the border the phone may look for foreign networks; choose yours by hand.',
  },
  kz: {
    networks:
      'Kcell, Beeline, Tele2 and Altel. Almaty and Astana have 5G in places, other towns 4G.',
    install: 'Before departure, on Wi-Fi.',
    mind: 'On the roads across the steppe there is no network for an hour at a time: save the map and fill the tank. Near the northern border the phone may catch a Russian network.',
  },
  rs: {
    networks:
      'mts, Yettel and A1, much alike in Belgrade and Novi Sad; in the hills of the south mts reaches furthest.',
    install: 'Before departure, on Wi-Fi.',
    mind: 'Serbia is not in the European Union, and some plans for Europe leave it out: look for it in the list. On the way to Montenegro or Bosnia the plan ends at the border unless they are listed.',
  },
  gr: {
    networks: 'Cosmote, Vodafone and NOVA. Cosmote reaches furthest on the islands.',
    install: 'A day before departure, on Wi-Fi.',
    mind: 'On ferries the phone may join the ship’s own network, which no plan covers: switch flight mode on at sea. On Kos, Rhodes and Chios it may catch a Turkish one.',
  },
}
