import * as z from 'zod/mini'
import { emailField, utm } from './fields.ts'

/** Card in USD, card in RUB (specification, section 9). */
export const paymentOptions = ['card-usd', 'card-rub'] as const
export type PaymentOption = (typeof paymentOptions)[number]

/** What the order form holds, as typed. */
export type OrderValues = {
  readonly email: string
  readonly paymentOption: string
  readonly promocode: string
  readonly consent: boolean
  readonly idempotencyKey: string
  readonly utm: { readonly [name: string]: string }
}

/** A marketing code, or nothing. */
const promocodePattern = /^[A-Za-z0-9_-]{0,64}$/

/** Messages are names of words. The browser checks by it, and the server again. */
export const orderSchema = z.object({
  email: emailField,
  paymentOption: z.enum(paymentOptions, 'order.paymentInvalid'),
  promocode: z.string().check(z.regex(promocodePattern, 'order.promocodeInvalid')),
  consent: z.literal(true, 'order.consentMissing'),
  idempotencyKey: z.string(),
  utm,
})
