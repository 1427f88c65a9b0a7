import type { Currency } from './money.ts'

export const paymentOptionPattern = /^card-([a-z]{3})$/

export function cardIn(currency: Currency): string {
  return `card-${currency.toLowerCase()}`
}

export function currencyOf(paymentOption: string): Currency | null {
  return paymentOptionPattern.exec(paymentOption)?.[1]?.toUpperCase() ?? null
}
