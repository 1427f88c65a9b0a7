import { dayMs, dayOf, hourMs, timeAfter } from './time-units.ts'

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
