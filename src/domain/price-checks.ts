import { decimalOf } from './money.ts'
import type { Currency, Prices } from './money.ts'

/**
 * For about ten years, a unit of a strong currency has been worth over ten units of a weak
 * currency.
 */
const strong: readonly Currency[] = ['USD', 'EUR', 'GBP', 'CHF']
const weak = 'RUB INR JPY KRW THB TRY CZK HUF KZT AMD UZS PHP VND IDR UAH RSD'.split(' ')

/** Returns pairs of these currencies. A price has fewer units of the first than of the second. */
export function comparablePairs(
  currencies: readonly Currency[],
): readonly (readonly [valued: Currency, other: Currency])[] {
  const others = currencies.filter((currency) => weak.includes(currency))
  return currencies
    .filter((currency) => strong.includes(currency))
    .flatMap((valued) => others.map((other) => [valued, other] as const))
}

/** Returns two currencies whose prices look swapped: a plan for 12 USD costs more than 12 RUB. */
export function swappedCurrencies(prices: Prices): readonly [Currency, Currency] | null {
  const unitsOf = (currency: Currency) =>
    Number(decimalOf({ minor: prices[currency] ?? 0, currency }))
  const isSwapped = ([valued, other]: readonly [Currency, Currency]) =>
    unitsOf(other) < unitsOf(valued)
  return comparablePairs(Object.keys(prices)).find(isSwapped) ?? null
}

/** Whether an amount rose or fell by more than half. */
export function isJump(before: number, after: number): boolean {
  return Math.abs(after - before) * 2 > before
}

/** Whether a list removes so many of the plans on sale that it is probably incomplete. */
export function isLargeLoss(gone: number, before: number): boolean {
  return gone * 5 > before
}
