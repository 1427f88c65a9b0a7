import { cachePerLocale, type Locale } from './locales.shared.ts'
import type { Words } from './words.shared.ts'

/** The hours in which people answer, on one or more days of the week. */
type OpenHours = {
  /** Days of the week. Monday is 0. */
  readonly from: number
  readonly to: number
  /** Minutes since midnight. */
  readonly opens: number
  readonly closes: number
}

export type SupportHours = {
  readonly hours: readonly OpenHours[]
  /** An IANA time zone: `Europe/London`. */
  readonly zone: string
}

/** Whether support is open, and the minutes until that changes. Null if it never closes. */
export type SupportState = { readonly isOpen: boolean; readonly minutes: number | null }

const dayNames = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
const minutesOfDay = 24 * 60
const minutesOfWeek = 7 * minutesOfDay

/** Parses `mon-fri 09:00-20:00, sat 10:00-16:00 Europe/London`. Returns null for other texts. */
export function parseSupportHours(text: string): SupportHours | null {
  const [, list = '', zone = ''] = /^(.+) (\S+)$/.exec(text.trim()) ?? []
  const hours = list.split(',').map((part) => parseHours(part.trim()))
  const known = hours.filter((each) => each !== null)
  return known.length === hours.length && isTimeZone(zone) ? { hours: known, zone } : null
}

const pattern = /^([a-z]{3})(?:-([a-z]{3}))? (\d{2}):(\d{2})-(\d{2}):(\d{2})$/

function parseHours(text: string): OpenHours | null {
  const [, first = '', last = first, ...clock] = pattern.exec(text.toLowerCase()) ?? []
  const [from, to] = [first, last].map((name) => dayNames.findIndex((each) => each === name))
  const [openHour = 0, openMinute = 60, closeHour = 0, closeMinute = 60] = clock.map(Number)
  const [opens, closes] = [openHour * 60 + openMinute, closeHour * 60 + closeMinute]
  const isTime = openMinute < 60 && closeMinute < 60 && opens < closes && closes <= minutesOfDay
  if (!isTime || from === undefined || to === undefined || from < 0 || to < from) return null
  return { from, to, opens, closes }
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

export function supportStateAt({ hours, zone }: SupportHours, time: Date): SupportState {
  const now = minuteOfWeek(time, zone)
  const open = openSpans(hours)
  const current = open.find(({ from, to }) => from <= now && now < to)
  if (current === undefined) {
    const waits = open.map(({ from }) => (from - now + minutesOfWeek) % minutesOfWeek)
    return { isOpen: false, minutes: Math.min(...waits) }
  }
  // A span that reaches the end of the week continues on Monday.
  const next = current.to === minutesOfWeek ? open.find(({ from }) => from === 0) : undefined
  if (next === current) return { isOpen: true, minutes: null }
  return { isOpen: true, minutes: current.to - now + (next?.to ?? 0) }
}

type Span = { readonly from: number; readonly to: number }

/** Returns the open minutes of a week, without spans that touch each other. */
function openSpans(hours: readonly OpenHours[]): readonly Span[] {
  const spans = hours
    .flatMap(({ from, to, opens, closes }) =>
      Array.from({ length: to - from + 1 }, (_, day) => ({
        from: (from + day) * minutesOfDay + opens,
        to: (from + day) * minutesOfDay + closes,
      })),
    )
    .toSorted((a, b) => a.from - b.from)
  const joined: Span[] = []
  for (const span of spans) {
    const last = joined.at(-1)
    if (last === undefined || span.from > last.to) joined.push(span)
    else joined.splice(-1, 1, { from: last.from, to: Math.max(last.to, span.to) })
  }
  return joined
}

function minuteOfWeek(time: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(time)
  const valueOf = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  const day = dayNames.findIndex((name) => name === valueOf('weekday').toLowerCase())
  return day * minutesOfDay + Number(valueOf('hour')) * 60 + Number(valueOf('minute'))
}

/** Returns `Mon–Fri 09:00–20:00, Sat 10:00–16:00 (UTC+1)`. */
export function supportHoursText(locale: Locale, { hours, zone }: SupportHours, time: Date) {
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
