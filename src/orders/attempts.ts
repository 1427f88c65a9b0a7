import { secretID } from '../kit/tokens.shared.ts'
import type { DataContext, ShopContext } from '../context.ts'
import type {
  StartedPayment,
  PaymentFact,
  PaymentProviderError,
} from '../payments/payment-provider.ts'
import { factMails } from './receipt-mail.ts'
import { settleOrder } from './order-state.ts'
import { isUnpaid } from './lines.ts'
import { endAlert, type AlertCondition } from '../messages/alerts.ts'
import { dayMs, isoBefore } from '../kit/time.shared.ts'
import { prepare, raw, readRows, runBatch, sql, type Sql, type Query } from '../kit/sql.ts'

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
  const results = await readRows<Attempt>(db)`SELECT ${raw(attemptColumns)} FROM payments
    WHERE order_id = ${invoiceID} AND cancelled_at IS NULL ORDER BY started_at DESC`
  return results
}

/**
 * Returns the open attempt of an order at a provider, or inserts a new one. Parallel calls return
 * the same attempt, and so does a call after a start with an unknown outcome. The provider then
 * repeats its answer instead of starting a second payment. Returns null when the order was
 * deleted or is no longer payable.
 */
export async function findOrInsertAttempt(
  context: DataContext,
  where: AttemptPlace,
): Promise<{ attempt: Attempt; isNew: boolean } | null> {
  const [inserted, found] = await runBatch(context.db, openAttempt(context, where))
  const [attempt] = found.results
  return attempt ? { attempt, isNew: inserted.meta.changes === 1 } : null
}

/** Statements that insert an attempt unless an attempt is open, and select the open attempt. */
export function openAttempt(
  { db, now }: DataContext,
  { invoiceID, provider, expiresAt }: AttemptPlace,
): readonly [insert: D1PreparedStatement, select: Query<Attempt>] {
  const start = now.toISOString()
  return [
    prepare(db)`INSERT INTO payments (attempt_id, order_id, provider, started_at, expires_at)
      SELECT ${secretID()}, ${invoiceID}, ${provider}, ${start}, ${expiresAt.toISOString()}
        WHERE NOT EXISTS (
        SELECT 1 FROM payments WHERE order_id = ${invoiceID} AND provider = ${provider}
          AND cancelled_at IS NULL AND expires_at > ${start})
        AND EXISTS (
          SELECT 1 FROM orders WHERE id = ${invoiceID} AND ${raw(isUnpaid)})`,
    prepare<Attempt>(db)`SELECT ${raw(attemptColumns)} FROM payments WHERE order_id = ${invoiceID}
        AND provider = ${provider}
      AND cancelled_at IS NULL AND expires_at > ${start}`,
  ]
}

/**
 * Records a started payment, links the facts that arrived earlier to its order, and emails the
 * customer about them. Reopens an attempt whose parallel start was refused. Returns false when the
 * attempt has been deleted.
 */
export async function recordStart(
  context: ShopContext,
  { attemptID, invoiceID, provider }: Attempt,
  { reference, url, expiresAt }: StartedPayment,
  lookUpAt: Date | null,
): Promise<boolean> {
  const { db } = context
  const [recorded, matched] = await runBatch(db, [
    prepare(db)`UPDATE payments SET reference = ${reference}, url = ${url},
        expires_at = ${expiresAt.toISOString()}, look_up_at = ${lookUpAt?.toISOString() ?? null},
        cancelled_at = CASE WHEN reference IS NOT NULL THEN cancelled_at END
      WHERE attempt_id = ${attemptID}`,
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
  { db, now }: DataContext,
  { attemptID }: Attempt,
): Promise<void> {
  await prepare(db)`UPDATE payments SET expires_at = min(expires_at, ${now})
    WHERE attempt_id = ${attemptID}`.run()
}

/** Records that the provider has cancelled a payment, and settles its order. */
export async function recordCancel(
  context: ShopContext,
  { attemptID, invoiceID }: Attempt,
): Promise<void> {
  const { db, now } = context
  await db.batch([
    prepare(db)`UPDATE payments SET cancelled_at = ${now} WHERE attempt_id = ${attemptID}
        AND cancelled_at IS NULL`,
    ...settleOrder(context, invoiceID),
  ])
}

/**
 * SQL: the order of the stored facts of a payment. Names the index, because SQLite would read all
 * facts of the provider by the primary key.
 */
export function orderOfFacts(provider: string, reference: string): Sql {
  return sql`SELECT order_id FROM payment_facts INDEXED BY payment_facts_by_reference
    WHERE provider = ${provider} AND reference = ${reference} AND order_id IS NOT NULL`
}

/**
 * Statements that link the earlier facts of a payment to its order, and end the alert about them.
 */
export function matchEarlierFacts(
  { db, now }: DataContext,
  {
    provider,
    reference,
    invoiceID,
  }: { readonly provider: string; readonly reference: string; readonly invoiceID: string },
): readonly [match: D1PreparedStatement, endAlert: D1PreparedStatement] {
  return [
    // Without the name of the index, SQLite would read all unmatched facts of the provider.
    prepare(db)`UPDATE payment_facts INDEXED BY payment_facts_unmatched
      SET order_id = ${invoiceID}, matched_at = ${now}
      WHERE provider = ${provider} AND reference = ${reference} AND order_id IS NULL`,
    endAlert(db, 'unmatched-fact', `${provider} ${reference}`, now),
  ]
}

/**
 * Returns the order of the payment with the fact's reference, or else the order that the fact
 * names, or the order of the payment's earlier facts. `archive` is the file of an archived order.
 */
export async function orderOf(
  db: D1Database,
  provider: string,
  { reference, invoiceID }: PaymentFact,
): Promise<{ readonly id: string; readonly archive: string | null } | null> {
  return prepare(db)`SELECT id, archive FROM orders WHERE id = coalesce(
      (SELECT order_id FROM payments WHERE provider = ${provider} AND reference = ${reference}),
      (SELECT id FROM orders WHERE id = ${invoiceID}),
      (${orderOfFacts(provider, reference)}))`.first()
}

/** Failures in a row. A provider may refuse a single order, or lose a single call. */
const failuresToAlert = 3

/** Counts a payment that could not be started. The message begins with the provider's name. */
export function recordFailedStart(
  { db, now }: DataContext,
  provider: string,
  { message }: PaymentProviderError,
): D1PreparedStatement {
  const problem = message.slice(message.indexOf(': ') + 2)
  return prepare(db)`INSERT INTO failures (subject, count, last_at, problem)
    VALUES (${provider}, 1, ${now}, ${problem})
    ON CONFLICT (subject) DO UPDATE SET count = count + 1, last_at = ${now},
      problem = ${problem}`
}

/** Ends the outage of a provider, which has started a payment. */
function endOutage(db: D1Database, provider: string): D1PreparedStatement {
  return prepare(db)`DELETE FROM failures WHERE subject = ${provider}`
}

/**
 * Selects providers at which the last three payments or more could not be started, the last one
 * within a day.
 */
export function failedStarts(now: Date): AlertCondition {
  return {
    kind: 'payments-not-started',
    query: sql`SELECT subject, problem || ': ×' || count AS detail, NULL AS order_id
      FROM failures WHERE subject NOT LIKE '/%' AND count >= ${raw(failuresToAlert)}
        AND last_at > ${isoBefore(now, dayMs)}`,
  }
}
