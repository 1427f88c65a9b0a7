import { secretID } from '../../domain/secret-id.ts'
import { prepareQuery, runBatch } from '../batch.ts'
import type { Query } from '../batch.ts'
import type { BackendContext } from '../context.ts'
import type { StartedPayment } from '../payments/payment-provider.ts'
import { factMails } from './fact-mails.ts'
import { settleInvoice } from './invoice-state.ts'
import { matchEarlierFacts } from './match-facts.ts'
import { endOutage } from './payment-outages.ts'
import { isUnpaid } from '../unpaid-invoices.ts'

type SettleContext = Pick<BackendContext, 'db' | 'config' | 'now'>

/** An attempt to pay an invoice. The provider's answer adds its reference and page. */
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
  'attempt_id AS attemptID, invoice_id AS invoiceID, provider, reference, url, ' +
  'started_at AS startedAt, expires_at AS expiresAt'

/**
 * Returns the attempts of an invoice that were not cancelled, newest first. Attempts with an
 * expired page are included, because they may have been paid.
 */
export async function uncancelledAttempts(db: D1Database, invoiceID: string): Promise<Attempt[]> {
  const { results } = await db
    .prepare(
      `SELECT ${attemptColumns} FROM payments
      WHERE invoice_id = ? AND cancelled_at IS NULL ORDER BY started_at DESC`,
    )
    .bind(invoiceID)
    .all<Attempt>()
  return results
}

/**
 * Returns the open attempt of an invoice at a provider, or inserts a new one. Parallel calls return
 * the same attempt, and so does a call after a start with an unknown outcome. The provider then
 * repeats its answer instead of starting a second payment. Returns null when the invoice was
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
        `INSERT INTO payments (attempt_id, invoice_id, provider, started_at, expires_at)
        SELECT ?1, ?2, ?3, ?4, ?5 WHERE NOT EXISTS (
          SELECT 1 FROM payments WHERE invoice_id = ?2 AND provider = ?3
            AND cancelled_at IS NULL AND expires_at > ?4)
          AND EXISTS (
            SELECT 1 FROM invoices WHERE id = ?2 AND ${isUnpaid})`,
      )
      .bind(secretID(), invoiceID, provider, start, expiresAt.toISOString()),
    prepareQuery<Attempt>(
      db,
      `SELECT ${attemptColumns} FROM payments WHERE invoice_id = ? AND provider = ?
          AND cancelled_at IS NULL AND expires_at > ?`,
      invoiceID,
      provider,
      start,
    ),
  ]
}

/**
 * Records a started payment, links the facts that arrived earlier to its invoice, and emails the
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
    ...settleInvoice(context, invoiceID),
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

/** Records that the provider has cancelled a payment, and settles its invoice. */
export async function recordCancel(
  context: SettleContext,
  { attemptID, invoiceID }: Attempt,
): Promise<void> {
  const { db, now } = context
  await db.batch([
    db
      .prepare('UPDATE payments SET cancelled_at = ? WHERE attempt_id = ? AND cancelled_at IS NULL')
      .bind(now.toISOString(), attemptID),
    ...settleInvoice(context, invoiceID),
  ])
}
