import { z } from 'zod'
import { product, slugInCamelCase } from '../domain/product.ts'
import { dayRangeNames, tariffSorts, trafficSizes } from '../domain/tariff.ts'
import {
  countryCode,
  flag,
  lang,
  listAnswer,
  listQuery,
  operatorIdent,
  prices,
  regionIdent,
  tariffID,
} from './common.ts'
import { get } from './endpoint.ts'

/** Whether countries and regions with nothing in stock are listed too. */
export const withoutRemains = `without${slugInCamelCase(product.slug)}Remains` as const

/** Multi-country plans are sold per world region. */
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
export const worldRegion = z.enum(worldRegions)
export type WorldRegion = (typeof worldRegions)[number]

const offer = {
  priceFrom: prices
    .nullable()
    .describe('Lowest price of a plan in stock; null when everything is out of stock'),
  inStock: z.boolean(),
}

export const country = z.object({
  countryCode2Letters: countryCode,
  title: z.string(),
  aliases: z
    .array(z.string())
    .describe('Other names to find it by: titles in other languages, capital, common spellings'),
  ...offer,
})
export type Country = z.infer<typeof country>

export const countries = get(
  `/web-${product.slug}-countries`,
  'Countries of the catalogue, by title; the 20 most popular when sortBy is 1',
  z.object({
    lang,
    sortBy: z.enum(['1']).optional(),
    [withoutRemains]: flag
      .optional()
      .describe('true: countries with nothing in stock are listed too'),
  }),
  z.object({ data: z.array(country) }),
)

export const region = z.object({
  ident: regionIdent,
  countryCode2Letters: countryCode,
  title: z.string(),
  ...offer,
})
export type Region = z.infer<typeof region>

export const regions = get(
  `/web-${product.slug}-regions`,
  'Regions of one country, by title',
  z.object({ lang, countryCode2Letters: countryCode, [withoutRemains]: flag.optional() }),
  z.object({ data: z.array(region) }),
)

export const operator = z.object({
  ident: operatorIdent,
  title: z.string(),
  website: z.url({ protocol: /^https?$/ }).nullable(),
  supportPhone: z.string().nullable(),
  supportEmail: z.string().nullable(),
})
export type Operator = z.infer<typeof operator>

export const operators = get(
  `/web-${product.slug}-operators`,
  'Operators by title, of one country or of one region of it when named',
  z.object({ ...listQuery, country: countryCode.optional(), region: regionIdent.optional() }),
  z.object({ data: z.array(operator), ...listAnswer }),
)

export const tariff = z.object({
  tariffID,
  operator: z.object({ ident: operatorIdent, title: z.string() }),
  kind: z
    .enum(['country', 'region', 'multi'])
    .describe('What it covers: one country, one region of a country, a list of countries'),
  placeTitle: z
    .string()
    .describe('The country, the region or the world region in the language asked for'),
  countryCodes: z.array(countryCode).describe('Countries it works in'),
  regionIdent: regionIdent.nullable(),
  worldRegion: worldRegion.nullable(),
  market: z
    .enum(['travel', 'russia'])
    .describe('russia: the Russian-market plan, activated within 6 months and not 89 days'),
  trafficMb: z.int().positive().nullable().describe('Data, MB (1 GB = 1 024 MB); null: unlimited'),
  fairUse: z
    .object({
      thresholdMb: z.int().positive().describe('MB a day'),
      speedKbps: z.int().positive().describe('Speed past it, kbit/s'),
    })
    .nullable()
    .describe('Threshold of an unlimited plan and what happens past it'),
  validityDays: z.int().positive(),
  prices,
  unitPrices: prices.describe('Per gigabyte; per day of an unlimited plan'),
  minutes: z.int().nonnegative().nullable().describe('Call minutes; null: no calls'),
  sms: z.int().nonnegative().nullable(),
  unlimitedApps: z.array(z.string()).describe('Apps that do not count as traffic'),
  inStock: z.boolean(),
})
export type Tariff = z.infer<typeof tariff>

/** The plan page's view: the list's fields and what only one plan's page needs. */
export const tariffDetails = tariff.extend({
  operator,
  networks: z.array(
    z.object({
      countryCode2Letters: countryCode,
      countryTitle: z.string(),
      networks: z.array(
        z.object({ title: z.string(), generations: z.array(z.enum(['2G', '3G', '4G', '5G'])) }),
      ),
    }),
  ),
  hotspot: z.enum(['yes', 'no', 'limited', 'unknown']),
  topUp: z.boolean().nullable().describe('null: the operator does not say'),
  kyc: z.boolean().nullable().describe('Whether documents are asked for; null: not stated'),
  apn: z.string().nullable(),
})
export type TariffDetails = z.infer<typeof tariffDetails>

export const tariffsMarketplace = get(
  `/web-${product.slug}-tariffs-marketplace`,
  'Plans, filtered, sorted and paged',
  z.object({
    ...listQuery,
    lang,
    country: countryCode.optional(),
    region: regionIdent.optional().describe('With country: one region of it'),
    worldRegion: worldRegion.optional().describe('Multi-country plans of a world region'),
    operator: operatorIdent.optional(),
    traffic: z.enum(trafficSizes).optional(),
    days: z.enum(dayRangeNames).optional().describe('7: 1–7 days, 15: 8–15, 30: 16–30, 31: longer'),
    sort: z.enum(tariffSorts).default('price'),
  }),
  z.object({ data: z.array(tariff), ...listAnswer }),
)

export const tariffIndex = get(
  `/web-${product.slug}-tariff-index`,
  'Plans on sale in the order of their identifiers, for lists of addresses: a stretch of them, or where stretches begin',
  z.object({
    from: tariffID.optional().describe('Begins with this identifier, or the next there is'),
    every: z.coerce
      .number()
      .int()
      .min(1)
      .max(10_000)
      .default(1)
      .describe('Only the first of each so many plans'),
    limit: z.coerce.number().int().min(1).max(2500).default(1000),
  }),
  z.object({ data: z.array(z.object({ tariffID, operatorIdent })) }),
  { extension: true },
)

export const tariffsPopular = get(
  `/web-${product.slug}-tariffs-popular`,
  'One plan for each of the most popular countries: the best price per GB in stock',
  z.object({ lang }),
  z.object({ data: z.array(tariff) }),
)

export const tariffByID = get(
  `/web-${product.slug}-tariff`,
  'One plan',
  z.object({ lang, id: tariffID }),
  z.object({ data: tariffDetails }),
)
