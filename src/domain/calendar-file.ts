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
