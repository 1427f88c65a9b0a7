import { minorDigits } from './money.ts'
import type { Currency, Money } from './money.ts'

/** Two amounts of equal value, such as 100 cents and 9250 kopecks. */
export type ExchangeRate = { readonly from: Money; readonly to: Money }

/**
 * Converts an amount by a rate of its currency, in either direction, and rounds half up. Returns
 * null when there is no rate. Rates are not chained.
 */
export function convert(
  { minor, currency }: Money,
  to: Currency,
  rates: readonly ExchangeRate[],
): number | null {
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

/** Uses BigInt, because the product of two amounts can exceed the safe integers. */
function scale(minor: number, multiplier: number, divisor: number): number {
  const [product, by] = [BigInt(minor) * BigInt(multiplier), BigInt(divisor)]
  return Number((2n * product + by) / (2n * by))
}
