import type { Currency } from './money.ts'

export const paymentOptionPattern = /^card-([a-z]{3})$/

export function cardIn(currency: Currency): string {
  return `card-${currency.toLowerCase()}`
}

export function currencyOf(paymentOption: string): Currency | null {
  return paymentOptionPattern.exec(paymentOption)?.[1]?.toUpperCase() ?? null
}

/** Methods that payment pages can accept. Pages name them, and the operator states which apply. */
export const paymentMethods = [
  'visa',
  'mastercard',
  'mir',
  'amex',
  'unionpay',
  'sbp',
  'sberpay',
  'tpay',
  'apple-pay',
  'google-pay',
  'paypal',
] as const
export type PaymentMethod = (typeof paymentMethods)[number]
export type PaymentMethods = { readonly [currency: Currency]: readonly PaymentMethod[] }

export function isPaymentMethod(name: string): name is PaymentMethod {
  return paymentMethods.some((each) => each === name)
}
