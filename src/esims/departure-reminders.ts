import type { InputOf } from '../operations.ts'
import type { Esim } from './operations.ts'
import { departureDates, departureOf, reminderBefore } from './esim-dates.ts'
import { readEsim, refuseBlocked, stepOf } from './esim-rows.ts'
import { erased } from '../kit/email.shared.ts'
import { isWithin } from '../kit/activation-window.shared.ts'
import { dayOf } from '../kit/time.shared.ts'
import { formatDate } from '../words/formats.shared.ts'
import type { Locale } from '../words/locales.shared.ts'
import { href } from '../words/paths.shared.ts'
import { planName } from '../words/plan-words.ts'
import { wordsOf, type Words } from '../words/words.shared.ts'
import { rowsPerLocale } from '../plans/places.ts'
import { planColumn, planJoins, toPlan, type PlanRow } from '../plans/plan-rows.ts'
import type { BackendContext, ShopContext } from '../context.ts'
import { inksOf } from '../plans/map/inks.tsx'
import { writeLetter } from '../messages/letter.ts'
import { insertMessage } from '../messages/outbox.ts'
import { done, notFound, refuseFields, type OperationResult } from '../api/operation-result.ts'
import { prepare, raw, sql } from '../kit/sql.ts'

/** eSIMs per locale and run. The next run handles the rest. */
const batchSize = 50

/** Sets or removes the day of departure. The traveller gets an email on the day before it. */
export async function setReminder(
  context: BackendContext,
  { hash, lang, departure }: InputOf<'esimReminder'>,
): Promise<OperationResult<{ data: { done: true } }>> {
  const { db, words, now } = context
  const row = await readEsim(db, hash, lang)
  if (!row) return notFound(context)
  const blocked = refuseBlocked(context, row)
  if (blocked) return blocked
  const dates = departureDates(now, new Date(row.activate_by))
  if (departure !== null && !isWithin(dates, departure)) {
    const bounds = { from: formatDate(dates.from), to: formatDate(dates.to) }
    return refuseFields('invalid-input', { departure: [words('reminder.invalid', bounds)] })
  }
  await prepare(db)`UPDATE esims SET reminder_at =
      ${departure === null ? null : reminderBefore(departure).toISOString()}
    WHERE esim_hash = ${hash}`.run()
  return done()
}

type ReminderRow = PlanRow & {
  esim_hash: string
  order_id: string
  recipient: string
  reminder_at: string
  apn: string | null
  traveller_step: 'bought' | 'installed' | 'landed'
  supplier_state: string | null
  first_used_at: string | null
  is_blocked: number
}

/**
 * Emails travellers who leave tomorrow. Skips eSIMs that are in use or blocked, erased travellers,
 * and departures that are not tomorrow any more, after an outage or the restore of an older
 * database. While an order is frozen, or waits for the eSIM that replaces another one, its
 * reminders wait until the departure. Returns the number of emails.
 */
export async function mailReminders(context: ShopContext): Promise<number> {
  const { db } = context
  const due = await rowsPerLocale<ReminderRow>(db, (locale) => selectDueEsims(context, locale))
  if (due.length === 0) return 0
  const mailed = due.filter(({ row }) => isToMail(context, row))
  await db.batch([
    ...mailed.map((each) => reminderMail(context, each)),
    prepare(db)`UPDATE esims SET reminder_at = NULL
      WHERE esim_hash IN (SELECT value FROM
        json_each(${JSON.stringify(due.map(({ row }) => row.esim_hash))}))
        AND reminder_at <= ${context.now}`,
  ])
  return mailed.length
}

function isToMail({ now }: ShopContext, esim: ReminderRow): boolean {
  return (
    esim.is_blocked === 0 &&
    esim.recipient !== erased &&
    stepOf(esim) !== 'connected' &&
    now < startOfDeparture(esim.reminder_at)
  )
}

function startOfDeparture(reminderAt: string): Date {
  return new Date(departureOf(new Date(reminderAt)))
}

/** Selects eSIMs of orders in `locale` whose email is due. */
function selectDueEsims({ db, now }: ShopContext, locale: Locale): D1PreparedStatement {
  return prepare(db)`SELECT ${raw(planColumn(locale, '1'))}, e.esim_hash, e.order_id, e.reminder_at,
      t.apn,
      e.traveller_step, e.supplier_state, e.first_used_at,
      coalesce(l.recipient, e.email) AS recipient,
      s.is_refunded OR s.is_frozen OR s.is_replaced AS is_blocked
    FROM esims e INDEXED BY esims_to_remind
    JOIN esim_states s ON s.esim_hash = e.esim_hash JOIN orders i ON i.id = e.order_id
    JOIN order_lines l ON l.order_id = e.order_id AND l.position = e.line_position
    JOIN plans t ON t.id = e.plan_id ${raw(planJoins)}
    WHERE e.reminder_at <= ${now} AND i.lang = ${locale}
      AND NOT (date(e.reminder_at, '+1 day') > ${dayOf(now)}
        AND (s.is_frozen OR s.is_awaiting_replacement))
    LIMIT ${raw(batchSize)}`
}

type DueReminder = { readonly row: ReminderRow; readonly locale: Locale }

/** The email opens without internet, so it has the steps after the landing and the APN. */
function reminderMail({ db, config, now }: ShopContext, { row: esim, locale }: DueReminder) {
  const words = wordsOf(locale)
  const { esim_hash: hash, order_id: invoiceID, recipient, reminder_at: at } = esim
  const plan = toPlan(esim, words)
  const isInstalled = stepOf(esim) !== 'bought'
  const install = plan.starts === 'installation' ? 'reminder.installStarts' : 'reminder.install'
  const subject = words(isInstalled ? 'reminder.readySubject' : 'reminder.subject', {
    place: plan.placeTitle,
  })
  const letter = writeLetter({
    locale,
    inks: inksOf(plan),
    eyebrow: planName({ locale, words }, plan),
    heading: subject,
    parts: [
      { kind: 'text', text: words(isInstalled ? 'reminder.ready' : install) },
      {
        kind: 'button',
        label: words('mail.install'),
        url: config.SITE_ORIGIN + href(locale, 'instruction', null, { hash }),
      },
      { kind: 'text', text: landingText(words, esim.apn) },
      { kind: 'note', text: words('reminder.once') },
    ],
  })
  const message = {
    ...letter,
    kind: 'mail',
    purpose: 'reminder',
    dedupeKey: `${hash}:${at}`,
    recipient,
    subject,
    invoiceID,
    createdAt: now,
    expiresAt: startOfDeparture(at),
  } as const
  // The person can be erased, or get another address, after the eSIM was read.
  const isDue = sql`EXISTS (SELECT 1 FROM esims WHERE esim_hash = ${hash} AND reminder_at = ${at})`
  return insertMessage(db, message, isDue)
}

function landingText(words: Words, apn: Esim['apn']): string {
  const steps = ['line', 'data', 'roaming'] as const
  return [
    words('reminder.landed'),
    ...steps.map((step, index) => `${index + 1}. ${words(`instruction.switches.${step}`)}`),
    ...(apn === null ? [] : [words('reminder.apn', { apn })]),
  ].join('\n\n')
}
