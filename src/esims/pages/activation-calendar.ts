import { formatDate } from '../../words/formats.shared.ts'
import { planName } from '../../words/plan-words.ts'
import { sessionOf } from '../../site/cookies.ts'
import { esimErrorPage } from './esim-error-page.tsx'
import type { LinkContext } from '../../site/page-input.ts'

/** Days before the deadline at which the phone shows a reminder. */
const alarmDays = 7

/** Returns the last day to connect an eSIM, as a file for the traveller's calendar. */
export async function activationCalendar(c: LinkContext): Promise<Response> {
  const { words, config, api } = c.var
  const { hash } = c.req.valid('query')
  const answer = await api.esim({ hash }, { session: sessionOf(c, 'customer') })
  if (!answer.ok) return esimErrorPage(c, answer.error)
  const { tariff: plan, activateBy, purchasedAt } = answer.value.data
  const file = calendarFile({
    // Calendars replace and share an event by its id, so the id must not contain the secret.
    uid: `${plan.tariffID}-${purchasedAt}@${new URL(config.SITE_ORIGIN).host}`,
    stamp: new Date(purchasedAt),
    day: new Date(activateBy),
    title: words('instruction.calendarTitle', { plan: planName(c.var, plan) }),
    text: words('instruction.calendarText', { date: formatDate(activateBy) }),
    alarmDays,
  })
  return c.body(file, 200, {
    'Content-Type': 'text/calendar; charset=utf-8',
    'Content-Disposition': 'attachment; filename="esim.ics"',
  })
}

type CalendarEvent = {
  readonly uid: string
  /** The time at which the file was created. */
  readonly stamp: Date
  /** A whole day in UTC. */
  readonly day: Date
  readonly title: string
  readonly text: string
  /** Days before the event at which the phone shows a reminder. */
  readonly alarmDays: number
}

/** Creates an iCalendar file (RFC 5545) with a whole-day event and a reminder. */
export function calendarFile({ uid, stamp, day, title, text, alarmDays }: CalendarEvent): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//esim-storefront//EN',
    'BEGIN:VEVENT',
    `UID:${escapeText(uid)}`,
    `DTSTAMP:${basic(stamp)}`,
    `DTSTART;VALUE=DATE:${basic(day).slice(0, 8)}`,
    `SUMMARY:${escapeText(title)}`,
    `DESCRIPTION:${escapeText(text)}`,
    'TRANSP:TRANSPARENT',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escapeText(title)}`,
    `TRIGGER:-P${alarmDays}D`,
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${fold(line)}\r\n`).join('')
}

/** Formats a time as `20270218T100000Z`. */
function basic(time: Date): string {
  return time.toISOString().replace(/\.\d+|[-:]/g, '')
}

function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, (character) => `\\${character}`).replaceAll('\n', '\\n')
}

/** Lines have at most 75 bytes (section 3.1). A Cyrillic letter has two bytes. */
const maxLineBytes = 75
const encoder = new TextEncoder()

function fold(line: string): string {
  let folded = ''
  let bytes = 0
  for (const character of line) {
    const size = encoder.encode(character).byteLength
    if (bytes + size > maxLineBytes) {
      folded += '\r\n '
      bytes = 1
    }
    folded += character
    bytes += size
  }
  return folded
}
