import type { Currency } from './money.ts'

export const paymentOptionPattern = /^card-([a-z]{3})$/

/** A card charged in one currency: `card-usd` (specification, section 9). */
export function cardIn(currency: Currency): string {
  return `card-${currency.toLowerCase()}`
}

/** The currency that a payment option charges; null for a name that is not an option. */
export function currencyOf(paymentOption: string): Currency | null {
  return paymentOptionPattern.exec(paymentOption)?.[1]?.toUpperCase() ?? null
}
