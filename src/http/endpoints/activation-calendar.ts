import { calendarFile } from '../../domain/calendar-file.ts'
import { formatDate } from '../../locale/formats.ts'
import { tariffName } from '../../locale/tariff-words.ts'
import { sessionOf } from '../cookies/session-cookies.ts'
import { esimErrorPage } from '../page/esim-error-page.tsx'
import type { LinkContext } from './secret-link.ts'

/** Days before the deadline at which the phone shows a reminder. */
const alarmDays = 7

/** Returns the last day to connect an eSIM, as a file for the traveller's calendar. */
export async function activationCalendar(c: LinkContext): Promise<Response> {
  const { words, config, api } = c.var
  const { hash } = c.req.valid('query')
  const answer = await api.esim({ hash }, { session: sessionOf(c, 'customer') })
  if (!answer.ok) return esimErrorPage(c, answer.error)
  const { tariff, activateBy, purchasedAt } = answer.value.data
  const file = calendarFile({
    // Calendars replace and share an event by its id, so the id must not contain the secret.
    uid: `${tariff.tariffID}-${purchasedAt}@${new URL(config.SITE_ORIGIN).host}`,
    stamp: new Date(purchasedAt),
    day: new Date(activateBy),
    title: words('instruction.calendarTitle', { plan: tariffName(c.var, tariff) }),
    text: words('instruction.calendarText', { date: formatDate(activateBy) }),
    alarmDays,
  })
  return c.body(file, 200, {
    'Content-Type': 'text/calendar; charset=utf-8',
    'Content-Disposition': 'attachment; filename="esim.ics"',
  })
}
