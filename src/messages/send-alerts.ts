import type { BackendConfig } from '../settings.ts'
import { logEvent } from '../kit/log.ts'
import { sha256Hex } from '../kit/crypto.ts'
import { insertMessage } from './outbox.ts'
import { formatTime } from '../words/formats.shared.ts'
import { defaultLocale } from '../words/locales.shared.ts'
import { officeHref } from '../words/office-paths.ts'
import { wordsOf } from '../words/words.shared.ts'
import { officeLink } from '../api/links.ts'
import { alertDetailText } from './alert-detail.ts'
import { alertHref, type AlertKind } from './alerts.ts'
import { dayMs, hourMs, isoBefore } from '../kit/time.shared.ts'
import { join, prepare, raw, readRows, sql, type Sql } from '../kit/sql.ts'

/**
 * Sends one message about all due alerts to SUPPORT_EMAIL and, if it is set, to ALERT_WEBHOOK_URL.
 */
export async function sendAlerts(db: D1Database, config: BackendConfig, now: Date): Promise<void> {
  await mailAlerts(db, config, now)
  if (config.ALERT_WEBHOOK_URL !== null) await postAlerts(db, config, config.ALERT_WEBHOOK_URL, now)
}

async function mailAlerts(db: D1Database, config: BackendConfig, now: Date): Promise<void> {
  const alerts = await dueAlerts(db, 'mailed_at', now)
  if (alerts.length === 0) return
  const { subject, text: body } = alertNotice(alerts, config)
  const states = alerts.map(({ id, noticeAt, endedAt }) => [id, noticeAt, endedAt])
  const mail = {
    kind: 'mail',
    purpose: 'alert',
    // Parallel runs create the same key, so the outbox contains the message once.
    dedupeKey: await sha256Hex(JSON.stringify(states)),
    recipient: config.SUPPORT_EMAIL,
    subject,
    body,
    createdAt: now,
  } as const
  await db.batch([insertMessage(db, mail), markNoticed(db, 'mailed_at', alerts, now)])
}

/** After a failure, the next run posts the alerts that are due then. */
async function postAlerts(db: D1Database, config: BackendConfig, url: string, now: Date) {
  const alerts = await dueAlerts(db, 'posted_at', now)
  if (alerts.length === 0) return
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(alertNotice(alerts, config)),
      // A redirect can turn the POST into a GET, which loses the alerts.
      redirect: 'manual',
      signal: AbortSignal.timeout(10_000),
    })
    await response.body?.cancel()
    if (!response.ok)
      throw new Error(
        `ALERT_WEBHOOK_URL returned ${response.status}. The shop retries in a minute. Check the URL if this error repeats.`,
      )
  } catch (reason) {
    const error = reason instanceof Error ? reason.message : String(reason)
    logEvent({ event: 'alerts-not-posted', error })
    return
  }
  await markNoticed(db, 'posted_at', alerts, now).run()
}

/** A notice of alerts: the email, and the JSON that ALERT_WEBHOOK_URL receives. */
type AlertNotice = {
  readonly subject: string
  /** Plain text. Chat services show this field of the webhook. */
  readonly text: string
  readonly alerts: readonly (Pick<DueAlert, 'id' | 'kind' | 'subject' | 'detail' | 'since'> & {
    readonly state: AlertState
    readonly endedAt: string | null
  })[]
}
type AlertState = 'new' | 'open' | 'ended'

/** Describes alerts in the shop's default language. */
function alertNotice(alerts: readonly DueAlert[], config: BackendConfig): AlertNotice {
  const words = wordsOf(defaultLocale)
  const [first] = alerts
  const titles =
    first && alerts.length === 1
      ? titleOf(first)
      : words('alerts.several', { count: alerts.length })
  return {
    subject: words('alerts.subject', { brand: config.BRAND_NAME, titles }),
    text: [...alerts.map((alert) => textOf(alert, config)), words('alerts.guide')].join('\n\n'),
    alerts: alerts.map((alert) => ({
      id: alert.id,
      kind: alert.kind,
      subject: alert.subject,
      detail: alertDetailText(defaultLocale, alert.detail),
      since: alert.since,
      state: stateOf(alert),
      endedAt: alert.endedAt,
    })),
  }
}

function textOf(alert: DueAlert, config: BackendConfig): string {
  const { kind, subject, detail, since, endedAt } = alert
  const words = wordsOf(defaultLocale)
  return [
    titleOf(alert),
    `${subject}: ${alertDetailText(defaultLocale, detail)}`,
    words('alerts.since', { time: formatTime(since) }),
    endedAt === null
      ? words(`alerts.actions.${kind}`)
      : words(kind === 'dispute' ? 'alerts.disputeUntil' : 'alerts.until', {
          time: formatTime(endedAt),
        }),
    ...officeLink(config, alertHref(alert) ?? officeHref('today')),
  ].join('\n')
}

function titleOf(alert: DueAlert): string {
  const words = wordsOf(defaultLocale)
  return words(`alerts.states.${stateOf(alert)}`, { title: words(`alerts.titles.${alert.kind}`) })
}

function stateOf({ endedAt, noticeAt }: DueAlert): AlertState {
  if (endedAt !== null) return 'ended'
  return noticeAt === null ? 'new' : 'open'
}

/** The column with the time of the last notice: by email, or by webhook. */
type NoticeColumn = 'mailed_at' | 'posted_at'

type DueAlert = {
  readonly id: number
  readonly kind: AlertKind
  readonly subject: string
  /** Null if the subject is not an order. */
  readonly invoiceID: string | null
  readonly detail: string
  readonly since: string
  /** Null while the alert is open. */
  readonly endedAt: string | null
  /** Time of the previous notice, or null before the first notice. */
  readonly noticeAt: string | null
}

/** Maximum alerts in a message, so that people can read it. The next run sends the rest. */
const batchSize = 50
const reminderPause = hourMs
const dailyPause = dayMs
/** The shop drops an unsent notice of an end after a day. */
const oldestEnd = dayMs

/**
 * Kinds with one notice a day for each subject, and no notice of their end. Their alerts can end
 * and begin again several times a day. Strangers can cause `unproven-webhooks`. Sales continue
 * during `supplier-balance-refused`.
 */
const dailyKinds: readonly AlertKind[] = [
  'low-stock',
  'unproven-webhooks',
  'supplier-balance-refused',
]
const isDaily = sql`kind IN (${join(
  dailyKinds.map((kind) => sql`${kind}`),
  ', ',
)})`

/**
 * SQL over `alerts`: the kind has one notice a day, and a notice about the subject was sent after
 * `since`.
 */
export function isDailyNoticedSince(column: NoticeColumn, since: string): Sql {
  return sql`(${isDaily} AND EXISTS (SELECT 1 FROM alerts same
    WHERE same.kind = alerts.kind AND same.subject = alerts.subject
      AND same.${raw(column)} > ${since}))`
}

/**
 * Returns alerts that need a first notice, a reminder or a notice of their end. Reminders are
 * hourly, or daily for some kinds.
 */
async function dueAlerts(db: D1Database, column: NoticeColumn, now: Date): Promise<DueAlert[]> {
  const notice = raw(column)
  return readRows<DueAlert>(db)`SELECT id, kind, subject, order_id AS invoiceID, detail, since,
      ended_at AS endedAt, ${notice} AS noticeAt
    FROM alerts WHERE ended_at IS NULL
      AND NOT ${isDailyNoticedSince(column, isoBefore(now, dailyPause))}
      AND (${isDaily} OR ${notice} IS NULL OR ${notice} <= ${isoBefore(now, reminderPause)})
    UNION ALL
    SELECT id, kind, subject, order_id, detail, since, ended_at, ${notice}
    FROM alerts WHERE ended_at > ${isoBefore(now, oldestEnd)}
      AND (${notice} IS NULL OR ${notice} < ended_at) AND NOT ${isDaily}
    ORDER BY since, id LIMIT ${raw(batchSize)}`
}

/** Records that a notice was sent. Skips alerts that ended after they were read. */
function markNoticed(db: D1Database, column: NoticeColumn, alerts: readonly DueAlert[], now: Date) {
  const states = JSON.stringify(alerts.map(({ id, endedAt }) => ({ id, endedAt })))
  return prepare(db)`UPDATE alerts SET ${raw(column)} = ${now} FROM json_each(${states}) AS noticed
    WHERE alerts.id = noticed.value ->> 'id'
      AND alerts.ended_at IS noticed.value ->> 'endedAt'`
}
