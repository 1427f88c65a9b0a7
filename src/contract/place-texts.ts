import { z } from 'zod'
import { product } from '../domain/product.ts'
import { countryCode, lang, regionIdent } from './common.ts'
import { get } from './endpoint.ts'

const placeTexts = z.object({
  networks: z.string().describe('Which networks there are and how far they reach'),
  install: z.string().describe('When to install'),
  mind: z.string().describe('What surprises people there'),
})
export type PlaceTexts = z.infer<typeof placeTexts>

export const countryTexts = get(
  `/web-${product.slug}-country-texts`,
  'What a traveller to a country should know',
  z.object({ lang, countryCode2Letters: countryCode }),
  z.object({
    data: z.object({ countryTexts: placeTexts.nullable().describe('null: nothing written') }),
  }),
)

export const regionTexts = get(
  `/web-${product.slug}-region-texts`,
  'What a traveller to a region of a country should know',
  z.object({ lang, countryCode2Letters: countryCode, ident: regionIdent }),
  z.object({
    data: z.object({ regionTexts: placeTexts.nullable().describe('null: nothing written') }),
  }),
)
