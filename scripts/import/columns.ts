import { z } from 'zod'
import { worldRegion } from '../../src/contract/catalogue.ts'
import { defaultLocale, locales } from '../../src/locale/locales.ts'
import type { Locale } from '../../src/locale/locales.ts'
import { countryCode, operatorIdent, regionIdent, tariffID } from '../../src/contract/common.ts'
import {
  iccidPattern,
  matchingIdPattern,
  smdpAddressPattern,
} from '../../src/domain/activation-code.ts'

/** What each column of the CSV files may hold. catalogue/README.md describes them for people. */

const text = z.string().min(1, 'must not be empty').max(200)
/** What is not empty is told what its own schema says, not that it fits neither. */
const optional = <T extends z.ZodType>(schema: T) =>
  z.union([z.literal('').transform(() => null), schema], {
    error: ({ errors }) => errors?.at(-1)?.[0]?.message,
  })
const count = z
  .string()
  .regex(/^\d{1,9}$/, 'must be a whole number')
  .transform(Number)
const positive = count.refine((value) => value > 0, 'must be more than 0')
const yesOrNo = z
  .enum(['yes', 'no'], 'must be yes or no, or empty where it is not known')
  .transform((value) => value === 'yes')
const list = z.string().transform((value) =>
  value
    .split(';')
    .map((each) => each.trim())
    .filter((each) => each !== ''),
)
/** `12.50` becomes 1250 minor units. */
const amount = z
  .string()
  .regex(/^\d{1,7}(\.\d{1,2})?$/, 'must be an amount such as 12.50')
  .transform((value) => Math.round(Number(value) * 100))

const network = z
  .string()
  .regex(
    /^[a-z]{2}:[^;]{1,60} [2345]G(\+[345]G)*$/,
    'must read country:name generations, such as tr:Turkcell 3G+4G',
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

/** The name of the column with titles in a language: `title_en`. */
export function titleColumn(locale: Locale): TitleColumn {
  return `title_${locale}`
}

const titleCell = optional(text).optional()
/** A title in each language. The columns may be missing. */
const titleColumns = Object.fromEntries(
  locales.map((locale) => [titleColumn(locale), titleCell]),
) as { readonly [column in TitleColumn]: typeof titleCell } // one for each of `locales`

export const countryColumns = z.object({
  code: countryCode,
  ...titleColumns,
  popularity: optional(positive),
  aliases: list,
})

export const regionColumns = z.object({
  country: countryCode,
  ident: regionIdent,
  ...titleColumns,
  [titleColumn(defaultLocale)]: text,
})

export const operatorColumns = z.object({
  ident: operatorIdent,
  title: text,
  website: optional(z.url('must be a URL')),
  supportPhone: optional(text),
  supportEmail: optional(z.email('must be an e-mail address')),
})

export const planColumns = z.object({
  tariffID,
  operator: operatorIdent,
  countries: z
    .string()
    .transform((value) => value.split(/\s+/))
    .pipe(z.array(countryCode)),
  region: optional(regionIdent),
  worldRegion: optional(worldRegion),
  market: z.enum(['travel', 'russia'], 'must be travel or russia'),
  trafficMb: z.union(
    [z.literal('unlimited').transform(() => null), positive],
    'must be a number of MB, or unlimited',
  ),
  fairUseThresholdMb: optional(positive),
  fairUseSpeedKbps: optional(positive),
  validityDays: positive.refine((days) => days <= 366, 'must be at most 366'),
  priceUSD: amount,
  priceRUB: amount,
  minutes: optional(count),
  sms: optional(count),
  unlimitedApps: list,
  networks: list.pipe(z.array(network)),
  hotspot: z.enum(['yes', 'no', 'limited', 'unknown'], 'must be yes, no, limited or unknown'),
  topUp: optional(yesOrNo),
  kyc: optional(yesOrNo),
  apn: optional(text),
})

export const stockColumns = z.object({
  iccid: z.string().regex(iccidPattern, 'must have 18 to 20 digits'),
  tariffID,
  smdpAddress: z.string().regex(smdpAddressPattern, 'must be a host name, without https://'),
  matchingId: z.string().regex(matchingIdPattern, 'must have letters, digits and - only'),
  confirmationCode: optional(z.string().regex(/^\d{4,8}$/, 'must have 4 to 8 digits')),
  mobileNumber: optional(z.string().regex(/^\+\d{8,15}$/, 'must read +79991234567')),
  sample: z.union([z.literal('').transform(() => false), yesOrNo], 'must be yes or no'),
})

export type CountryCells = z.output<typeof countryColumns>
export type RegionCells = z.output<typeof regionColumns>
export type OperatorCells = z.output<typeof operatorColumns>
export type PlanCells = z.output<typeof planColumns>
export type StockCells = z.output<typeof stockColumns>
