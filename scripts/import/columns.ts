import { z } from 'zod'
import { operatorWebsite } from '../../src/contract/operators.ts'
import { worldRegion } from '../../src/contract/places.ts'
import { defaultLocale, locales } from '../../src/locale/locales.ts'
import type { Locale } from '../../src/locale/locales.ts'
import { countryCode, operatorIdent, regionIdent, tariffID } from '../../src/contract/common.ts'
import {
  iccidPattern,
  matchingIdPattern,
  parseLpaString,
  smdpAddressPattern,
} from '../../src/domain/activation-code.ts'
import { isCurrency, minorDigits, minorOf } from '../../src/domain/money.ts'
import type { Currency, Money, Prices } from '../../src/domain/money.ts'

/** The columns of the CSV files. catalogue/README.md describes them. */

const text = z.string().min(1, 'must not be empty').max(200)
/** An empty cell is null. Errors of other cells come from `schema`, not from the union. */
const optional = <T extends z.ZodType>(schema: T) =>
  z.union([z.literal('').transform(() => null), schema], {
    error: ({ errors }) => errors?.at(-1)?.[0]?.message,
  })
/** A column that may be missing: then every cell of it is empty. */
const mayBeMissing = <T>(schema: z.ZodType<T, string>) =>
  z.preprocess((value) => (value === undefined ? '' : value), schema)
/** A cell that is `standard` when it is empty or its column is missing. */
const standardOr = <T extends z.ZodType<string, string>>(schema: T, standard: z.output<T>) =>
  mayBeMissing(optional(schema).transform((value) => value ?? standard))
const count = z
  .string()
  .regex(/^\d{1,9}$/, 'must be a whole number')
  .transform(Number)
const positive = count.refine((value) => value > 0, 'must be more than 0')
const yesOrNo = z
  .enum(['yes', 'no'], 'must be yes or no, or empty when unknown')
  .transform((value) => value === 'yes')
const list = z.string().transform((value) =>
  value
    .split(';')
    .map((each) => each.trim())
    .filter((each) => each !== ''),
)
/** An amount in minor units: `12.50` in USD becomes 1250. */
function amountIn(currency: Currency) {
  const digits = minorDigits(currency)
  const fraction = digits === 0 ? '' : `(\\.\\d{1,${digits}})?`
  const example = digits === 0 ? '1250' : (12.5).toFixed(digits)
  return z
    .string()
    .regex(new RegExp(`^\\d{1,9}${fraction}$`), `must be an amount such as ${example}`)
    .transform((value) => minorOf(value, currency))
}

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

export type Columns<T> = {
  readonly required: readonly string[]
  readonly optional: readonly string[]
  readonly row: z.ZodType<T>
}

type RowShape = { readonly [column: string]: z.ZodType }

/** A column whose schema takes `undefined` may be missing. */
function columns<T>(row: z.ZodType<T> & { readonly shape: RowShape }): Columns<T> {
  const names = Object.keys(row.shape)
  const isOptional = (name: string) => row.shape[name]?.safeParse(undefined).success === true
  return {
    required: names.filter((name) => !isOptional(name)),
    optional: names.filter(isOptional),
    row,
  }
}

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

/** `1.20 USD` */
const costCell = z.string().transform((value, context): Money => {
  const [, decimal = '', currency = ''] = /^(\d{1,9}(?:\.\d+)?) ([A-Z]{3})$/.exec(value) ?? []
  const fraction = decimal.split('.')[1] ?? ''
  if (isCurrency(currency) && fraction.length <= minorDigits(currency))
    return { minor: minorOf(decimal, currency), currency }
  context.addIssue({ code: 'custom', message: 'must be an amount such as 1.20 USD' })
  return z.NEVER
})

const stock = z.object({
  /** Some suppliers print the filler digit of the SIM's memory, an F, at the end. */
  iccid: z
    .string()
    .transform((value) => value.replace(/F$/i, ''))
    .pipe(z.string().regex(iccidPattern, 'must have 18 to 20 digits')),
  tariffID,
  smdpAddress: mayBeMissing(z.string()),
  matchingId: mayBeMissing(z.string()),
  activationCode: mayBeMissing(z.string()),
  confirmationCode: mayBeMissing(
    optional(z.string().regex(/^\d{4,8}$/, 'must have 4 to 8 digits')),
  ),
  mobileNumber: mayBeMissing(
    optional(z.string().regex(/^\+\d{8,15}$/, 'must be a number such as +79991234567')),
  ),
  /** What was paid for it. */
  cost: mayBeMissing(optional(costCell)),
  sample: standardOr(z.enum(['yes', 'no'], 'must be yes or no'), 'no').transform(
    (value) => value === 'yes',
  ),
})

const stockRow = stock.transform(({ activationCode, ...cells }, context) => {
  const { smdpAddress: address, matchingId: id } = cells
  const lpa = Object.entries({ activationCode, smdpAddress: address, matchingId: id }).find(
    ([, cell]) => /^LPA:/i.test(cell),
  )
  const refuse = (name: string, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message })
  if (lpa === undefined) {
    if (!smdpAddressPattern.test(cells.smdpAddress))
      refuse('smdpAddress', 'must be a host name, without https://')
    if (!matchingIdPattern.test(cells.matchingId))
      refuse('matchingId', 'must contain only letters, digits and -')
    return cells
  }
  const parts = parseLpaString(lpa[1])
  if (!parts) refuse(lpa[0], 'must be an activation code such as LPA:1$host$ID')
  if (parts?.needsConfirmationCode === true && cells.confirmationCode === null)
    refuse('confirmationCode', 'must not be empty for this activation code')
  const { smdpAddress, matchingId } = parts ?? cells
  return { ...cells, smdpAddress, matchingId }
})
export const stockColumns: Columns<StockCells> = { ...columns(stock), row: stockRow }

export type CountryCells = z.output<typeof country>
export type RegionCells = z.output<typeof region>
export type OperatorCells = z.output<typeof operator>
export type PlanCells = z.output<typeof plan> & { readonly prices: Prices }
export type StockCells = z.output<typeof stockRow>
