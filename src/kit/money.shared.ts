import { readDecimal } from './typed.shared.ts'

/** An ISO 4217 code such as `USD`. */
export type Currency = string

/**
 * The currencies in which a shop sells. Plans are sorted by their price in the first, the base
 * currency.
 */
export type Currencies = readonly [base: Currency, ...others: Currency[]]

/**
 * An amount in the currency's minor unit (cents, kopecks), because integers add up without
 * rounding.
 */
export type Money = { readonly minor: number; readonly currency: Currency }

/** Minor units by currency. A plan is not sold in a missing currency. */
export type Prices = { readonly [currency: Currency]: number }

export const currencyPattern = /^[A-Z]{3}$/

export function isCurrency(code: string): boolean {
  return currencyPattern.test(code) && knownCurrencies.includes(code)
}

// ISO 4217 codes in CLDR 48, with some withdrawn ones that stored amounts may have. `Intl` differs
// between runtimes: Node 24 knows XCG, SLE and ZWG, and workerd does not.
const knownCurrencies =
  'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP ' +
  'BYN BZD CAD CDF CHF CLP CNY COP CRC CUC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP ' +
  'GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HRK HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES ' +
  'KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR ' +
  'MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB ' +
  'RWF SAR SBD SCR SDG SEK SGD SHP SLE SLL SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY ' +
  'TTD TWD TZS UAH UGX USD UYU UZS VES VND VUV WST XAF XCD XCG XDR XOF XPF XSU YER ZAR ZMW ZWG ' +
  'ZWL'

/** Returns the digits after the decimal point: 2 for USD, 0 for JPY, 3 for KWD. */
export function minorDigits(currency: Currency): number {
  return otherDigits.get(currency) ?? 2
}

// Currencies without two decimals in CLDR 48. `Intl` differs between runtimes and their versions,
// but stored amounts must always mean the same: RSD has two decimals in Node 24 and none in
// workerd.
const withoutDecimals =
  'AFN ALL BIF CLP COP DJF GNF HUF IDR IQD IRR ISK JPY KMF KPW KRW LAK LBP MGA MMK PKR PYG RWF ' +
  'SLL SOS SYP UGX VND VUV XAF XOF XPF YER'
const withThreeDecimals = 'BHD JOD KWD LYD OMR TND'
const otherDigits = new Map([
  ...withoutDecimals.split(' ').map((currency) => [currency, 0] as const),
  ...withThreeDecimals.split(' ').map((currency) => [currency, 3] as const),
])

/**
 * Returns the minor units of the smallest step in which cards are charged: 0.010 KWD, not 0.001.
 * https://docs.stripe.com/currencies#special-cases
 */
export function chargeStep(currency: Currency): number {
  return minorDigits(currency) === 3 ? 10 : 1
}

/** Formats an amount as a decimal with all its digits: `12.50`. */
export function decimalOf({ minor, currency }: Money): string {
  const digits = minorDigits(currency)
  return (minor / 10 ** digits).toFixed(digits)
}

/** Parses an amount such as `12.50 USD`. Returns null for other strings and for too many digits. */
export function parseMoney(text: string): Money | null {
  const [, decimal, currency] = /^(\d{1,9}(?:\.\d+)?) ([A-Z]{3})$/.exec(text) ?? []
  if (decimal === undefined || currency === undefined || !isCurrency(currency)) return null
  const fraction = decimal.split('.')[1] ?? ''
  if (fraction.length > minorDigits(currency)) return null
  return { minor: minorOf(decimal, currency), currency }
}

/** Reads a typed amount of a currency, such as `12,5` or `$1,250.50`. Returns null for other strings. */
export function typedDecimal(text: string, currency: Currency): string | null {
  const parts = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  }).formatToParts(0)
  const sign = parts.find(({ type }) => type === 'currency')?.value ?? currency
  const names = currency === 'RUB' ? [currency, sign, 'РУБ.', 'РУБ', 'Р.'] : [currency, sign]
  return readDecimal(text, { digits: minorDigits(currency), names })
}

/** Returns the minor units of a decimal: 1250 for `12.50` in USD. */
export function minorOf(decimal: string, currency: Currency): number {
  return Math.round(Number(decimal) * 10 ** minorDigits(currency))
}

/**
 * Returns the minor units of a decimal with any number of digits, without floating-point
 * arithmetic. Rounds extra digits: a cost `up`, so that it never looks too low, and a balance
 * `down`.
 */
export function roundedMinorOf(
  decimal: string | number,
  currency: Currency,
  rounding: 'up' | 'down',
): number {
  const [, sign, whole, fraction = ''] = /^(-?)(\d{1,12})(?:\.(\d+))?$/.exec(String(decimal)) ?? []
  if (whole === undefined) throw new RangeError(`${decimal} is not a decimal`)
  const digits = minorDigits(currency)
  const minor = Number(whole + fraction.slice(0, digits).padEnd(digits, '0'))
  const isMore = /[1-9]/.test(fraction.slice(digits))
  if (sign === '-') return -(isMore && rounding === 'down' ? minor + 1 : minor)
  return isMore && rounding === 'up' ? minor + 1 : minor
}

export function pricesIn(currencies: readonly Currency[], prices: Prices): Money[] {
  return currencies.flatMap((currency) => {
    const minor = prices[currency]
    return minor === undefined ? [] : [{ minor, currency }]
  })
}

/** Adds up amounts of one currency, in minor units. */
export function sumOf(amounts: readonly { readonly minor: number }[]): number {
  return amounts.reduce((sum, { minor }) => sum + minor, 0)
}

/** Adds up several prices, in the currencies that all of them have. */
export function sumOfPrices(list: readonly Prices[]): Prices {
  const [first = {}, ...others] = list
  return Object.fromEntries(
    Object.entries(first)
      .filter(([currency]) => others.every((each) => each[currency] !== undefined))
      .map(([currency, minor]) => [
        currency,
        others.reduce((sum, each) => sum + (each[currency] ?? 0), minor),
      ]),
  )
}

/** Two amounts of equal value, such as 100 cents and 9250 kopecks. */
export type ExchangeRate = { readonly from: Money; readonly to: Money }

/**
 * Converts an amount by a rate of its currency, in either direction, and rounds half up. Returns
 * null when there is no rate. Rates are not chained.
 */
export function convert({ minor, currency }: Money, to: Currency, rates: readonly ExchangeRate[]) {
  if (currency === to) return minor
  for (const rate of rates) {
    if (rate.from.currency === currency && rate.to.currency === to)
      return scale(minor, rate.to.minor, rate.from.minor)
    if (rate.to.currency === currency && rate.from.currency === to)
      return scale(minor, rate.from.minor, rate.to.minor)
  }
  return null
}

/** Returns the rate of one unit: `rateOf('USD', '92.50', 'RUB')` is 100 cents for 9250 kopecks. */
export function rateOf(from: Currency, decimal: string, to: Currency): ExchangeRate {
  const [whole = '', fraction = ''] = decimal.split('.')
  const excess = Math.max(0, fraction.length - minorDigits(to))
  const digits = fraction.padEnd(minorDigits(to), '0')
  return {
    from: { minor: 10 ** (minorDigits(from) + excess), currency: from },
    to: { minor: Number(whole + digits), currency: to },
  }
}

/** Converts by one rate, or by two with another currency in between. */
export function convertInSteps(amount: Money, to: Currency, rates: readonly ExchangeRate[]) {
  const between = rates.flatMap(({ from, to: other }) => [from.currency, other.currency])
  for (const currency of [amount.currency, ...between]) {
    const minor = convert(amount, currency, rates)
    const value = minor === null ? null : convert({ minor, currency }, to, rates)
    if (value !== null) return value
  }
  return null
}

/** Uses BigInt, because the product of two amounts can exceed the safe integers. */
function scale(minor: number, multiplier: number, divisor: number): number {
  const [product, by] = [BigInt(minor) * BigInt(multiplier), BigInt(divisor)]
  return Number((2n * product + by) / (2n * by))
}
