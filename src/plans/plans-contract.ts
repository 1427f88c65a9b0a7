import { z } from 'zod'
import { tariffIndexSize } from '../kit/limits.shared.ts'
import { product } from '../kit/product.shared.ts'
import { dayRangeNames, tariffSorts, trafficSizes } from '../kit/plan-sizes.shared.ts'
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
  wholeNumber,
} from '../api/common.ts'
import { get } from '../api/endpoint.ts'
import { operator } from './operators-contract.ts'
import { worldRegion } from './places.ts'

/** An invalid optional field becomes null, and does not fail the page. */
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
    countryCodes: z.array(countryCode).describe('Countries in which the plan works'),
    regionIdent: regionIdent.nullable().describe('Set when `kind` is `region`').catch(null),
    worldRegion: worldRegion.nullable().describe('Set when `kind` is `multi`').catch(null),
    market: z
      .enum(['travel', 'russia'])
      .describe('`travel` plans are activated within 89 days, `russia` plans within 6 months'),
    trafficMb: z
      .int()
      .positive()
      .nullable()
      .describe('Data in MB (1 GB = 1,024 MB), or null if unlimited'),
    fairUse: z
      .object({
        thresholdMb: z.int().positive().describe('MB per day at full speed'),
        speedKbps: z.int().positive().describe('Speed after the threshold, in kbit/s'),
      })
      .nullable()
      .describe('Fair use limit of an unlimited plan. null if there is none or it is unknown')
      .catch(null),
    validityDays: z.int().positive().describe('Days from the first connection'),
    prices,
    unitPrices: prices.describe('Price per gigabyte, or per day for unlimited plans'),
    minutes: z
      .int()
      .nonnegative()
      .nullable()
      .describe('Call minutes, or null without calls')
      .catch(null),
    sms: z
      .int()
      .nonnegative()
      .nullable()
      .describe('Text messages, or null without SMS')
      .catch(null),
    unlimitedApps: z.array(z.string()).describe('Apps that do not use up the data').catch([]),
    inStock: z.boolean(),
  })
  .meta({ id: 'Tariff', description: 'A data plan' })
export type Tariff = z.output<typeof tariff>

export const tariffDetails = tariff
  .extend({
    operator,
    networks: z
      .array(
        z.object({
          countryCode2Letters: countryCode,
          countryTitle: z.string(),
          networks: z.array(
            z.object({ title: z.string(), generations: z.array(z.enum(['2G', '3G', '4G', '5G'])) }),
          ),
        }),
      )
      .catch([]),
    hotspot: z
      .enum(['yes', 'no', 'limited', 'unknown'])
      .describe('Whether tethering works')
      .catch('unknown'),
    topUp: z
      .boolean()
      .nullable()
      .describe('Whether it can be topped up, or null if unknown')
      .catch(null),
    kyc: z
      .boolean()
      .nullable()
      .describe('Whether the operator checks identity documents, or null if unknown')
      .catch(null),
    apn: z
      .string()
      .nullable()
      .describe(
        'Access point name to enter by hand, or null if the operator gives none. Phones usually set it themselves',
      )
      .catch(null),
  })
  .meta({ id: 'TariffDetails', description: 'A data plan with its networks and terms' })
export type TariffDetails = z.output<typeof tariffDetails>

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
    sort: z.enum(tariffSorts).default('price').describe('Sort order. `-price` is descending'),
  }),
  z.object({ data: z.array(tariff), ...listAnswer }),
)

export const tariffIndex = get(
  `/web-${product.slug}-tariff-index`,
  'List plan identifiers',
  z.object({
    from: tariffID.optional().describe('First identifier to return, or the next one that exists'),
    every: wholeNumber({ min: 1, max: 10_000 }).default(1).describe('Return every n-th plan only'),
    limit: wholeNumber({ min: 1, max: tariffIndexSize.max })
      .default(tariffIndexSize.default)
      .describe('Rows to return'),
  }),
  z.object({ data: z.array(z.object({ tariffID, operatorIdent })) }),
  { isExtension: true },
)

export const tariffsPopular = get(
  `/web-${product.slug}-tariffs-popular`,
  'List popular plans',
  z.object({ lang }),
  z.object({ data: z.array(tariff) }),
)

export const tariffFares = get(
  `/web-${product.slug}-tariff-fares`,
  'List the lowest prices of a place',
  z.object({
    lang,
    country: countryCode.optional().describe('Plans for this country'),
    region: regionIdent.optional().describe('With `country`: plans for this region'),
    worldRegion: worldRegion.optional().describe('Multi-country plans of this world region'),
    picks: flag
      .optional()
      .describe('true returns only the cheapest plan for a weekend, a fortnight and a month'),
  }),
  z.object({ data: z.array(tariff) }),
  { isExtension: true },
)

export const tariffByID = get(
  `/web-${product.slug}-tariff`,
  'Get a plan',
  z.object({ lang, id: tariffID }),
  z.object({ data: tariffDetails }),
)
