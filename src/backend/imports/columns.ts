import { z } from 'zod'
import { operatorWebsite } from '../../contract/operators.ts'
import { worldRegions } from '../../contract/places.ts'
import { defaultLocale, locales } from '../../locale/locales.ts'
import type { Locale } from '../../locale/locales.ts'
import { countryCode, operatorIdent, regionIdent, tariffID } from '../../contract/common.ts'
import { maxLength } from '../../domain/field-limits.ts'
import { isCurrency } from '../../domain/money.ts'
import type { Currency, Prices } from '../../domain/money.ts'
import { cellProblem } from './cell-problem.ts'
import {
  amountIn,
  columns,
  count,
  fieldCell,
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

const countryCell = fieldCell(countryCode, cellProblem('no-country-code'))
const regionCell = fieldCell(regionIdent, cellProblem('no-ident', { max: maxLength.regionIdent }))
const operatorCell = fieldCell(
  operatorIdent,
  cellProblem('no-ident', { max: maxLength.operatorIdent }),
)
const websiteCell = fieldCell(operatorWebsite, cellProblem('no-website'))
/** Files of activation codes use it too. */
export const tariffCell = fieldCell(tariffID, cellProblem('no-ident', { max: maxLength.tariffID }))

const network = z
  .string()
  .regex(/^[a-z]{2}:[^;]{1,60} [2345]G(\+[345]G)*$/, cellProblem('no-network'))
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
/** Optional columns with a title in each language. */
const titleColumns = Object.fromEntries(
  locales.map((locale) => [titleColumn(locale), titleCell]),
) as { readonly [column in TitleColumn]: typeof titleCell } // one column per locale

const country = z.object({
  code: countryCell,
  ...titleColumns,
  popularity: mayBeMissing(optional(positive)),
  aliases: mayBeMissing(list),
})
export const countryColumns = columns(country)

const region = z.object({
  country: countryCell,
  ident: regionCell,
  ...titleColumns,
  [titleColumn(defaultLocale)]: text,
})
export const regionColumns = columns(region)

const operator = z.object({
  ident: operatorCell,
  title: text,
  website: mayBeMissing(optional(websiteCell)),
  supportPhone: mayBeMissing(optional(text)),
  supportEmail: mayBeMissing(optional(z.email(cellProblem('no-email')))),
})
export const operatorColumns = columns(operator)

const worldRegion = z.enum(
  worldRegions,
  cellProblem('not-one-of', { names: worldRegions.join(', ') }),
)

const plan = z.object({
  tariffID: tariffCell,
  operator: operatorCell,
  countries: z
    .string()
    .transform((value) => value.split(/\s+/))
    .pipe(z.array(countryCell)),
  region: mayBeMissing(optional(regionCell)),
  worldRegion: mayBeMissing(optional(worldRegion)),
  market: standardOr(z.enum(['travel', 'russia'], cellProblem('unknown-market')), 'travel'),
  trafficMb: z.union(
    [z.literal('unlimited').transform(() => null), positive],
    cellProblem('no-traffic'),
  ),
  fairUseThresholdMb: mayBeMissing(optional(positive)),
  fairUseSpeedKbps: mayBeMissing(optional(positive)),
  validityDays: positive.refine((days) => days <= 366, cellProblem('too-large', { max: 366 })),
  minutes: mayBeMissing(optional(count)),
  sms: mayBeMissing(optional(count)),
  unlimitedApps: mayBeMissing(list),
  networks: mayBeMissing(list.pipe(z.array(network))),
  hotspot: standardOr(
    z.enum(['yes', 'no', 'limited', 'unknown'], cellProblem('unknown-hotspot')),
    'unknown',
  ),
  topUp: mayBeMissing(optional(yesOrNo)),
  kyc: mayBeMissing(optional(yesOrNo)),
  apn: mayBeMissing(optional(text)),
})

/**
 * Returns the columns of plans with a price column for each currency. Every plan needs a price in
 * the base currency. A plan with an empty price cell is not sold in that currency.
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
    parts: columns(plan).parts,
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

/** Returns the currencies with a price column in a header, such as USD for `priceUSD`. */
export function currenciesIn(header: readonly string[]): Currency[] {
  return header
    .map((name) => name.slice(-3))
    .filter((code) => isCurrency(code) && header.includes(priceColumn(code)))
}

export type CountryCells = z.output<typeof country>
export type RegionCells = z.output<typeof region>
export type OperatorCells = z.output<typeof operator>
export type PlanCells = z.output<typeof plan> & { readonly prices: Prices }
