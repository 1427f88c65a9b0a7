import { dayMs, dayOf, hourMs, timeAfter } from '../kit/time.shared.ts'

type Usage = {
  readonly dataUsedMb: number
  /** Null if unlimited. */
  readonly dataLimitMb: number | null
  /** The first connection that the supplier reported, or null before a report. */
  readonly startedAt: Date | null
  readonly validityDays: number
  readonly measuredAt: Date | null
  readonly validUntil: Date | null
}

/** A forecast for a plan in use. */
type UsageOutlook = {
  readonly daysTotal: number
  /** Days left, including the day that has begun. */
  readonly daysLeft: number
  /**
   * The time at which the data ends at the pace so far, or at which the plan ends. Null if unknown.
   */
  readonly lastsUntil: Date | null
  /** MB a day that can be used until the end, or null if unlimited. */
  readonly dailyMb: number | null
}

/** The shortest time over which the daily use is measured. */
const shortestMeasurement = dayMs / 4

/** Returns null before the first connection and after the end. */
export function usageOutlook(usage: Usage, now: Date): UsageOutlook | null {
  const { validUntil, dataUsedMb, dataLimitMb } = usage
  const start = startOf(usage)
  if (start === null || !validUntil || now >= validUntil) return null
  const daysTotal = Math.max(1, Math.round((Number(validUntil) - start) / dayMs))
  const daysLeft = Math.min(daysTotal, Math.ceil((Number(validUntil) - Number(now)) / dayMs))
  if (dataLimitMb === null) return { daysTotal, daysLeft, lastsUntil: null, dailyMb: null }
  const leftMb = Math.max(0, dataLimitMb - dataUsedMb)
  return {
    daysTotal,
    daysLeft,
    lastsUntil: lastsUntil(usage, { start, leftMb, validUntil }),
    dailyMb: Math.floor(leftMb / daysLeft),
  }
}

/**
 * The first report can come days after the first connection. The supplier also reports the end, so
 * the plan started at least its validity before the end. A top-up moves the end, but not the start.
 */
function startOf({ startedAt, validUntil, validityDays }: Usage): number | null {
  if (!startedAt || !validUntil) return null
  return Math.min(Number(startedAt), Number(validUntil) - validityDays * dayMs)
}

function lastsUntil(
  { measuredAt, dataUsedMb }: Usage,
  { start, leftMb, validUntil }: { start: number; leftMb: number; validUntil: Date },
): Date | null {
  if (!measuredAt || dataUsedMb === 0) return null
  const measured = Number(measuredAt) - start
  if (measured < shortestMeasurement) return null
  const end = Number(measuredAt) + leftMb * (measured / dataUsedMb)
  return new Date(Math.min(end, Number(validUntil)))
}

/** The hour, UTC, of the email on the day before a departure. It is morning in Europe and Russia. */
const reminderHour = 6

/** Returns the time of the email before a departure on a date such as `2026-11-21`. */
export function reminderBefore(departure: string): Date {
  return new Date(Date.parse(departure) - dayMs + reminderHour * hourMs)
}

/** Returns the date of the departure that an email at this time is for. */
export function departureOf(reminder: Date): string {
  return dayOf(timeAfter(reminder, dayMs))
}

/** The dates of departure, such as `2026-11-21`, for which there is time for an email. */
export function departureDates(
  now: Date,
  activateBy: Date,
): { readonly from: string; readonly to: string } {
  const tomorrow = dayOf(timeAfter(now, dayMs))
  const from = reminderBefore(tomorrow) > now ? tomorrow : dayOf(timeAfter(now, 2 * dayMs))
  return { from, to: dayOf(activateBy) }
}
