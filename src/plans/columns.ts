import { z } from 'zod'
import { oneLine, maxLength } from '../kit/limits.shared.ts'
import { decimalOf, minorDigits, minorOf, isCurrency } from '../kit/money.shared.ts'
import type { Currency, Prices } from '../kit/money.shared.ts'
import { nearestCharge, nextCharge } from '../payments/charge-limits.ts'
import type { PriceBook } from './price-rules.ts'
import { cellProblem, plainName } from './read-csv.ts'
import { operatorWebsite, planStarts, worldRegions } from './operations.ts'
import { defaultLocale, knownLocales, type Locale } from '../words/locales.shared.ts'
import { countryCode, operatorIdent, regionIdent, tariffID } from '../api/common.ts'

/** A cell that a field of the contract validates. */
const fieldCell = (field: z.ZodType<string, string>, problem: string) =>
  z.string().refine((value) => field.safeParse(value).success, problem)

/** Maps, calendars and mail subjects cannot contain line breaks or control characters. */
const textUpTo = (max: number) =>
  z
    .string()
    .min(1, cellProblem('empty'))
    .max(max, cellProblem('too-long', { max }))
    .regex(oneLine, cellProblem('several-lines'))
const text = textUpTo(200)
/** The operator's conditions of a plan, in characters. */
export const maxConditions = 1000
/**
 * Converts an empty cell to null. Other cells report the errors of `schema` instead of the union.
 */
export const optional = <T extends z.ZodType>(schema: T) =>
  z.union([z.literal('').transform(() => null), schema], {
    error: ({ errors }) => errors?.at(-1)?.[0]?.message,
  })
/** An optional column. Cells of a missing column are empty. */
export const mayBeMissing = <T>(schema: z.ZodType<T, string>) =>
  z.preprocess((value) => (value === undefined ? '' : value), schema)
/** A cell that defaults to `standard`. */
export const standardOr = <T extends z.ZodType<string, string>>(schema: T, standard: z.output<T>) =>
  mayBeMissing(optional(schema).transform((value) => value ?? standard))
const count = z
  .string()
  .regex(/^\d{1,9}$/, cellProblem('no-whole-number'))
  .transform(Number)
const positive = count.refine((value) => value > 0, cellProblem('not-positive'))
/** One of a few words. Spreadsheets and people capitalise them. */
export const wordOf = <T extends string>(names: readonly [T, ...T[]], problem: string) =>
  z.string().toLowerCase().pipe(z.enum(names, problem))
const yesOrNo = wordOf(['yes', 'no'], cellProblem('no-yes-no-or-unknown')).transform(
  (value) => value === 'yes',
)
const list = z
  .string()
  .transform((value) =>
    value
      .split(';')
      .map((each) => each.trim())
      .filter((each) => each !== ''),
  )
  .pipe(z.array(text))
/** Converts an amount to minor units: `12.50` in USD becomes 1250. */
function amountIn(currency: Currency) {
  const digits = minorDigits(currency)
  const fraction = digits === 0 ? '' : `(\\.\\d{1,${digits}})?`
  const example = digits === 0 ? '1250' : (12.5).toFixed(digits)
  return z
    .string()
    .regex(new RegExp(`^\\d{1,9}${fraction}$`), cellProblem('no-amount', { example }))
    .transform((value) => minorOf(value, currency))
}

export type Columns<T> = {
  readonly required: readonly string[]
  readonly optional: readonly string[]
  /** Columns with secret cells, which problems do not quote. */
  readonly secret?: readonly string[]
  readonly row: z.ZodType<T>
  /** Schemas of parts of a row. They read the valid cells of a row with an invalid one. */
  readonly parts: readonly z.ZodType<Partial<T>>[]
}

type RowShape = { readonly [column: string]: z.ZodType }

/** Returns the columns of a row schema. A column whose schema accepts `undefined` is optional. */
export function columns<T>(row: z.ZodType<T> & { readonly shape: RowShape }): Columns<T> {
  const names = Object.keys(row.shape)
  const isOptional = (name: string) => row.shape[name]?.safeParse(undefined).success === true
  return {
    required: names.filter((name) => !isOptional(name)),
    optional: names.filter(isOptional),
    row,
    parts: partsOf(row.shape),
  }
}

/** Returns a schema for each column. */
function partsOf(shape: RowShape): z.ZodType<object>[] {
  return Object.entries(shape).map(([name, cell]) => z.object({ [name]: cell }))
}

/** The columns of the CSV files. catalogue/README.md describes them. */

const countryCell = fieldCell(countryCode, cellProblem('no-country-code'))
const regionCell = fieldCell(regionIdent, cellProblem('no-ident', { max: maxLength.regionIdent }))
const operatorCell = fieldCell(
  operatorIdent,
  cellProblem('no-ident', { max: maxLength.operatorIdent }),
)
const websiteCell = fieldCell(operatorWebsite, cellProblem('no-website'))
/** Files of activation codes use it too. */
export const planCell = fieldCell(tariffID, cellProblem('no-ident', { max: maxLength.tariffID }))

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
  knownLocales.map((locale) => [titleColumn(locale), titleCell]),
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

const worldRegion = wordOf(
  worldRegions,
  cellProblem('not-one-of', { names: worldRegions.join(', ') }),
)

/** Details of a plan that a file or a supplier may omit. A new one is a line here. */
const details = {
  market: standardOr(wordOf(['travel', 'russia'], cellProblem('unknown-market')), 'travel'),
  fairUseThresholdMb: mayBeMissing(optional(count)),
  fairUseSpeedKbps: mayBeMissing(optional(positive)),
  fairUseNote: mayBeMissing(optional(text)),
  starts: standardOr(wordOf(planStarts, cellProblem('unknown-start')), 'connection'),
  minutes: mayBeMissing(optional(count)),
  sms: mayBeMissing(optional(count)),
  unlimitedApps: mayBeMissing(list),
  networks: mayBeMissing(list.pipe(z.array(network))),
  hotspot: standardOr(
    wordOf(['yes', 'no', 'limited', 'unknown'], cellProblem('unknown-hotspot')),
    'unknown',
  ),
  topUp: mayBeMissing(optional(yesOrNo)),
  kyc: mayBeMissing(optional(yesOrNo)),
  apn: mayBeMissing(optional(text)),
  conditions: mayBeMissing(optional(textUpTo(maxConditions))),
}

/** The details of a plan that states none. */
export const unstatedDetails = z.object(details).parse({})

const plan = z.object({
  tariffID: planCell,
  operator: operatorCell,
  countries: z
    .string()
    .transform((value) => value.split(/\s+/))
    .pipe(z.array(countryCell)),
  region: mayBeMissing(optional(regionCell)),
  worldRegion: mayBeMissing(optional(worldRegion)),
  trafficMb: z.union(
    [wordOf(['unlimited'], cellProblem('no-traffic')).transform(() => null), positive],
    cellProblem('no-traffic'),
  ),
  validityDays: positive.refine((days) => days <= 366, cellProblem('too-large', { max: 366 })),
  ...details,
})

/** What a shop requires of the prices in a file. */
export type PriceTerms = Pick<PriceBook, 'currencies' | 'charges'>

/**
 * Returns the columns of plans with a price column for each currency. Every plan needs a price in
 * the base currency. A plan with an empty price cell is not sold in that currency.
 */
export function planColumns(
  currencies: readonly Currency[],
  { currencies: [base], charges }: PriceTerms,
): Columns<CataloguePlan> {
  const priced = [base, ...currencies.filter((currency) => currency !== base)]
  const prices = z.object(
    Object.fromEntries(
      priced.map((currency) => {
        const amount = amountIn(currency).superRefine((minor, context) => {
          if (nextCharge(charges, { minor, currency }) === minor) return
          const nearest = nearestCharge(charges, { minor, currency })
          const values = { nearest: decimalOf({ minor: nearest, currency }) }
          context.addIssue(cellProblem('uncharged', values))
        })
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
    .map((name) => /^price([a-z]{3})$/.exec(plainName(name))?.[1]?.toUpperCase() ?? '')
    .filter(isCurrency)
}

export type CountryCells = z.output<typeof country>
export type RegionCells = z.output<typeof region>
export type OperatorCells = z.output<typeof operator>

/** A plan as a CSV file or a supplier describes it. Null fields are not stated. */
export type CataloguePlan = z.output<typeof plan> & { readonly prices: Prices }
