import type { PlaceTexts } from '../schemas.ts'

/** Regions of Russia that people travel to most, by the last part of their ISO 3166-2 code. */
export const regionTexts: PlaceTexts = {
  mow: {
    networks:
      'MTS, MegaFon, Beeline and T2 (Tele2): 4G everywhere, in the underground too; 5G in single places.',
    install:
      'On Wi-Fi, before you arrive. The plan has a phone number, and the operator asks for a passport before it starts.',
    mind: 'Airports and the centre limit mobile internet on some days; keep the address of your hotel offline.',
  },
  spe: {
    networks:
      'MTS, MegaFon, Beeline and T2 (Tele2): 4G in the city, the suburbs and the underground.',
    install: 'On Wi-Fi, before you arrive; have a passport at hand for the operator.',
    mind: 'The plan works in the city and in the region named on its page. On the way to Vyborg the phone may catch a Finnish network: choose yours by hand.',
  },
  kda: {
    networks:
      'MTS, MegaFon, Beeline and T2 (Tele2). Sochi, Krasnodar and Krasnaya Polyana have 4G; the mountain paths above do not.',
    install: 'On Wi-Fi, before you arrive; have a passport at hand for the operator.',
    mind: 'In summer the networks on the coast are crowded in the evening. On some days mobile internet is limited in the whole region: know where the nearest Wi-Fi is.',
  },
  ta: {
    networks:
      'MTS, MegaFon, Beeline, T2 (Tele2) and the regional Letai. Kazan and the towns along the Kama have 4G.',
    install: 'On Wi-Fi, before you arrive; have a passport at hand for the operator.',
    mind: 'The plan is for Tatarstan. For a trip along the Volga take one for the whole country.',
  },
  sve: {
    networks:
      'MTS, MegaFon, Beeline, T2 (Tele2) and the regional Motiv. Yekaterinburg and Nizhny Tagil have 4G; the forests of the north have it in the towns only.',
    install: 'On Wi-Fi, before you arrive; have a passport at hand for the operator.',
    mind: 'Between towns the network drops on side roads and in trains: save the map and the tickets.',
  },
}
