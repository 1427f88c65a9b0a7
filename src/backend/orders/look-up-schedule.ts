import type { PaymentProvider } from '../payments/payment-provider.ts'
import { dayMs, hourMs, minuteMs, timeAfter, timeBefore } from '../../domain/time-units.ts'

const longestPause = 6 * hourMs

/** Payment pages close within a day, so later charges are rare. */
const unpaidIsOld = 2 * dayMs

/** The slowest payment methods report a charge within two weeks. */
const unpaidLifetime = 40 * dayMs
/** Card networks allow disputes for 120 days, and banks take weeks to decide them. */
const paidLifetime = 180 * dayMs

/** Returns the time since which started payments are young. Their customers are waiting. */
export function youngSince(now: Date): Date {
  return timeBefore(now, hourMs)
}

type LookUpState = {
  readonly startedAt: Date
  /** The time of the last charge. Null without a charge. */
  readonly chargedAt: Date | null
  /** Failures since the last successful lookup. Each failure doubles the pause. */
  readonly failures: number
}

/** Returns the time of the first lookup, or null when the provider has no lookup API. */
export function firstLookUp({ canLookUp }: PaymentProvider, now: Date): Date | null {
  return canLookUp ? nextLookUp({ startedAt: now, chargedAt: null, failures: 0 }, now) : null
}

/** Returns the time of the next lookup, or null when the payment can no longer change. */
export function nextLookUp(
  { startedAt, chargedAt, failures }: LookUpState,
  now: Date,
): Date | null {
  const end = chargedAt ? timeAfter(chargedAt, paidLifetime) : timeAfter(startedAt, unpaidLifetime)
  if (now > end) return null
  const age = now.getTime() - startedAt.getTime()
  const pause = age < hourMs ? 5 * minuteMs : chargedAt || age < unpaidIsOld ? hourMs : dayMs
  return timeAfter(now, Math.max(pause, Math.min(pause * 2 ** failures, longestPause)))
}
