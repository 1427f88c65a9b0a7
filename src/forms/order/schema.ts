import * as z from 'zod/mini'
import type { FieldReader } from '../field-reader.ts'
import { paymentOptions } from '../../domain/payment-options.ts'
import { secretID } from '../../domain/secret-id.ts'
import { emailField, utm, utmIn } from '../fields.ts'

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

export function orderIn(form: FieldReader): OrderValues {
  return {
    email: form.text('email'),
    paymentOption: form.text('paymentOption'),
    promocode: form.text('promocode'),
    consent: form.isChecked('consent'),
    idempotencyKey: form.text('idempotencyKey') || secretID(),
    utm: utmIn(form.text),
  }
}
