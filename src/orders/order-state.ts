import type { BackendContext } from '../context.ts'
import { storedDetailSql } from '../messages/alert-detail.ts'
import { invoiceSubject, settleAlert } from '../messages/alerts.ts'
import { rewardStatements } from '../partners/rewards.ts'
import { isoTime } from '../kit/sql-text.ts'
import { isDoubted } from './doubted-refunds.ts'
import { isSoldOut, isWaiting, waitingSince } from './lines.ts'

type CreditContext = Pick<BackendContext, 'db' | 'config' | 'now'>

/**
 * SQL: the part of the price on the receipt of the order ?1 that was returned, less its credit
 * notes.
 */
const missing = `(SELECT c.credited_minor - coalesce(
    (SELECT sum(amount_minor) FROM credit_notes WHERE invoice_id = ?1), 0)
  FROM invoice_credits c JOIN invoices i ON i.id = ?1
  WHERE c.invoice_id = ?1 AND i.receipt_number IS NOT NULL)`

const lastNumber = `(SELECT coalesce(max(number), 0) FROM credit_notes)`

/**
 * Issues the credit notes that an order lacks, or cancels those whose money came back. Run the
 * statements after the receipt got its number. Two transactions never write at the same time, and a
 * transaction that fails takes no number.
 */
function creditNoteStatements(
  { db, config, now }: CreditContext,
  invoiceID: string,
): D1PreparedStatement[] {
  const values = [invoiceID, config.CREDIT_NOTE_PREFIX, now.toISOString()]
  return [
    db
      .prepare(
        `INSERT INTO credit_notes (number, prefix, invoice_id, amount_minor, issued_at)
        SELECT ${lastNumber} + 1, ?2, ?1, minor, ?3 FROM (SELECT ${missing} AS minor)
        WHERE minor > 0`,
      )
      .bind(...values),
    db.prepare(cancelSql).bind(...values),
  ]
}

/**
 * SQL: cancels the uncancelled part of the credit notes of the order whose money came back. A
 * credit note of exactly this amount comes first, then the last one.
 */
const cancelSql = `INSERT INTO credit_notes
    (number, prefix, invoice_id, amount_minor, cancels, issued_at)
  SELECT ${lastNumber} + row_number() OVER (ORDER BY rank), ?2, ?1,
    -min(uncancelled, excess - before), number, ?3
  FROM (
    SELECT number, uncancelled, excess, row_number() OVER by_rank AS rank,
      sum(uncancelled) OVER by_rank - uncancelled AS before
    FROM (
      SELECT n.number, -${missing} AS excess, n.amount_minor + coalesce(
        (SELECT sum(c.amount_minor) FROM credit_notes c
          WHERE c.invoice_id = ?1 AND c.cancels = n.number), 0) AS uncancelled
      FROM credit_notes n WHERE n.invoice_id = ?1 AND n.cancels IS NULL)
    WHERE excess > 0 AND uncancelled > 0
    WINDOW by_rank AS (ORDER BY uncancelled = excess DESC, number DESC))
  WHERE before < excess`

const subject = invoiceSubject.sql('s.invoice_id')
const amount = (minor: string) => storedDetailSql('amount', { minor, currency: 'i.currency' })
const source = 'FROM invoice_states s JOIN invoices i ON i.id = s.invoice_id WHERE s.invoice_id = ?'

/**
 * Updates the status, the credit notes, the partner's reward and the alerts of an invoice from its
 * facts. Run the statements in the batch that adds a fact, a payment or an eSIM. A trigger gives
 * the receipt its number when the invoice is first paid.
 */
export function settleInvoice(
  { db, config, now }: Pick<BackendContext, 'db' | 'config' | 'now'>,
  invoiceID: string,
): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `UPDATE invoices SET status = s.status,
          paid_at = coalesce(paid_at, CASE WHEN s.status IN ('paid', 'success') THEN ?2 END),
          receipt_prefix = CASE WHEN paid_at IS NULL AND s.status IN ('paid', 'success')
            THEN ?3 ELSE receipt_prefix END
        FROM (SELECT status FROM invoice_states WHERE invoice_id = ?1) s WHERE id = ?1`,
      )
      .bind(invoiceID, now.toISOString(), config.RECEIPT_PREFIX),
    ...creditNoteStatements({ db, config, now }, invoiceID),
    ...rewardStatements(db, config, invoiceID, now),
    ...invoiceAlerts({ db, config, now }, invoiceID),
  ]
}

/**
 * SQL over lines `l` of the order `i`: the time of the first automatic refund. NULL until the order
 * is paid.
 */
function refundAt({ AUTO_REFUND_HOURS: hours }: BackendContext['config']): string {
  const since = `min(max(${waitingSince}, coalesce(l.deliver_on, '')))`
  return isoTime(since, `'+${hours} hours'`)
}

/**
 * The bank returned a refund, for example, or decided a lost dispute in favour of the shop, after
 * the profile had gone back to its supplier.
 */
const profileReturned = {
  kind: 'profile-returned',
  sql: `SELECT ${subject} AS subject, group_concat(e.tariff_id) AS detail, s.invoice_id
    FROM invoice_states s JOIN invoice_lines l ON l.invoice_id = s.invoice_id
    JOIN esims e ON e.invoice_id = l.invoice_id AND e.line_position = l.position
    JOIN supplier_orders o ON o.iccid = e.iccid AND o.kind = 'plan' AND o.status = 'returned'
    WHERE s.invoice_id = ? AND s.status <> 'refunded' AND l.refund_requested_at IS NULL
    GROUP BY s.invoice_id`,
} as const

/** Staff recorded a refund, and a provider reported one of the same amount. */
const countedTwice = {
  kind: 'refund-counted-twice',
  sql: `SELECT ${invoiceSubject.sql('i.id')} AS subject, ${amount('m.amount_minor')} AS detail,
      i.id AS invoice_id
    FROM invoices i JOIN refunds m ON m.invoice_id = i.id
    WHERE i.id = ? AND ${isDoubted} ORDER BY m.requested_at LIMIT 1`,
} as const

function invoiceAlerts(
  { db, config, now }: Pick<BackendContext, 'db' | 'config' | 'now'>,
  invoiceID: string,
): D1PreparedStatement[] {
  const soldOut = storedDetailSql('sold-out', {
    plans: 'group_concat(l.tariff_id)',
    refundAt: refundAt(config),
  })
  const conditions = [
    {
      kind: 'overcharged',
      sql: `SELECT ${subject} AS subject, ${amount('s.overcharged_minor')} AS detail, s.invoice_id
        ${source} AND s.overcharged_minor > 0`,
    },
    {
      kind: 'dispute',
      sql: `SELECT ${subject} AS subject, ${amount('s.charged_minor')} AS detail, s.invoice_id
        ${source} AND s.open_disputes > 0`,
    },
    {
      kind: 'unmatched-fact',
      sql: `SELECT ${subject} AS subject, ${amount('s.charged_minor')} AS detail, s.invoice_id
        ${source} AND (s.charged_minor > 0 AND s.charged_minor < i.amount_minor OR EXISTS (
          SELECT 1 FROM payment_facts f WHERE f.invoice_id = i.id AND f.currency <> i.currency))`,
    },
    {
      kind: 'sold-out-after-payment',
      sql: `SELECT ${subject} AS subject, ${soldOut} AS detail, s.invoice_id
        FROM invoice_states s JOIN invoices i ON i.id = s.invoice_id
        JOIN invoice_lines l ON l.invoice_id = s.invoice_id
        WHERE s.invoice_id = ? AND s.is_deliverable = 1 AND ${isWaiting} AND ${isSoldOut}
        GROUP BY s.invoice_id`,
    },
    profileReturned,
    countedTwice,
  ] as const
  return conditions.flatMap((condition) =>
    settleAlert(db, { ...condition, params: [invoiceID] }, invoiceSubject.of(invoiceID), now),
  )
}
