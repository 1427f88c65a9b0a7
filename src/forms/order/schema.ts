import * as z from 'zod/mini'
import { marketingCodePattern } from '../../domain/marketing.ts'
import { secretID } from '../../domain/secret-id.ts'
import { messageKey } from '../../locale/texts.ts'
import type { FieldReader } from '../form-values.ts'
import { emailField, readUtm, utmField } from '../fields.ts'

export type OrderValues = {
  readonly email: string
  readonly paymentOption: string
  readonly promocode: string
  readonly consent: boolean
  readonly idempotencyKey: string
  readonly utm: { readonly [name: string]: string }
}

export type Card = { readonly option: string; readonly label: string; readonly price: string }

export function orderSchema(cards: readonly Card[]) {
  const options = cards.map(({ option }) => option)
  return z.object({
    email: emailField,
    paymentOption: z.enum(options, messageKey('order.paymentInvalid')),
    promocode: z
      .string()
      .check(
        z.refine(
          (code) => code === '' || marketingCodePattern.test(code),
          messageKey('order.promocodeInvalid'),
        ),
      ),
    consent: z.literal(true, messageKey('order.consentMissing')),
    idempotencyKey: z.string(),
    utm: utmField,
  })
}

export function readOrder(form: FieldReader): OrderValues {
  return {
    email: form.text('email'),
    paymentOption: form.text('paymentOption'),
    promocode: form.text('promocode'),
    consent: form.isChecked('consent'),
    idempotencyKey: form.text('idempotencyKey') || secretID(),
    utm: readUtm(form.text),
  }
}
