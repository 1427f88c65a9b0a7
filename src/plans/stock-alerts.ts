import type { InputOf } from '../operations.ts'
import { countActions, countVisitorAction, hourOf, shopLimits } from '../api/rate-limit.ts'
import { done, notFound, refuse, type OperationResult } from '../api/operation-result.ts'
import type { BackendContext, ShopContext } from '../context.ts'
import { canonicalMailbox } from '../kit/email.shared.ts'
import { oldestOf } from '../kit/retention.ts'
import { ok } from '../kit/result.shared.ts'
import { prepare, raw, readRow, sql, type Sql } from '../kit/sql.ts'
import { dayMs, timeAfter } from '../kit/time.shared.ts'
import { secretID } from '../kit/tokens.shared.ts'
import { writeLetter } from '../messages/letter.ts'
import { insertMessage } from '../messages/outbox.ts'
import type { Locale } from '../words/locales.shared.ts'
import { href } from '../words/paths.shared.ts'
import { planName } from '../words/plan-words.ts'
import { wordsOf } from '../words/words.shared.ts'
import { canSell } from './can-sell.ts'
import { rowsPerLocale, titleIn } from './places.ts'
import { planColumn, planJoins, toPlan, type PlanRow } from './plan-rows.ts'

/** The emails go to an address that nobody has proven, so strangers must not send many. */
const ofVisitor = { action: 'stock-alert', perHour: 10 }
const ofMailbox = { action: 'stock-alert-to-mailbox', perDay: 5 }
const ofShop = { action: 'stock-alerts', perHour: 200 }

/** Alerts per run. The next run handles the rest. */
const batchSize = 50

type StockAlertResult = OperationResult<{ data: { done: true } }>

/**
 * Emails a link that confirms a request for an email when a place or plan is on sale again. The
 * answer is the same whether or not the address has asked before.
 */
export async function requestStockAlert(
  context: BackendContext,
  { kind, subject, email, lang }: InputOf<'stockAlert'>,
): Promise<StockAlertResult> {
  const { db, now } = context
  const wanted = kind === 'place' ? await placeOf(context, subject) : await planOf(context, subject)
  if (wanted === null) return notFound(context)
  if (!(await isWithinLimits(context, email)))
    return refuse('too-many-requests', context.words('api.tooManyStockAlerts'))
  await prepare(
    db,
  )`INSERT INTO stock_alerts (id, kind, subject, title, path, email, lang, created_at)
    VALUES (${secretID()}, ${kind}, ${subject}, ${wanted.title}, ${wanted.path}, ${email}, ${lang},
      ${now})
    ON CONFLICT (email, kind, subject) DO NOTHING`.run()
  const alert = await readRow<{ id: string }>(db)`SELECT id FROM stock_alerts
    WHERE email = ${email} AND kind = ${kind} AND subject = ${subject} AND confirmed_at IS NULL`
  if (alert) await confirmationMail(context, { id: alert.id, email, title: wanted.title }).run()
  return done()
}

type AlertSubject = { readonly title: string; readonly path: string }

async function placeOf(
  { db, locale }: BackendContext,
  place: string,
): Promise<AlertSubject | null> {
  const row = await readRow<{ title: string | null }>(db)`SELECT
      ${raw(titleIn(locale))} AS title
    FROM places WHERE place = ${place}`
  const [country = '', region] = place.split('/')
  const path =
    region === undefined
      ? href(locale, 'country', { country })
      : href(locale, 'countryRegion', { country, region })
  return row && { title: row.title ?? place, path }
}

async function planOf(context: BackendContext, tariffID: string): Promise<AlertSubject | null> {
  const { db, locale, words } = context
  const row = await readRow<PlanRow>(db)`SELECT ${raw(planColumn(locale, '0'))}
    FROM plans t ${raw(planJoins)} WHERE t.id = ${tariffID}`
  if (row === null) return null
  const plan = toPlan(row, words)
  return {
    title: planName({ locale, words }, plan),
    path: href(locale, 'tariff', { operator: plan.operator.ident, tariffID }),
  }
}

async function isWithinLimits(context: BackendContext, email: string): Promise<boolean> {
  const subject = `mail:${canonicalMailbox(email)}`
  return (
    (await countVisitorAction(context, ofVisitor)) &&
    (await countActions(context, [{ limit: ofMailbox, subject }])) &&
    (await countActions(context, shopLimits(context, ofShop)))
  )
}

type UnconfirmedAlert = { readonly id: string; readonly email: string; readonly title: string }

/** Sends one email an hour for each request, however often the form is sent. */
function confirmationMail(context: BackendContext, { id, email, title }: UnconfirmedAlert) {
  const { db, config, locale, words, now } = context
  const url = config.SITE_ORIGIN + href(locale, 'stockAlert', null, { alert: id })
  const letter = writeLetter({
    locale,
    eyebrow: title,
    heading: words('mail.stockAlertSubject'),
    parts: [
      { kind: 'text', text: words('mail.stockAlert') },
      { kind: 'button', label: words('stockAlert.confirm'), url },
      { kind: 'note', text: words('mail.stockAlertIgnore') },
    ],
  })
  return insertMessage(db, {
    ...letter,
    kind: 'mail',
    purpose: 'stock-alert',
    dedupeKey: `${id}:${hourOf(now)}`,
    recipient: email,
    subject: words('mail.stockAlertSubject'),
    createdAt: now,
    expiresAt: timeAfter(now, dayMs),
  })
}

/** Confirms a request. Mail scanners open links, so only a button does it. */
export async function confirmStockAlert(
  context: BackendContext,
  { alert }: InputOf<'stockAlertConfirm'>,
): Promise<StockAlertResult> {
  const { db, now } = context
  const row = await readRow(db)`UPDATE stock_alerts
    SET confirmed_at = coalesce(confirmed_at, ${now}) WHERE ${isOpen(now, alert)} RETURNING id`
  return row === null ? notFound(context) : done()
}

/** SQL: the request with this secret, unless nobody confirmed it in time. */
function isOpen(now: Date, alert: string): Sql {
  const oldest = oldestOf('unconfirmedStockAlerts', now)
  return sql`id = ${alert} AND (confirmed_at IS NOT NULL OR created_at > ${oldest})`
}

/** Returns whether somebody has confirmed a request. */
export async function stockAlertState(
  context: BackendContext,
  { alert }: InputOf<'stockAlertState'>,
): Promise<OperationResult<{ data: { isConfirmed: boolean } }>> {
  const { db, now } = context
  const row = await readRow<{ confirmedAt: string | null }>(db)`SELECT confirmed_at AS confirmedAt
    FROM stock_alerts WHERE ${isOpen(now, alert)}`
  return row === null ? notFound(context) : ok({ data: { isConfirmed: row.confirmedAt !== null } })
}

/** Deletes a request, so that the address gets no email. */
export async function deleteStockAlert(
  { db }: BackendContext,
  { alert }: InputOf<'stockAlertDelete'>,
): Promise<StockAlertResult> {
  await prepare(db)`DELETE FROM stock_alerts WHERE id = ${alert}`.run()
  return done()
}

type DueStockAlert = UnconfirmedAlert & { readonly path: string }

/** Sends the only email of each request whose place or plan is on sale, and deletes the request. */
export async function mailStockAlerts({ db, config, now }: ShopContext): Promise<number> {
  const due = await rowsPerLocale<DueStockAlert>(db, (locale) => {
    const waiting = sql`SELECT id, email, title, path FROM stock_alerts
      WHERE confirmed_at IS NOT NULL AND lang = ${locale}`
    return prepare(db)`${waiting} AND kind = 'place' AND EXISTS (
        SELECT 1 FROM placements WHERE place = subject AND in_stock = 1)
      UNION ALL ${waiting} AND kind = 'tariff' AND EXISTS (
        SELECT 1 FROM plans t WHERE t.id = subject AND t.is_listed = 1 AND ${raw(canSell('t.id'))})
      LIMIT ${raw(batchSize)}`
  })
  if (due.length === 0) return 0
  const origin = config.SITE_ORIGIN
  await db.batch(
    due.flatMap(({ row, locale }) => {
      // The person was erased after the shop read the request.
      const isKnown = sql`EXISTS (SELECT 1 FROM stock_alerts WHERE id = ${row.id})`
      return [
        insertMessage(db, { ...backMail(origin, row, locale), createdAt: now }, isKnown),
        prepare(db)`DELETE FROM stock_alerts WHERE id = ${row.id}`,
      ]
    }),
  )
  return due.length
}

function backMail(origin: string, { id, email, title, path }: DueStockAlert, locale: Locale) {
  const words = wordsOf(locale)
  const letter = writeLetter({
    locale,
    heading: words('mail.backSubject', { title }),
    parts: [
      { kind: 'text', text: words('mail.back') },
      { kind: 'button', label: words('mail.backOpen'), url: origin + path },
      { kind: 'note', text: words('mail.backOnce') },
    ],
  })
  return {
    ...letter,
    kind: 'mail',
    purpose: 'stock-alert',
    dedupeKey: id,
    recipient: email,
    subject: words('mail.backSubject', { title }),
  } as const
}
