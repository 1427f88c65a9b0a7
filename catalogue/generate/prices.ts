import { minorOf } from '../../src/kit/money.shared.ts'
import type { Currency, Prices } from '../../src/kit/money.shared.ts'

/** Rounded USD prices of 1 GB for 7 days by UN subregion. */
const firstGigabyte: { readonly [subregion: string]: number } = {
  'Western Europe': 2.2,
  'Northern Europe': 2.3,
  'Southern Europe': 2.1,
  'Southeast Europe': 2.3,
  'Central Europe': 2,
  'Eastern Europe': 2,
  'Western Asia': 2.6,
  'Central Asia': 2.4,
  'Southern Asia': 2.2,
  'South-Eastern Asia': 1.9,
  'Eastern Asia': 2.1,
  'Northern Africa': 2.9,
  'Western Africa': 4.8,
  'Middle Africa': 5.4,
  'Eastern Africa': 4.2,
  'Southern Africa': 3.6,
  'North America': 2.9,
  'Central America': 3.9,
  'South America': 3.6,
  Caribbean: 5.2,
  'Australia and New Zealand': 2.6,
  Melanesia: 5.9,
  Micronesia: 6.2,
  Polynesia: 6.4,
}
const elsewhere = 6.5
const markets: { readonly [country: string]: number } = {
  ae: 1.35,
  am: 0.85,
  bd: 0.85,
  bs: 1.25,
  by: 0.9,
  ca: 1.25,
  ch: 1.3,
  cn: 1.1,
  cu: 1.6,
  es: 0.9,
  fr: 0.9,
  ge: 0.8,
  id: 0.9,
  il: 0.8,
  in: 0.75,
  is: 1.15,
  it: 0.85,
  jp: 1.1,
  kz: 0.8,
  lu: 1.2,
  mc: 1.6,
  no: 1.1,
  pk: 0.75,
  pl: 0.8,
  qa: 1.2,
  ro: 0.8,
  ru: 0.75,
  th: 0.85,
  tr: 0.9,
  uz: 0.8,
  vn: 0.85,
}

/** Currencies of the sample prices, with the units per US dollar and the rounding step. */
export const sampleCurrencies: {
  readonly [currency: Currency]: { readonly perDollar: number; readonly step: number }
} = {
  USD: { perDollar: 1, step: 0.1 },
  EUR: { perDollar: 0.92, step: 0.1 },
  RUB: { perDollar: 92, step: 10 },
}

/** Returns the price of 1 GB for 7 days in a country, in USD. */
export function baseOf({ code, subregion }: { code: string; subregion: string }): number {
  return (firstGigabyte[subregion] ?? elsewhere) * (markets[code] ?? 1)
}

type Plan = {
  readonly gigabytes: number | null
  readonly days: number
  readonly base: number
  readonly factor: number
}

export function pricesOf({ gigabytes, days, base, factor }: Plan): Prices {
  const dollars =
    gigabytes === null
      ? base * 1.25 * days ** 0.85 * factor
      : base * gigabytes ** 0.72 * (days / 7) ** 0.08 * factor
  const dollarStep = dollars < 10 ? 0.1 : 0.5
  const rounded = Math.max(dollarStep, Math.round(dollars / dollarStep) * dollarStep)
  return Object.fromEntries(
    Object.entries(sampleCurrencies).map(([currency, { perDollar, step }]) => {
      const price = Math.round((rounded * perDollar) / step) * step
      return [currency, minorOf(String(price), currency)]
    }),
  )
}
