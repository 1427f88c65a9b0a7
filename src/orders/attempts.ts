import { secretID } from '../kit/tokens.shared.ts'
import { prepareQuery, runBatch } from '../kit/db.ts'
import type { Query } from '../kit/db.ts'
import type { BackendContext } from '../context.ts'
import type {
  StartedPayment,
  PaymentFact,
  PaymentProviderError,
} from '../payments/payment-provider.ts'
import { factMails } from './receipt-mail.ts'
import { settleOrder } from './order-state.ts'
import { isUnpaid } from './lines.ts'
import { endAlert } from '../messages/alerts.ts'
import type { AlertCondition } from '../messages/alerts.ts'
import { dayMs, isoBefore } from '../kit/time.shared.ts'

type SettleContext = Pick<BackendContext, 'db' | 'config' | 'now'>

/** An attempt to pay an order. The provider's answer adds its reference and page. */
export type Attempt = {
  readonly attemptID: string
  readonly invoiceID: string
  readonly provider: string
  readonly reference: string | null
  readonly url: string | null
  /** ISO 8601. */
  readonly startedAt: string
  /** ISO 8601. The requested time until the provider has answered. */
  readonly expiresAt: string
}

type AttemptPlace = {
  readonly invoiceID: string
  readonly provider: string
  readonly expiresAt: Date
}

export const attemptColumns =
  'attempt_id AS attemptID, order_id AS invoiceID, provider, reference, url, ' +
  'started_at AS startedAt, expires_at AS expiresAt'

/**
 * Returns the attempts of an order that were not cancelled, newest first. Attempts with an
 * expired page are included, because they may have been paid.
 */
export async function uncancelledAttempts(db: D1Database, invoiceID: string): Promise<Attempt[]> {
  const { results } = await db
    .prepare(
      `SELECT ${attemptColumns} FROM payments
      WHERE order_id = ? AND cancelled_at IS NULL ORDER BY started_at DESC`,
    )
    .bind(invoiceID)
    .all<Attempt>()
  return results
}

/**
 * Returns the open attempt of an order at a provider, or inserts a new one. Parallel calls return
 * the same attempt, and so does a call after a start with an unknown outcome. The provider then
 * repeats its answer instead of starting a second payment. Returns null when the order was
 * deleted or is no longer payable.
 */
export async function findOrInsertAttempt(
  context: Pick<BackendContext, 'db' | 'now'>,
  where: AttemptPlace,
): Promise<{ attempt: Attempt; isNew: boolean } | null> {
  const [inserted, found] = await runBatch(context.db, openAttempt(context, where))
  const [attempt] = found.results
  return attempt ? { attempt, isNew: inserted.meta.changes === 1 } : null
}

/** Statements that insert an attempt unless an attempt is open, and select the open attempt. */
export function openAttempt(
  { db, now }: Pick<BackendContext, 'db' | 'now'>,
  { invoiceID, provider, expiresAt }: AttemptPlace,
): readonly [insert: D1PreparedStatement, select: Query<Attempt>] {
  const start = now.toISOString()
  return [
    db
      .prepare(
        `INSERT INTO payments (attempt_id, order_id, provider, started_at, expires_at)
        SELECT ?1, ?2, ?3, ?4, ?5 WHERE NOT EXISTS (
          SELECT 1 FROM payments WHERE order_id = ?2 AND provider = ?3
            AND cancelled_at IS NULL AND expires_at > ?4)
          AND EXISTS (
            SELECT 1 FROM orders WHERE id = ?2 AND ${isUnpaid})`,
      )
      .bind(secretID(), invoiceID, provider, start, expiresAt.toISOString()),
    prepareQuery<Attempt>(
      db,
      `SELECT ${attemptColumns} FROM payments WHERE order_id = ? AND provider = ?
          AND cancelled_at IS NULL AND expires_at > ?`,
      invoiceID,
      provider,
      start,
    ),
  ]
}

/**
 * Records a started payment, links the facts that arrived earlier to its order, and emails the
 * customer about them. Reopens an attempt whose parallel start was refused. Returns false when the
 * attempt has been deleted.
 */
export async function recordStart(
  context: SettleContext,
  { attemptID, invoiceID, provider }: Attempt,
  { reference, url, expiresAt }: StartedPayment,
  lookUpAt: Date | null,
): Promise<boolean> {
  const { db } = context
  const [recorded, matched] = await runBatch(db, [
    db
      .prepare(
        `UPDATE payments SET reference = ?, url = ?, expires_at = ?, look_up_at = ?,
          cancelled_at = CASE WHEN reference IS NOT NULL THEN cancelled_at END
        WHERE attempt_id = ?`,
      )
      .bind(reference, url, expiresAt.toISOString(), lookUpAt?.toISOString() ?? null, attemptID),
    ...matchEarlierFacts(context, { provider, reference, invoiceID }),
    ...settleOrder(context, invoiceID),
    endOutage(db, provider),
  ])
  // Facts rarely arrive before the payment, so their emails are not read for every payment.
  if (matched.meta.changes > 0) await db.batch([...(await factMails(context, invoiceID, null))])
  return recorded.meta.changes === 1
}

/** Records that the payment page is closed, when the shop does not know whether it was paid. */
export async function recordClosedPage(
  { db, now }: Pick<BackendContext, 'db' | 'now'>,
  { attemptID }: Attempt,
): Promise<void> {
  await db
    .prepare('UPDATE payments SET expires_at = min(expires_at, ?) WHERE attempt_id = ?')
    .bind(now.toISOString(), attemptID)
    .run()
}

/** Records that the provider has cancelled a payment, and settles its order. */
export async function recordCancel(
  context: SettleContext,
  { attemptID, invoiceID }: Attempt,
): Promise<void> {
  const { db, now } = context
  await db.batch([
    db
      .prepare('UPDATE payments SET cancelled_at = ? WHERE attempt_id = ? AND cancelled_at IS NULL')
      .bind(now.toISOString(), attemptID),
    ...settleOrder(context, invoiceID),
  ])
}

/**
 * SQL: the order of the stored facts of the payment ?2 at the provider ?1. Names the index,
 * because SQLite would read all facts of the provider by the primary key.
 */
export const orderOfFacts = `SELECT order_id
  FROM payment_facts INDEXED BY payment_facts_by_reference
  WHERE provider = ?1 AND reference = ?2 AND order_id IS NOT NULL`

/**
 * Statements that link the earlier facts of a payment to its order, and end the alert about them.
 */
export function matchEarlierFacts(
  { db, now }: Pick<BackendContext, 'db' | 'now'>,
  {
    provider,
    reference,
    invoiceID,
  }: { readonly provider: string; readonly reference: string; readonly invoiceID: string },
): readonly [match: D1PreparedStatement, endAlert: D1PreparedStatement] {
  return [
    db
      .prepare(
        // Without the name of the index, SQLite would read all unmatched facts of the provider.
        `UPDATE payment_facts INDEXED BY payment_facts_unmatched SET order_id = ?, matched_at = ?
        WHERE provider = ? AND reference = ? AND order_id IS NULL`,
      )
      .bind(invoiceID, now.toISOString(), provider, reference),
    endAlert(db, 'unmatched-fact', `${provider} ${reference}`, now),
  ]
}

/**
 * Returns the order of the payment with the fact's reference, or else the order that the fact
 * names, or the order of the payment's earlier facts.
 */
export async function orderOf(
  db: D1Database,
  provider: string,
  { reference, invoiceID }: PaymentFact,
): Promise<string | null> {
  return db
    .prepare(
      `SELECT coalesce(
        (SELECT order_id FROM payments WHERE provider = ?1 AND reference = ?2),
        (SELECT id FROM orders WHERE id = ?3),
        (${orderOfFacts})) AS id`,
    )
    .bind(provider, reference, invoiceID)
    .first('id')
}

/** Failures in a row. A provider may refuse a single order, or lose a single call. */
const failuresToAlert = 3

/** Counts a payment that could not be started. The message begins with the provider's name. */
export function recordFailedStart(
  { db, now }: Pick<BackendContext, 'db' | 'now'>,
  provider: string,
  { message }: PaymentProviderError,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO payment_outages (provider, failures, failed_at, problem) VALUES (?1, 1, ?2, ?3)
      ON CONFLICT (provider) DO UPDATE SET failures = failures + 1, failed_at = ?2, problem = ?3`,
    )
    .bind(provider, now.toISOString(), message.slice(message.indexOf(': ') + 2))
}

/** Ends the outage of a provider, which has started a payment. */
function endOutage(db: D1Database, provider: string): D1PreparedStatement {
  return db.prepare('DELETE FROM payment_outages WHERE provider = ?').bind(provider)
}

/**
 * Selects providers at which the last three payments or more could not be started, the last one
 * within a day.
 */
export function failedStarts(now: Date): AlertCondition {
  return {
    kind: 'payments-not-started',
    sql: `SELECT provider AS subject, problem || ': ×' || failures AS detail, NULL AS order_id
      FROM payment_outages WHERE failures >= ${failuresToAlert} AND failed_at > ?`,
    params: [isoBefore(now, dayMs)],
  }
}
