import { z } from 'zod'

// The fields that the shop reads. Times are in seconds since 1970. Currencies are in lower case.

const time = z.int().transform((seconds) => new Date(seconds * 1000))
const amount = z.int()
const currency = z.string().regex(/^[a-z]{3}$/)

export const checkoutSession = z.object({
  id: z.string().startsWith('cs_'),
  status: z.string().nullable(),
  /** Null after the page has stopped working. */
  url: z.string().nullable(),
  expires_at: time,
  /** Null until the customer tries to pay. */
  payment_intent: z.string().nullable(),
  metadata: z.record(z.string(), z.string()).nullable(),
})
export type CheckoutSession = z.output<typeof checkoutSession>

export const charge = z.object({
  id: z.string(),
  status: z.string(),
  amount,
  currency,
  created: time,
})
export type Charge = z.output<typeof charge>

/** A charge with its balance transaction, which is null until Stripe has captured the payment. */
export const chargeWithFee = z.object({
  balance_transaction: z
    .object({
      /** In the smallest unit of `currency`, which is the currency of the account's balance. */
      fee: amount,
      currency,
    })
    .nullable(),
})

export const refund = z.object({
  id: z.string(),
  status: z.string().nullable(),
  amount,
  currency,
  created: time,
  metadata: z.record(z.string(), z.string()).nullable(),
  /** Set when the refund left the account and the bank returned the money. */
  failure_balance_transaction: z.string().nullish(),
})
export type Refund = z.output<typeof refund>

export const dispute = z.object({
  id: z.string(),
  status: z.string(),
  amount,
  currency,
  created: time,
  balance_transactions: z.array(z.object({ created: time })),
})
export type Dispute = z.output<typeof dispute>

export const listOf = <T>(item: z.ZodType<T>) => z.object({ data: z.array(item) })
