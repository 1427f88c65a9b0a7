export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

export function timeAfter(time: Date, milliseconds: number): Date {
  return new Date(time.getTime() + milliseconds)
}

export function timeBefore(time: Date, milliseconds: number): Date {
  return timeAfter(time, -milliseconds)
}

/** Returns the later time as the database and the API write times. */
export function isoAfter(time: Date, milliseconds: number): string {
  return timeAfter(time, milliseconds).toISOString()
}

/** Returns the earlier time as the database and the API write times. */
export function isoBefore(time: Date, milliseconds: number): string {
  return timeBefore(time, milliseconds).toISOString()
}

/** Returns the UTC date of a time: `2026-11-21`. */
export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 'YYYY-MM-DD'.length)
}
