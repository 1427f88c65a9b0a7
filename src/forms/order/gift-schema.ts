import * as z from 'zod/mini'
import { asciiAddress, emailPattern } from '../../domain/email-address.ts'
import { maxLength, oneLine } from '../../domain/field-limits.ts'
import { isWithin } from '../../domain/gift-dates.ts'
import type { GiftDates } from '../../domain/gift-dates.ts'
import { messageKey } from '../../locale/texts.ts'
import type { FieldReader } from '../form-values.ts'

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
export type GiftBounds = {
  /** Null if the API checks whether the date is in bounds. */
  readonly dates: GiftDates | null
  readonly people: number
}

export function giftSchema({ dates, people }: GiftBounds) {
  const invalid = people > 1 ? 'order.giftEmailsInvalid' : 'order.giftEmailInvalid'
  return {
    giftEmail: z
      .string()
      .check(z.refine((text) => text === '' || areAddressesFor(people, text), messageKey(invalid))),
    giftMessage: z
      .string()
      .check(
        z.regex(oneLine, messageKey('order.giftMessageInvalid')),
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
  return text.split(',').map((part) => asciiAddress(part.trim()))
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
export const giftHasAddress = z.refine<GiftValues>(
  ({ giftEmail, giftMessage, giftDate }) =>
    giftEmail !== '' || (giftMessage === '' && giftDate === ''),
  { path: ['giftEmail'], error: messageKey('order.giftEmailInvalid'), when: () => true },
)

/** Joins the message into one line, so that it cannot look like another part of the email. */
export function readGift(form: FieldReader): GiftValues {
  return {
    giftEmail: form.text('giftEmail'),
    giftMessage: form.text('giftMessage').replaceAll(/\s+/g, ' '),
    giftDate: form.text('giftDate'),
  }
}
