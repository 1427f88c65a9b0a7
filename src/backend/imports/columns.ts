import { z } from 'zod'
import { operatorWebsite } from '../../contract/operators.ts'
import { worldRegions } from '../../contract/places.ts'
import { defaultLocale, locales } from '../../locale/locales.ts'
import type { Locale } from '../../locale/locales.ts'
import { countryCode, operatorIdent, regionIdent, tariffID } from '../../contract/common.ts'
import { isCurrency } from '../../domain/money.ts'
import type { Currency, Prices } from '../../domain/money.ts'
import {
  amountIn,
  columns,
  count,
  list,
  mayBeMissing,
  optional,
  positive,
  standardOr,
  text,
  yesOrNo,
} from './cells.ts'
import type { Columns } from './cells.ts'

/** The columns of the CSV files. catalogue/README.md describes them. */

const network = z
  .string()
  .regex(
    /^[a-z]{2}:[^;]{1,60} [2345]G(\+[345]G)*$/,
    'must be country:name generations, such as tr:Turkcell 3G+4G',
  )
  .transform((value) => {
    const generations = value.slice(value.lastIndexOf(' ') + 1)
    return {
      country: value.slice(0, 2),
      title: value.slice(3, value.lastIndexOf(' ')),
      generations: generations.split('+'),
    }
  })

type TitleColumn = `title_${Locale}`

export function titleColumn(locale: Locale): TitleColumn {
  return `title_${locale}`
}

const titleCell = optional(text).optional()
/** A title in each language. The columns may be missing. */
const titleColumns = Object.fromEntries(
  locales.map((locale) => [titleColumn(locale), titleCell]),
) as { readonly [column in TitleColumn]: typeof titleCell } // one for each of `locales`

const country = z.object({
  code: countryCode,
  ...titleColumns,
  popularity: mayBeMissing(optional(positive)),
  aliases: mayBeMissing(list),
})
export const countryColumns = columns(country)

const region = z.object({
  country: countryCode,
  ident: regionIdent,
  ...titleColumns,
  [titleColumn(defaultLocale)]: text,
})
export const regionColumns = columns(region)

const operator = z.object({
  ident: operatorIdent,
  title: text,
  website: mayBeMissing(optional(operatorWebsite)),
  supportPhone: mayBeMissing(optional(text)),
  supportEmail: mayBeMissing(optional(z.email('must be an email address'))),
})
export const operatorColumns = columns(operator)

const worldRegion = z.enum(worldRegions, `must be one of ${worldRegions.join(', ')}`)

const plan = z.object({
  tariffID,
  operator: operatorIdent,
  countries: z
    .string()
    .transform((value) => value.split(/\s+/))
    .pipe(z.array(countryCode)),
  region: mayBeMissing(optional(regionIdent)),
  worldRegion: mayBeMissing(optional(worldRegion)),
  market: standardOr(z.enum(['travel', 'russia'], 'must be travel or russia'), 'travel'),
  trafficMb: z.union(
    [z.literal('unlimited').transform(() => null), positive],
    'must be a number of MB, or unlimited',
  ),
  fairUseThresholdMb: mayBeMissing(optional(positive)),
  fairUseSpeedKbps: mayBeMissing(optional(positive)),
  validityDays: positive.refine((days) => days <= 366, 'must be at most 366'),
  minutes: mayBeMissing(optional(count)),
  sms: mayBeMissing(optional(count)),
  unlimitedApps: mayBeMissing(list),
  networks: mayBeMissing(list.pipe(z.array(network))),
  hotspot: standardOr(
    z.enum(['yes', 'no', 'limited', 'unknown'], 'must be yes, no, limited or unknown'),
    'unknown',
  ),
  topUp: mayBeMissing(optional(yesOrNo)),
  kyc: mayBeMissing(optional(yesOrNo)),
  apn: mayBeMissing(optional(text)),
})

/**
 * The columns of plans with a price column for each of these currencies. Every plan has a price in
 * the base currency. An empty cell of another means that the plan is not sold in that currency.
 */
export function planColumns(currencies: readonly Currency[], base: Currency): Columns<PlanCells> {
  const priced = [base, ...currencies.filter((currency) => currency !== base)]
  const prices = z.object(
    Object.fromEntries(
      priced.map((currency) => {
        const amount = amountIn(currency)
        return [priceColumn(currency), currency === base ? amount : optional(amount)]
      }),
    ),
  )
  return {
    required: [...columns(plan).required, ...Object.keys(prices.shape)],
    optional: columns(plan).optional,
    row: plan.and(
      prices.transform((cells) => ({
        prices: Object.fromEntries(
          priced.flatMap((currency) => {
            const minor = cells[priceColumn(currency)] ?? null
            return minor === null ? [] : [[currency, minor]]
          }),
        ),
      })),
    ),
  }
}

function priceColumn(currency: Currency): string {
  return `price${currency}`
}

export function currenciesIn(header: readonly string[]): Currency[] {
  return header
    .map((name) => name.slice(-3))
    .filter((code) => isCurrency(code) && header.includes(priceColumn(code)))
}

export type CountryCells = z.output<typeof country>
export type RegionCells = z.output<typeof region>
export type OperatorCells = z.output<typeof operator>
export type PlanCells = z.output<typeof plan> & { readonly prices: Prices }
