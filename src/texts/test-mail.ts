import { z } from 'zod'
import { defineStaffAction } from '../api/perform-action.ts'
import type { BackendContext } from '../context.ts'
import { err, ok } from '../kit/result.shared.ts'
import { fillTemplate, shippedMail, type MailContent } from '../messages/mail-texts.ts'
import { writeLetter } from '../messages/letter.ts'
import { insertMessage } from '../messages/outbox.ts'
import { formatDate, formatMoney, formatTime } from '../words/formats.shared.ts'
import { locales, type Locale } from '../words/locales.shared.ts'
import { placePhrase, placeTitle } from '../words/place-names.ts'
import { sizeText } from '../words/plan-words.ts'
import { wordsOf, type Params } from '../words/words.shared.ts'
import { textSubject } from './texts-for-office.ts'

type MailSettings = Pick<BackendContext['config'], 'BRAND_NAME' | 'SUPPORT_EMAIL'>

/** Returns an invented value for each variable of an email. */
export function sampleValues(
  locale: Locale,
  name: string,
  { SUPPORT_EMAIL }: MailSettings,
  now: Date,
): Params {
  const words = wordsOf(locale)
  const amountOf = (trafficMb: number) => sizeText({ locale, words }, { trafficMb })
  const place = placeTitle(locale, 'tr') ?? 'TR'
  const plan = `${place}, ${amountOf(10_240)}, ${words('units.days', { count: 30 })}`
  return {
    address: 'a•••@example.com',
    amount: formatMoney(locale, { minor: 1250, currency: 'USD' }),
    browser: 'Firefox',
    code: '123456',
    count: '3',
    date: formatDate(now.toISOString()),
    email: SUPPORT_EMAIL,
    from: 'anna@example.com',
    left: amountOf(1024),
    limit: amountOf(10_240),
    number: '1',
    order: 'A2B3C4D5E6',
    place: name === 'review' ? placePhrase(locale, 'tr', place) : place,
    plan,
    plans: plan,
    time: formatTime(now.toISOString()),
    title: place,
  }
}

/** Returns an email with only the given texts, and with invented values. */
export function sampleMail(
  locale: Locale,
  name: string,
  { subject: subjectText, heading, text }: MailContent,
  config: MailSettings,
  now: Date,
) {
  const values = sampleValues(locale, name, config, now)
  const subject = fillTemplate(subjectText, values) || config.BRAND_NAME
  const letter = writeLetter({
    locale,
    heading: fillTemplate(heading, values) || subject,
    parts: text === '' ? [] : [{ kind: 'text', text: fillTemplate(text, values) }],
  })
  return { subject, ...letter }
}

/** Sends an email with invented values to the person, as customers get it, in each language. */
export const sendTestMail = defineStaffAction<{ readonly ident: string }>({
  action: 'test-text',
  subject: ({ ident }) => textSubject({ kind: 'mail', ident }),
  async plan({ context: { db, config, now }, staff, input: { ident } }) {
    const shipped = locales.flatMap((locale) => {
      const mail = shippedMail(locale, ident)
      return mail ? [{ locale, mail }] : []
    })
    if (shipped.length === 0) return err({ code: 'not-found' })
    const own = [staff.name, staff.subject].find((each) => z.email().safeParse(each).success)
    return ok({
      details: {},
      effects: ({ id }) =>
        shipped.map(({ locale, mail }) =>
          insertMessage(db, {
            ...sampleMail(locale, ident, mail, config, now),
            kind: 'mail',
            purpose: 'test',
            dedupeKey: `${id}:${locale}`,
            recipient: own ?? config.SUPPORT_EMAIL,
            createdAt: now,
          }),
        ),
    })
  },
})
