import type { PaymentProvider } from '../payments/payment-provider.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** A payment that is this young is looked up every five minutes, an older one every hour. */
const youth = hour
const longestPause = 6 * hour

/** The slowest payment methods report a charge within two weeks. */
const unpaidLifetime = 40 * day
/** Card networks allow disputes for 120 days, and banks take weeks to decide them. */
const paidLifetime = 180 * day

type LookUpState = {
  readonly startedAt: Date
  /** The last charge; null: nothing is charged. */
  readonly chargedAt: Date | null
  /** Failures since the last look-up that succeeded. Each doubles the pause. */
  readonly failures: number
}

/** When a new payment is looked up; null: its provider has no API. */
export function firstLookUp({ canLookUp }: PaymentProvider, now: Date): Date | null {
  return canLookUp ? nextLookUp({ startedAt: now, chargedAt: null, failures: 0 }, now) : null
}

/** When a payment is looked up next; null: nothing can change any more. */
export function nextLookUp(
  { startedAt, chargedAt, failures }: LookUpState,
  now: Date,
): Date | null {
  const end = chargedAt ? later(chargedAt, paidLifetime) : later(startedAt, unpaidLifetime)
  if (now > end) return null
  const pause = now < later(startedAt, youth) ? 5 * minute : hour
  return later(now, Math.min(pause * 2 ** failures, longestPause))
}

function later(time: Date, milliseconds: number): Date {
  return new Date(time.getTime() + milliseconds)
}
