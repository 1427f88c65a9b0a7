import { z } from 'zod'
import { countryCode, tariffID } from '../../contract/common.ts'
import { marketingCode } from '../../contract/purchase.ts'
import { parseMoney } from '../../domain/money.ts'
import { canonicalPromoCode } from '../../domain/promo-code.ts'
import type { PromoCode } from '../../domain/promo-code.ts'
import { dayMs, timeAfter } from '../../domain/time-units.ts'

/** The fields of a promo code in the command and in the back office. */

/** Converts a code to the form in which it is stored. */
export const promoCodeName = marketingCode.transform(canonicalPromoCode)

const day = z.iso.date('must be a day such as 2026-12-31').transform((text) => new Date(text))
const limit = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, 'must be a whole number from 1')
  .transform(Number)
const listOf = (item: z.ZodType<string, string>, expected: string) =>
  z.string().transform((text, context) => {
    const items = z.array(item).safeParse(text.split(',').map((each) => each.trim()))
    if (items.success) return items.data
    context.addIssue({ code: 'custom', message: `must be ${expected}` })
    return z.NEVER
  })
const percent = z
  .string()
  .regex(/^\d{1,2}(\.\d{1,2})?$/, 'must be less than 100, with two decimals at most')
  .transform((text) => Math.round(Number(text) * 100))
  .refine((hundredths) => hundredths > 0, 'must be more than 0')
const amount = z.string().transform((text, context) => {
  const money = parseMoney(text)
  if (money && money.minor > 0) return [money.currency, money.minor] as const
  context.addIssue({ code: 'custom', message: 'must be an amount such as "5.00 USD"' })
  return z.NEVER
})

/** Days are in UTC. A code is valid until the end of the last day. */
export const promoFields = z
  .object({
    percent: percent.optional(),
    amount: z.array(amount).optional(),
    from: day.optional(),
    until: day.optional(),
    limit: limit.optional(),
    'per-customer': limit.optional(),
    plans: listOf(tariffID, 'ids of plans such as tr-10gb-30d,ge-3gb-15d').default([]),
    countries: listOf(countryCode, 'lower-case codes such as tr,ge').default([]),
  })
  .refine(
    ({ percent: share, amount: amounts }) => (share === undefined) !== (amounts === undefined),
    { error: 'Give either --percent or --amount.' },
  )
  .refine(({ from, until }) => !from || !until || from <= until, {
    path: ['until'],
    error: 'must not be before --from',
  })

/** The fields that can change while a code is valid, or before it is. */
export const promoChangeFields = z.object({ until: day.optional(), limit: limit.optional() })

/** Returns the end of a code whose last day is given. */
export function endOfDay(lastDay: Date | undefined): Date | null {
  return lastDay ? timeAfter(lastDay, dayMs) : null
}

/**
 * Returns the promo code that fields of a command or form describe. Its last day counts until its
 * end.
 */
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
    customerLimit: fields['per-customer'] ?? null,
    tariffIDs: fields.plans,
    countryCodes: fields.countries,
  }
}
