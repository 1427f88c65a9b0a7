import * as z from 'zod/mini'
import { marketingCodePattern } from '../../domain/marketing.ts'
import { messageKey } from '../../locale/texts.ts'
import type { FieldReader } from '../form-values.ts'
import { orderEmailField, readIdempotencyKey, readUtm, utmField } from '../fields.ts'
import { giftHasAddress, giftSchema, readGift } from './gift-schema.ts'
import type { GiftBounds, GiftValues } from './gift-schema.ts'

export type OrderValues = GiftValues & {
  readonly email: string
  readonly paymentOption: string
  readonly promocode: string
  /** The total that the form shows for the chosen card, in minor units, or empty if unknown. */
  readonly total: string
  readonly consent: boolean
  readonly idempotencyKey: string
  readonly utm: { readonly [name: string]: string }
}

/** A card charged in one currency. Texts are formatted for display. */
export type Card = {
  readonly option: string
  readonly label: string
  /** The payment methods of this currency, or empty if they are not stated. */
  readonly methods: string
  readonly price: string
  /** The reduction of the promo code, or null. */
  readonly reduction: string | null
  readonly total: string
  readonly totalMinor: number
}

const promocodeField = z
  .string()
  .check(
    z.refine(
      (code) => code === '' || marketingCodePattern.test(code),
      messageKey('order.promocodeInvalid'),
    ),
  )

/** Validates the field that the button for the promo code sends. */
export const promocodeSchema = z.object({ promocode: promocodeField })

/**
 * @param options the payment options that can be chosen
 * @param gift the dates on which a gift can be sent, and the number of people
 */
export function orderSchema(options: readonly string[], gift: GiftBounds) {
  return z
    .object({
      ...giftSchema(gift),
      email: orderEmailField,
      paymentOption: z.enum(options, messageKey('order.paymentInvalid')),
      promocode: promocodeField,
      total: z.string(),
      consent: z.literal(true, messageKey('order.consentMissing')),
      idempotencyKey: z.string(),
      utm: utmField,
    })
    .check(giftHasAddress)
}

const digitsPattern = /^\d{1,12}$/

export function readOrder(form: FieldReader): OrderValues {
  const paymentOption = form.text('paymentOption')
  return {
    email: form.email('email'),
    paymentOption,
    promocode: form.text('promocode'),
    total: digitsPattern.exec(form.text(totalField(paymentOption)))?.[0] ?? '',
    ...readGift(form),
    consent: form.isChecked('consent'),
    idempotencyKey: readIdempotencyKey(form),
    utm: readUtm(form.text),
  }
}

/** Returns the name of the hidden field with the total for a card: `total-card-usd`. */
export function totalField(paymentOption: string): string {
  return `total-${paymentOption}`
}
