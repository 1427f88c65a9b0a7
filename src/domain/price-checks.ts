import { decimalOf } from './money.ts'
import type { Currency, Prices } from './money.ts'

/** A unit of these is worth more than ten units of those: about ten years of exchange rates. */
const strong: readonly Currency[] = ['USD', 'EUR', 'GBP', 'CHF']
const weak = 'RUB INR JPY KRW THB TRY CZK HUF KZT AMD UZS PHP VND IDR UAH RSD'.split(' ')

/** Two currencies whose prices look exchanged: a plan for 12 USD costs more than 12 RUB. */
export function swappedCurrencies(prices: Prices): readonly [Currency, Currency] | null {
  const unitsOf = (currency: Currency) =>
    Number(decimalOf({ minor: prices[currency] ?? 0, currency }))
  for (const valued of strong)
    for (const other of weak)
      if (valued in prices && other in prices && unitsOf(other) < unitsOf(valued))
        return [valued, other]
  return null
}

/** Whether an amount rose by more than half, or fell by more than half. */
export function isJump(before: number, after: number): boolean {
  return Math.abs(after - before) * 2 > before
}

/** Whether so many of the plans on sale would go that the list is probably incomplete. */
export function isLargeLoss(gone: number, before: number): boolean {
  return gone * 5 > before
}
