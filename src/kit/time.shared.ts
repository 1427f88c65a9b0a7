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

/** Times from `since` until just before `until`. Without `until` the period has no end. */
export type Period = { readonly since: Date; readonly until?: Date | undefined }

/** Returns the last days in UTC, which include today. */
export function lastDays(now: Date, count: number): Period {
  const since = timeBefore(now, (count - 1) * dayMs)
  since.setUTCHours(0, 0, 0, 0)
  return { since }
}

/** A calendar month, in UTC. */
export type CalendarMonth = {
  /** `2026-11` */
  readonly name: string
  readonly since: Date
  readonly until: Date
}

/** Parses `2026-11`. Returns null for other strings. */
export function parseMonth(text: string): CalendarMonth | null {
  const [, year, number] = /^(20\d\d)-(0[1-9]|1[0-2])$/.exec(text) ?? []
  return year === undefined ? null : monthAt(Number(year), Number(number) - 1)
}

/** Returns the bounds as the database writes times. */
export function boundsOf({ since, until }: CalendarMonth): [since: string, until: string] {
  return [since.toISOString(), until.toISOString()]
}

export function monthOf(time: Date): CalendarMonth {
  return monthAt(time.getUTCFullYear(), time.getUTCMonth())
}

/** A scheduled job records with the time of its start, and may take 15 minutes. */
const longestJobMs = 15 * minuteMs

/** Whether nothing can be recorded with a time of the month anymore. */
export function hasEnded({ until }: CalendarMonth, now: Date): boolean {
  return until <= timeBefore(now, longestJobMs)
}

/** Returns a month before (`-1`) or after (`1`) another one. */
export function monthBeside({ since }: CalendarMonth, step: number): CalendarMonth {
  return monthAt(since.getUTCFullYear(), since.getUTCMonth() + step)
}

/** @param index 0 for January. Can be outside of the year. */
function monthAt(year: number, index: number): CalendarMonth {
  const since = new Date(Date.UTC(year, index))
  const until = new Date(Date.UTC(year, index + 1))
  return { name: since.toISOString().slice(0, 7), since, until }
}
