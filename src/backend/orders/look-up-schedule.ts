import type { PaymentProvider } from '../payments/payment-provider.ts'
import { dayMs, hourMs, minuteMs } from '../../domain/time-units.ts'

const longestPause = 6 * hourMs

/** Payment pages close within a day: later charges of an unpaid payment are rare. */
const unpaidIsOld = 2 * dayMs

/** The slowest payment methods report a charge within two weeks. */
const unpaidLifetime = 40 * dayMs
/** Card networks allow disputes for 120 days, and banks take weeks to decide them. */
const paidLifetime = 180 * dayMs

/** Payments that started within this time are young: their customers are waiting. */
export function youngSince(now: Date): Date {
  return later(now, -hourMs)
}

type LookUpState = {
  readonly startedAt: Date
  /** The time of the last charge; null: none. */
  readonly chargedAt: Date | null
  /** Failures since the last look-up that succeeded. Each doubles the pause. */
  readonly failures: number
}

/** The time of the first look-up; null: the provider has no API. */
export function firstLookUp({ canLookUp }: PaymentProvider, now: Date): Date | null {
  return canLookUp ? nextLookUp({ startedAt: now, chargedAt: null, failures: 0 }, now) : null
}

/** The time of the next look-up; null: nothing can change any more. */
export function nextLookUp(
  { startedAt, chargedAt, failures }: LookUpState,
  now: Date,
): Date | null {
  const end = chargedAt ? later(chargedAt, paidLifetime) : later(startedAt, unpaidLifetime)
  if (now > end) return null
  const age = now.getTime() - startedAt.getTime()
  const pause = age < hourMs ? 5 * minuteMs : chargedAt || age < unpaidIsOld ? hourMs : dayMs
  return later(now, Math.max(pause, Math.min(pause * 2 ** failures, longestPause)))
}

function later(time: Date, milliseconds: number): Date {
  return new Date(time.getTime() + milliseconds)
}
