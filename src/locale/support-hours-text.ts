import type { OpenHours, SupportHours, SupportState } from '../domain/support-hours.ts'
import { cachePerLocale } from './cache-per-locale.ts'
import type { Locale } from './locales.ts'
import type { Words } from './words.ts'

/** Returns `Mon–Fri 09:00–20:00, Sat 10:00–16:00 (UTC+1)`. */
export function supportHoursText(
  locale: Locale,
  { hours, zone }: SupportHours,
  time: Date,
): string {
  const parts = hours.map(
    (each) => `${daysText(locale, each)} ${clock(each.opens)}–${clock(each.closes)}`,
  )
  return `${parts.join(', ')} (${offsetText(zone, time)})`
}

function daysText(locale: Locale, { from, to }: OpenHours): string {
  const [first, last] = [from, to].map((day) => weekdays(locale).format(dayOfWeek(day)))
  return from === to ? `${first}` : `${first}–${last}`
}

const weekdays = cachePerLocale(
  (locale) => new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' }),
)

/** 1 January 2024 was a Monday. */
function dayOfWeek(day: number): Date {
  return new Date(Date.UTC(2024, 0, 1 + day))
}

function clock(minutes: number): string {
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60]
  return [hour, minute].map((part) => String(part).padStart(2, '0')).join(':')
}

/** Returns `UTC+3`: visitors know it in every language, and the names of zones are long. */
function offsetText(timeZone: string, time: Date): string {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    timeZoneName: 'shortOffset',
  }).formatToParts(time)
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return offset.replace('GMT', 'UTC').replace('UTC+0', 'UTC').replace('-', '−')
}

/** Returns `Open now for another 2 h 30 min`, which is true in every time zone. */
export function supportStateText(words: Words, { isOpen, minutes }: SupportState): string {
  if (minutes === null) return words('supportHours.always')
  const time = durationText(words, minutes)
  return words(isOpen ? 'supportHours.open' : 'supportHours.closed', { time })
}

function durationText(words: Words, minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours === 0) return words('supportHours.minutes', { minutes: rest })
  return rest === 0
    ? words('supportHours.hours', { hours })
    : words('supportHours.hoursAndMinutes', { hours, minutes: rest })
}
