import * as z from 'zod/mini'
import { marketingCodePattern, maxLength, oneLine, withoutLinks } from '../kit/limits.shared.ts'
import { messageKey } from '../words/texts.shared.ts'
import { orderEmailField, readIdempotencyKey, readUtm, utmField } from '../ui/form-values.shared.ts'
import type { FieldReader } from '../ui/form-values.shared.ts'
import { emailPattern, readAddress } from '../kit/email.shared.ts'
import { readWord } from '../kit/typed.shared.ts'
import { isWithin, type GiftDates } from '../kit/activation-window.shared.ts'

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
    // A voucher is often typed with spaces between its groups.
    promocode: readWord(form.text('promocode')).replace(
      /^(\w{4})\s+(\w{4})\s+(\w{4})\s+(\w{4})$/,
      '$1-$2-$3-$4',
    ),
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

/** Empty values mean that the order is not a gift. */
export type GiftValues = {
  /** One address, or one address for each person of the order, separated by commas. */
  readonly giftEmail: string
  readonly giftMessage: string
  /** A date such as `2026-11-25`, or empty to send the gift when it is paid. */
  readonly giftDate: string
}

export const noGift: GiftValues = { giftEmail: '', giftMessage: '', giftDate: '' }

const address = z.email({ pattern: emailPattern }).check(z.maxLength(maxLength.email))
const day = z.iso.date()

/** The dates on which a gift can be sent, and the number of people. */
type GiftBounds = {
  /** Null if the API checks whether the date is in bounds. */
  readonly dates: GiftDates | null
  readonly people: number
}

function giftSchema({ dates, people }: GiftBounds) {
  const invalid = people > 1 ? 'order.giftEmailsInvalid' : 'order.giftEmailInvalid'
  return {
    giftEmail: z
      .string()
      .check(z.refine((text) => text === '' || areAddressesFor(people, text), messageKey(invalid))),
    giftMessage: z
      .string()
      .check(
        z.regex(oneLine, messageKey('order.giftMessageInvalid')),
        z.regex(withoutLinks, messageKey('order.giftMessageInvalid')),
        z.maxLength(maxLength.giftMessage, messageKey('order.giftMessageInvalid')),
      ),
    giftDate: z
      .string()
      .check(
        z.refine(
          (text) => text === '' || (day.safeParse(text).success && isIn(dates, text)),
          messageKey('order.giftDateInvalid'),
        ),
      ),
  }
}

/** Returns the addresses of the field: one for all eSIMs, or one for each person. */
export function giftAddresses(text: string): string[] {
  return text.split(/[,;]/).map(readAddress)
}

function areAddressesFor(people: number, text: string): boolean {
  const addresses = giftAddresses(text)
  const isComplete = addresses.length === 1 || addresses.length === people
  return isComplete && addresses.every((each) => address.safeParse(each).success)
}

function isIn(dates: GiftDates | null, date: string): boolean {
  return dates === null || isWithin(dates, date)
}

/** A message or a date requires an address. */
const giftHasAddress = z.refine<GiftValues>(
  ({ giftEmail, giftMessage, giftDate }) =>
    giftEmail !== '' || (giftMessage === '' && giftDate === ''),
  { path: ['giftEmail'], error: messageKey('order.giftEmailInvalid'), when: () => true },
)

/** Joins the message into one line, so that it cannot look like another part of the email. */
function readGift(form: FieldReader): GiftValues {
  return {
    giftEmail: form.text('giftEmail'),
    giftMessage: form.text('giftMessage').replaceAll(/\s+/g, ' '),
    giftDate: form.text('giftDate'),
  }
}
