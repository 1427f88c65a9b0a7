import type { BackendContext } from '../context.ts'
import { storedDetailSql } from '../messages/alert-detail.ts'
import { orderSubject, settleAlert } from '../messages/alerts.ts'
import { rewardStatements } from '../partners/rewards.ts'
import { isoTime } from '../kit/sql-text.ts'
import { isSoldOut, startReturns, waitingSince } from './lines.ts'

type SettlingContext = Pick<BackendContext, 'db' | 'config' | 'now'>

/**
 * Updates the refunds, the status, the credit notes, the partner's reward and the alerts of an
 * order from its facts. Run the statements in the batch that adds a fact, a payment, a refund or an
 * eSIM. A trigger gives the receipt its number when the order is first paid.
 */
export function settleOrder(context: SettlingContext, invoiceID: string): D1PreparedStatement[] {
  const { db, config, now } = context
  return [
    ...settleRefunds(context, invoiceID),
    db.prepare(returnProfilesSql).bind(invoiceID, now.toISOString()),
    db
      .prepare(
        `UPDATE orders SET status = s.status,
          paid_at = coalesce(paid_at, CASE WHEN s.status IN ('paid', 'success') THEN ?2 END),
          receipt_prefix = CASE WHEN paid_at IS NULL AND s.status IN ('paid', 'success')
            THEN ?3 ELSE receipt_prefix END
        FROM (SELECT status FROM order_states WHERE order_id = ?1) s WHERE id = ?1`,
      )
      .bind(invoiceID, now.toISOString(), config.RECEIPT_PREFIX),
    ...creditNoteStatements(context, invoiceID),
    ...rewardStatements(db, config, invoiceID, now),
    ...orderAlerts(context, invoiceID),
  ]
}

/** SQL: a provider reported the refund `r`, and staff have not said what it was for. */
export const isUnassigned = `(r.origin = 'provider' AND r.state = 'succeeded'
  AND r.assigned_at IS NULL)`

/**
 * Statements that let the refunds of an order follow the reports of its providers. A reported
 * refund that the shop did not request gets a row of its own, for no line.
 */
function settleRefunds({ db, now }: SettlingContext, invoiceID: string): D1PreparedStatement[] {
  const at = now.toISOString()
  return [
    db.prepare(insertReportedSql).bind(invoiceID, at),
    db.prepare(linkFactsSql).bind(invoiceID),
    db.prepare(endRefundsSql).bind(invoiceID, at),
    db.prepare(undoRefundsSql).bind(invoiceID, at),
  ]
}

const insertReportedSql = `INSERT INTO refunds (id, request_id, order_id, origin, state, provider,
    reference, amount_minor, currency, provider_id, reason, actor, requested_at)
  SELECT f.provider || ':' || f.id, f.provider || ':' || f.id, ?1, 'provider', 'sent', f.provider,
    f.reference, f.amount_minor, f.currency, f.id, '', f.provider, ?2
  FROM payment_facts f JOIN orders i ON i.id = ?1 AND i.currency = f.currency
  WHERE f.order_id = ?1 AND f.kind = 'refunded' AND f.refund_id IS NULL AND f.amount_minor > 0
  ON CONFLICT (id) DO UPDATE SET provider_id = excluded.provider_id`

const linkFactsSql = `UPDATE payment_facts SET refund_id = r.id FROM refunds r
  WHERE payment_facts.order_id = ?1 AND payment_facts.refund_id IS NULL
    AND payment_facts.kind IN ('refunded', 'refund-failed') AND r.order_id = ?1
    AND r.provider = payment_facts.provider AND r.provider_id = payment_facts.id`

const endRefundsSql = `UPDATE refunds SET state = iif(made.has_failed, 'failed', 'succeeded'),
    problem = iif(made.has_failed, 'returned by the bank', NULL), provider_id = made.id,
    ended_at = ?2
  FROM (SELECT f.refund_id, f.id, EXISTS (SELECT 1 FROM payment_facts failed
      WHERE failed.provider = f.provider AND failed.kind = 'refund-failed' AND failed.id = f.id)
      AS has_failed
    FROM payment_facts f WHERE f.order_id = ?1 AND f.kind = 'refunded') made
  WHERE refunds.id = made.refund_id
    AND iif(made.has_failed, state NOT IN ('failed', 'cancelled'), state <> 'succeeded')`

/**
 * SQL: undoes refunds without a report. A later report showed that the shop had requested a
 * reported refund, or the operator deleted a fact that the provider had revoked.
 */
const undoRefundsSql = `UPDATE refunds SET state = iif(origin = 'provider', 'cancelled', 'failed'),
    provider_id = NULL, ended_at = ?2
  WHERE order_id = ?1 AND (state = 'succeeded' OR origin = 'provider' AND state = 'sent')
    AND NOT EXISTS (SELECT 1 FROM payment_facts f
      WHERE f.order_id = ?1 AND f.refund_id = refunds.id AND f.kind = 'refunded')`

/**
 * SQL: starts the return of the profiles of lines whose last open refund has just ended or got its
 * lines, or of all lines when all money of the order went back. While a refund is open, the
 * provider can still refuse it.
 */
const returnProfilesSql = startReturns(
  `SELECT e.iccid FROM line_states l
  JOIN esims e ON e.order_id = l.order_id AND e.line_position = l.position
  WHERE l.order_id = ?1 AND (
    EXISTS (SELECT 1 FROM orders i JOIN order_states s ON s.order_id = ?1
      WHERE i.id = ?1 AND s.status IN ('refunded', 'lost')
        AND i.status NOT IN ('refunded', 'lost'))
    OR l.is_returned AND l.replaced_by IS NULL AND (
      SELECT max(max(r.ended_at, coalesce(r.assigned_at, ''))) = ?2
        AND count(*) = count(r.ended_at)
      FROM refunds r, json_each(r.positions) covered
      WHERE r.order_id = ?1 AND covered.value = l.position AND r.state <> 'cancelled'))`,
  '?2',
)

/**
 * SQL: the part of the price on the receipt of the order ?1 that was returned, less its credit
 * notes.
 */
const missing = `(SELECT s.credited_minor - coalesce(
    (SELECT sum(amount_minor) FROM credit_notes WHERE order_id = ?1), 0)
  FROM order_states s JOIN orders i ON i.id = ?1
  WHERE s.order_id = ?1 AND i.receipt_number IS NOT NULL)`

const lastNumber = `(SELECT coalesce(max(number), 0) FROM credit_notes)`

/**
 * Issues the credit notes that an order lacks, or cancels those whose money came back. Run the
 * statements after the receipt got its number. Two transactions never write at the same time, and a
 * transaction that fails takes no number.
 */
function creditNoteStatements(
  { db, config, now }: SettlingContext,
  invoiceID: string,
): D1PreparedStatement[] {
  const values = [invoiceID, config.CREDIT_NOTE_PREFIX, now.toISOString()]
  return [
    db
      .prepare(
        `INSERT INTO credit_notes (number, prefix, order_id, amount_minor, issued_at)
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
    (number, prefix, order_id, amount_minor, cancels, issued_at)
  SELECT ${lastNumber} + row_number() OVER (ORDER BY rank), ?2, ?1,
    -min(uncancelled, excess - before), number, ?3
  FROM (
    SELECT number, uncancelled, excess, row_number() OVER by_rank AS rank,
      sum(uncancelled) OVER by_rank - uncancelled AS before
    FROM (
      SELECT n.number, -${missing} AS excess, n.amount_minor + coalesce(
        (SELECT sum(c.amount_minor) FROM credit_notes c
          WHERE c.order_id = ?1 AND c.cancels = n.number), 0) AS uncancelled
      FROM credit_notes n WHERE n.order_id = ?1 AND n.cancels IS NULL)
    WHERE excess > 0 AND uncancelled > 0
    WINDOW by_rank AS (ORDER BY uncancelled = excess DESC, number DESC))
  WHERE before < excess`

const subject = orderSubject.sql('s.order_id')
const amount = (minor: string) => storedDetailSql('amount', { minor, currency: 'i.currency' })
const source = 'FROM order_states s JOIN orders i ON i.id = s.order_id WHERE s.order_id = ?'

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
  sql: `SELECT ${subject} AS subject, group_concat(e.plan_id) AS detail, s.order_id
    FROM order_states s JOIN line_states l ON l.order_id = s.order_id
    JOIN esims e ON e.order_id = l.order_id AND e.line_position = l.position
    JOIN purchases o ON o.iccid = e.iccid AND o.kind = 'plan' AND o.status = 'returned'
    WHERE s.order_id = ? AND s.status NOT IN ('refunded', 'lost') AND NOT l.is_returned
    GROUP BY s.order_id`,
} as const

/**
 * A provider reported a refund that the shop did not request. When exactly the money of the order
 * went back, there is nothing to assign, unless staff recorded a part of it.
 */
const unassigned = {
  kind: 'unassigned-refund',
  sql: `SELECT ${subject} AS subject, ${amount('sum(r.amount_minor)')} AS detail, s.order_id
    FROM order_states s JOIN orders i ON i.id = s.order_id
    JOIN refunds r ON r.order_id = s.order_id AND ${isUnassigned}
    WHERE s.order_id = ? AND (s.held_minor <> 0 OR EXISTS (SELECT 1 FROM refunds hand
      WHERE hand.order_id = i.id AND hand.origin = 'hand' AND hand.state = 'succeeded'))
    GROUP BY s.order_id`,
} as const

function orderAlerts(
  { db, config, now }: SettlingContext,
  invoiceID: string,
): D1PreparedStatement[] {
  const soldOut = storedDetailSql('sold-out', {
    plans: 'group_concat(l.plan_id)',
    refundAt: refundAt(config),
  })
  const conditions = [
    {
      kind: 'overcharged',
      sql: `SELECT ${subject} AS subject, ${amount('s.overcharged_minor')} AS detail, s.order_id
        ${source} AND s.overcharged_minor > 0`,
    },
    {
      kind: 'dispute',
      sql: `SELECT ${subject} AS subject, ${amount('s.charged_minor')} AS detail, s.order_id
        ${source} AND s.open_disputes > 0`,
    },
    {
      kind: 'unmatched-fact',
      sql: `SELECT ${subject} AS subject, ${amount('s.charged_minor')} AS detail, s.order_id
        ${source} AND (s.charged_minor > 0 AND s.charged_minor < i.amount_minor OR EXISTS (
          SELECT 1 FROM payment_facts f WHERE f.order_id = i.id AND f.currency <> i.currency))`,
    },
    {
      kind: 'sold-out-after-payment',
      sql: `SELECT ${subject} AS subject, ${soldOut} AS detail, s.order_id
        FROM order_states s JOIN orders i ON i.id = s.order_id
        JOIN line_states l ON l.order_id = s.order_id
        WHERE s.order_id = ? AND s.is_deliverable = 1 AND l.is_waiting AND ${isSoldOut}
        GROUP BY s.order_id`,
    },
    profileReturned,
    unassigned,
  ] as const
  return conditions.flatMap((condition) =>
    settleAlert(db, { ...condition, params: [invoiceID] }, orderSubject.of(invoiceID), now),
  )
}
