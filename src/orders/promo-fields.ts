import { z } from 'zod'
import { countryCode, tariffID } from '../api/common.ts'
import { marketingCode } from './operations.ts'
import { parseMoney } from '../kit/money.shared.ts'
import { canonicalPromoCode } from './promo-code.ts'
import type { PromoCode } from './promo-code.ts'
import { dayMs, timeAfter } from '../kit/time.shared.ts'

/** Converts a code to the form in which it is stored. */
export const promoCodeName = marketingCode.transform(canonicalPromoCode)

const day = z.iso.date().transform((text) => new Date(text))
const limit = z
  .string()
  .regex(/^[1-9]\d{0,8}$/)
  .transform(Number)
const listOf = (item: z.ZodType<string, string>) =>
  z
    .string()
    .transform((text) => text.split(',').map((each) => each.trim()))
    .pipe(z.array(item))
const percent = z
  .string()
  .regex(/^\d{1,2}(\.\d{1,2})?$/)
  .transform((text) => Math.round(Number(text) * 100))
  .refine((hundredths) => hundredths > 0)
const amount = z.string().transform((text, context) => {
  const money = parseMoney(text)
  if (money && money.minor > 0) return [money.currency, money.minor] as const
  context.addIssue({ code: 'custom' })
  return z.NEVER
})

/** The fields of a new promo code. Days are in UTC. A code is valid until the end of the last day. */
export const promoFields = z
  .object({
    percent: percent.optional(),
    amount: z.array(amount).optional(),
    from: day.optional(),
    until: day.optional(),
    limit: limit.optional(),
    perCustomer: limit.optional(),
    plans: listOf(tariffID).default([]),
    countries: listOf(countryCode).default([]),
  })
  .refine(
    ({ percent: share, amount: amounts }) => (share === undefined) !== (amounts === undefined),
  )
  .refine(({ from, until }) => !from || !until || from <= until, { path: ['until'] })

/** The fields that can change while a code is valid, or before it is. */
export const promoChangeFields = z.object({ until: day.optional(), limit: limit.optional() })

/** Returns the end of a code whose last day is given. */
export function endOfDay(lastDay: Date | undefined): Date | null {
  return lastDay ? timeAfter(lastDay, dayMs) : null
}

/** Returns the promo code that the fields describe. Its last day counts until its end. */
export function promoCodeOf(code: string, fields: z.output<typeof promoFields>): PromoCode {
  return {
    code,
    reduction:
      fields.percent === undefined
        ? { kind: 'amount', amounts: Object.fromEntries(fields.amount ?? []) }
        : { kind: 'percent', hundredths: fields.percent },
    startsAt: fields.from ?? null,
    endsAt: endOfDay(fields.until),
    totalLimit: fields.limit ?? null,
    customerLimit: fields.perCustomer ?? null,
    tariffIDs: fields.plans,
    countryCodes: fields.countries,
  }
}
