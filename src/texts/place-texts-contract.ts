import { z } from 'zod'
import { product } from '../kit/product.shared.ts'
import { countryCode, lang, regionIdent } from '../api/common.ts'
import { get } from '../api/endpoint.ts'

const placeTexts = z
  .object({
    networks: z.string().describe('Networks and their coverage'),
    install: z.string().describe('When to install the eSIM'),
    mind: z.string().describe('What to watch out for'),
  })
  .meta({ id: 'PlaceTexts', description: 'Advice for travellers to a place' })
export type PlaceTexts = z.output<typeof placeTexts>

export const countryTexts = get(
  `/web-${product.slug}-country-texts`,
  'Get advice for a country',
  z.object({ lang, countryCode2Letters: countryCode }),
  z.object({
    data: z.object({
      countryTexts: placeTexts.nullable().describe('null if there is no text'),
    }),
  }),
)

export const regionTexts = get(
  `/web-${product.slug}-region-texts`,
  'Get advice for a region',
  z.object({ lang, countryCode2Letters: countryCode, ident: regionIdent }),
  z.object({
    data: z.object({ regionTexts: placeTexts.nullable().describe('null if there is no text') }),
  }),
)
