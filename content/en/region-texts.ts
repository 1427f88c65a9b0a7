import type { PlaceTextsContent } from '../schemas.ts'

export const regionTexts: PlaceTextsContent = {
  mow: {
    networks:
      'MTS, MegaFon, Beeline and T2 (Tele2). You get 4G everywhere, including the underground, and 5G in a few places.',
    install:
      'On Wi‑Fi, before you arrive. The plan has a phone number, and the operator asks for your passport before it starts.',
    mind: 'On some days, mobile data is limited at airports and in the centre. Save your hotel’s address offline.',
  },
  spe: {
    networks:
      'MTS, MegaFon, Beeline and T2 (Tele2), with 4G in the city, the suburbs and the underground.',
    install: 'On Wi‑Fi, before you arrive. Have your passport ready for the operator.',
    mind: 'The plan works only in the region named on its page. On the way to Vyborg, your phone may pick up a Finnish network. Choose yours manually.',
  },
  kda: {
    networks:
      'MTS, MegaFon, Beeline and T2 (Tele2). Sochi, Krasnodar and Krasnaya Polyana have 4G. The mountain trails above them don’t.',
    install: 'On Wi‑Fi, before you arrive. Have your passport ready for the operator.',
    mind: 'Networks on the coast are busy on summer evenings. On some days, mobile data is limited across the whole region, so know where the nearest Wi‑Fi is.',
  },
  ta: {
    networks:
      'MTS, MegaFon, Beeline, T2 (Tele2) and the regional Letai. Kazan and the towns along the Kama have 4G.',
    install: 'On Wi‑Fi, before you arrive. Have your passport ready for the operator.',
    mind: 'The plan is for Tatarstan only. For a trip along the Volga, choose a plan for the whole country.',
  },
  sve: {
    networks:
      'MTS, MegaFon, Beeline, T2 (Tele2) and the regional Motiv. Yekaterinburg and Nizhny Tagil have 4G. In the northern forests, only the towns do.',
    install: 'On Wi‑Fi, before you arrive. Have your passport ready for the operator.',
    mind: 'Between towns, you may lose the network on side roads and trains. Save your map and tickets.',
  },
}
