import { z } from 'zod'
import { product, slugInCamelCase } from '../kit/product.shared.ts'
import { countryCode, flag, lang, prices, regionIdent } from '../api/common.ts'
import { get } from '../api/endpoint.ts'

export const withoutRemains = `without${slugInCamelCase(product.slug)}Remains` as const

export const worldRegions = [
  'europe',
  'asia',
  'middle-east',
  'africa',
  'north-america',
  'latin-america',
  'oceania',
  'cis',
  'global',
] as const
export const worldRegion = z.enum(worldRegions).describe('World region of multi-country plans')
export type WorldRegion = (typeof worldRegions)[number]

const offer = {
  priceFrom: prices
    .nullable()
    .describe('Lowest price of a plan in stock, or null when nothing is in stock')
    .catch(null),
  inStock: z.boolean().describe('Whether at least one plan is in stock'),
}

export const country = z
  .object({
    countryCode2Letters: countryCode,
    title: z.string().describe('Country name in the requested language'),
    aliases: z
      .array(z.string())
      .describe('Other search terms: names in other languages, the capital, common spellings')
      .catch([]),
    ...offer,
  })
  .meta({ id: 'Country', description: 'A country of the catalogue with its lowest price' })
export type Country = z.output<typeof country>

export const countries = get(
  `/web-${product.slug}-countries`,
  'List countries',
  z.object({
    lang,
    sortBy: z.enum(['1']).optional().describe('1 returns only the 20 most popular countries'),
    [withoutRemains]: flag.optional().describe('true includes countries without stock'),
  }),
  z.object({ data: z.array(country) }),
)

export const region = z
  .object({
    ident: regionIdent,
    countryCode2Letters: countryCode,
    title: z.string().describe('Region name in the requested language'),
    ...offer,
  })
  .meta({ id: 'Region', description: 'A region of a country with its lowest price' })
export type Region = z.output<typeof region>

export const regions = get(
  `/web-${product.slug}-regions`,
  'List regions of a country',
  z.object({
    lang,
    countryCode2Letters: countryCode,
    [withoutRemains]: flag.optional().describe('true includes regions without stock'),
  }),
  z.object({ data: z.array(region) }),
)
