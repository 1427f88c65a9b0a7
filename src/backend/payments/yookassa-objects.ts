import { z } from 'zod'
import { currencyPattern, decimalOf, minorOf } from '../../domain/money.ts'
import type { Money } from '../../domain/money.ts'

/** The fields of https://yookassa.ru/developers/api that the shop reads. */

const amount = z
  .object({
    value: z.string().regex(/^\d{1,12}\.\d{2}$/),
    currency: z.string().regex(currencyPattern),
  })
  .transform(({ value, currency }): Money => ({ minor: minorOf(value, currency), currency }))

const id = z.string().min(1).max(64)
const time = z.iso.datetime({ offset: true }).transform((value) => new Date(value))

export const paymentObject = z.object({
  id,
  status: z.enum(['pending', 'waiting_for_capture', 'succeeded', 'canceled']),
  amount,
  /** The amount less YooKassa's fee. An invalid one must not hide the payment. */
  income_amount: amount.optional().catch(undefined),
  description: z.string().optional(),
  created_at: time,
  captured_at: time.optional(),
  confirmation: z.object({ confirmation_url: z.url({ protocol: /^https$/ }) }).optional(),
  metadata: z
    .object({ invoiceID: z.string().optional(), email: z.string().optional() })
    .default({}),
})
export type YookassaPayment = z.output<typeof paymentObject>

export const refundObject = z.object({
  id,
  payment_id: id,
  status: z.enum(['pending', 'succeeded', 'canceled']),
  amount,
  created_at: time,
  cancellation_details: z.object({ reason: z.string() }).optional(),
  metadata: z.object({ refundKey: z.string().optional() }).default({}),
})
export type YookassaRefund = z.output<typeof refundObject>

/** One page of a list of payments, which can be payments of other sellers. */
export const paymentList = z.object({
  items: z.array(z.object({ id })),
  next_cursor: z.string().optional(),
})

/** One page of a list of refunds. */
export const refundList = z.object({
  items: z.array(refundObject),
  next_cursor: z.string().optional(),
})

/** `parameter` names the invalid field. The API's description may quote the customer's input. */
export const errorObject = z.object({ code: z.string(), parameter: z.string().default('') })

/** The body of an answer that is not final. `retry_after` is in milliseconds. */
export const processingObject = z.object({ retry_after: z.number().nonnegative() })

/** The shop reads only the event and the ids from a notification, and fetches the rest. */
export const notificationObject = z.object({
  type: z.literal('notification'),
  event: z.string(),
  object: z.object({ id, payment_id: id.optional() }),
})

/** An amount as the API expects it: `{ value: '12.50', currency: 'RUB' }`. */
export function amountObject(money: Money): { readonly value: string; readonly currency: string } {
  return { value: decimalOf(money), currency: money.currency }
}
