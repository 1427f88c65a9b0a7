import { z } from 'zod'
import { tariffIndexSize } from '../domain/field-limits.ts'
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

/** Name of the parameter that includes countries and regions without stock. */
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
    .describe('Lowest price of a plan in stock; null when nothing is in stock'),
  inStock: z.boolean().describe('Whether at least one plan is in stock'),
}

export const country = z
  .object({
    countryCode2Letters: countryCode,
    title: z.string().describe('Country name in the requested language'),
    aliases: z
      .array(z.string())
      .describe('Other search terms: names in other languages, the capital, common spellings'),
    ...offer,
  })
  .meta({ id: 'Country', description: 'A country of the catalogue with its lowest price' })
export type Country = z.infer<typeof country>

export const countries = get(
  `/web-${product.slug}-countries`,
  'List countries',
  z.object({
    lang,
    sortBy: z.enum(['1']).optional().describe('1: the 20 most popular countries only'),
    [withoutRemains]: flag.optional().describe('true: include countries without stock'),
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
export type Region = z.infer<typeof region>

export const regions = get(
  `/web-${product.slug}-regions`,
  'List regions of a country',
  z.object({
    lang,
    countryCode2Letters: countryCode,
    [withoutRemains]: flag.optional().describe('true: include regions without stock'),
  }),
  z.object({ data: z.array(region) }),
)

export const operator = z
  .object({
    ident: operatorIdent,
    title: z.string(),
    website: z.url({ protocol: /^https?$/ }).nullable(),
    supportPhone: z.string().nullable(),
    supportEmail: z.string().nullable(),
  })
  .meta({ id: 'Operator', description: 'A mobile network and its support contacts' })
export type Operator = z.infer<typeof operator>

export const operators = get(
  `/web-${product.slug}-operators`,
  'List operators',
  z.object({
    ...listQuery,
    country: countryCode.optional().describe('Only operators of this country'),
    region: regionIdent.optional().describe('With `country`: only operators of this region'),
  }),
  z.object({ data: z.array(operator), ...listAnswer }),
)

export const tariff = z
  .object({
    tariffID,
    operator: z
      .object({ ident: operatorIdent, title: z.string() })
      .describe('Operator of the plan'),
    kind: z
      .enum(['country', 'region', 'multi'])
      .describe('Coverage: one country, one region of a country, or several countries'),
    placeTitle: z
      .string()
      .describe('Name of the country, region or world region in the requested language'),
    countryCodes: z.array(countryCode).describe('Countries the plan works in'),
    regionIdent: regionIdent.nullable().describe('Set when `kind` is `region`'),
    worldRegion: worldRegion.nullable().describe('Set when `kind` is `multi`'),
    market: z
      .enum(['travel', 'russia'])
      .describe('`travel` plans are activated within 89 days, `russia` plans within 6 months'),
    trafficMb: z
      .int()
      .positive()
      .nullable()
      .describe('Data in MB (1 GB = 1,024 MB); null: unlimited'),
    fairUse: z
      .object({
        thresholdMb: z.int().positive().describe('MB per day at full speed'),
        speedKbps: z.int().positive().describe('Speed after the threshold, in kbit/s'),
      })
      .nullable()
      .describe('Fair use limit of an unlimited plan; null: none or unknown'),
    validityDays: z.int().positive().describe('Days from the first connection'),
    prices,
    unitPrices: prices.describe('Price per gigabyte, or per day for unlimited plans'),
    minutes: z.int().nonnegative().nullable().describe('Call minutes; null: no calls'),
    sms: z.int().nonnegative().nullable().describe('Text messages; null: none'),
    unlimitedApps: z.array(z.string()).describe('Apps that do not use up the data'),
    inStock: z.boolean(),
  })
  .meta({ id: 'Tariff', description: 'A data plan' })
export type Tariff = z.infer<typeof tariff>

export const tariffDetails = tariff
  .extend({
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
    hotspot: z.enum(['yes', 'no', 'limited', 'unknown']).describe('Whether tethering works'),
    topUp: z.boolean().nullable().describe('Whether it can be topped up; null: unknown'),
    kyc: z
      .boolean()
      .nullable()
      .describe('Whether the operator checks identity documents; null: unknown'),
    apn: z.string().nullable().describe('Access point name; null: set automatically'),
  })
  .meta({ id: 'TariffDetails', description: 'A data plan with its networks and terms' })
export type TariffDetails = z.infer<typeof tariffDetails>

export const tariffsMarketplace = get(
  `/web-${product.slug}-tariffs-marketplace`,
  'List plans',
  z.object({
    ...listQuery,
    lang,
    country: countryCode.optional().describe('Only plans for this country'),
    region: regionIdent.optional().describe('With `country`: only plans for this region'),
    worldRegion: worldRegion.optional().describe('Only multi-country plans of this world region'),
    operator: operatorIdent.optional().describe('Only plans of this operator'),
    traffic: z
      .enum(trafficSizes)
      .optional()
      .describe('Data size in GB. `5` means over 1 GB and up to 5 GB'),
    days: z
      .enum(dayRangeNames)
      .optional()
      .describe('Validity: `7` is 1–7 days, `15` is 8–15, `30` is 16–30, `31` is longer'),
    sort: z.enum(tariffSorts).default('price').describe('Sort order; `-price` is descending'),
  }),
  z.object({ data: z.array(tariff), ...listAnswer }),
)

export const tariffIndex = get(
  `/web-${product.slug}-tariff-index`,
  'List plan identifiers',
  z.object({
    from: tariffID.optional().describe('First identifier to return, or the next one that exists'),
    every: z.coerce
      .number()
      .int()
      .min(1)
      .max(10_000)
      .default(1)
      .describe('Return every n-th plan only'),
    limit: z.coerce
      .number()
      .int()
      .min(1)
      .max(tariffIndexSize.max)
      .default(tariffIndexSize.default)
      .describe('Rows to return'),
  }),
  z.object({ data: z.array(z.object({ tariffID, operatorIdent })) }),
  { extension: true },
)

export const tariffsPopular = get(
  `/web-${product.slug}-tariffs-popular`,
  'List popular plans',
  z.object({ lang }),
  z.object({ data: z.array(tariff) }),
)

export const tariffByID = get(
  `/web-${product.slug}-tariff`,
  'Get a plan',
  z.object({ lang, id: tariffID }),
  z.object({ data: tariffDetails }),
)
