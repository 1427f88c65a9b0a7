import type { BackendContext, ShopContext } from '../context.ts'
import { storedDetailSql } from '../messages/alert-detail.ts'
import { settleOrderAlerts } from '../messages/alerts.ts'
import { rewardStatements } from '../partners/rewards.ts'
import { isoTime } from '../kit/sql-text.ts'
import { isSoldOut, startReturns, waitingSince } from './lines.ts'
import { vatAtPayment } from './vat-rates.ts'
import { chargeVoucher } from './vouchers.ts'
import { prepare, raw, sql, type Sql } from '../kit/sql.ts'

/**
 * Charges the voucher, and updates the refunds, the status, the credit notes, the partner's reward and the alerts of an
 * order from its facts. Run the statements in the batch that adds a fact, a payment, a refund or an
 * eSIM. A trigger gives the receipt its number when the order is first paid.
 */
export function settleOrder(context: ShopContext, invoiceID: string): D1PreparedStatement[] {
  const { db, config, now } = context
  return [
    chargeVoucher(context, invoiceID),
    ...settleRefunds(context, invoiceID),
    returnProfiles(context, invoiceID),
    prepare(db)`UPDATE orders SET status = s.status,
        paid_at = coalesce(paid_at, CASE WHEN s.status IN ('paid', 'success') THEN ${now} END),
        receipt_prefix = CASE WHEN paid_at IS NULL AND s.status IN ('paid', 'success')
          THEN ${config.RECEIPT_PREFIX} ELSE receipt_prefix END,
        vat_hundredths = CASE WHEN paid_at IS NULL AND s.status IN ('paid', 'success')
          THEN ${vatAtPayment} ELSE vat_hundredths END
      FROM (SELECT status FROM order_states WHERE order_id = ${invoiceID}) s WHERE id = ${invoiceID}`,
    ...creditNoteStatements(context, invoiceID),
    ...rewardStatements(db, config, invoiceID, now),
    ...orderAlerts(context, invoiceID),
  ]
}

/** SQL: a provider reported the refund `r`, and staff have not said what it was for. */
export const isUnassigned = sql`(r.origin = 'provider' AND r.state = 'succeeded'
  AND r.assigned_at IS NULL)`

/**
 * Statements that let the refunds of an order follow the reports of its providers. A reported
 * refund that the shop did not request gets a row of its own, for no line.
 */
function settleRefunds({ db, now }: ShopContext, invoiceID: string): D1PreparedStatement[] {
  return [
    prepare(db)`INSERT INTO refunds (id, request_id, order_id, origin, state, provider, reference,
        amount_minor, currency, provider_id, reason, actor, requested_at)
      SELECT f.provider || ':' || f.id, f.provider || ':' || f.id, ${invoiceID}, 'provider', 'sent',
        f.provider, f.reference, f.amount_minor, f.currency, f.id, '', f.provider, ${now}
      FROM payment_facts f JOIN orders i ON i.id = ${invoiceID} AND i.currency = f.currency
      WHERE f.order_id = ${invoiceID} AND f.kind = 'refunded' AND f.refund_id IS NULL
        AND f.amount_minor > 0
      ON CONFLICT (id) DO UPDATE SET provider_id = excluded.provider_id`,
    prepare(db)`UPDATE payment_facts SET refund_id = r.id FROM refunds r
      WHERE payment_facts.order_id = ${invoiceID} AND payment_facts.refund_id IS NULL
        AND payment_facts.kind IN ('refunded', 'refund-failed') AND r.order_id = ${invoiceID}
        AND r.provider = payment_facts.provider AND r.provider_id = payment_facts.id`,
    prepare(db)`UPDATE refunds SET state = iif(made.has_failed, 'failed', 'succeeded'),
        problem = iif(made.has_failed, 'returned by the bank', NULL), provider_id = made.id,
        ended_at = ${now}
      FROM (SELECT f.refund_id, f.id, EXISTS (SELECT 1 FROM payment_facts failed
          WHERE failed.provider = f.provider AND failed.kind = 'refund-failed'
            AND failed.id = f.id) AS has_failed
        FROM payment_facts f WHERE f.order_id = ${invoiceID} AND f.kind = 'refunded') made
      WHERE refunds.id = made.refund_id
        AND iif(made.has_failed, state NOT IN ('failed', 'cancelled'), state <> 'succeeded')`,
    // Undoes refunds without a report. A later report showed that the shop had requested a reported
    // refund, or the operator deleted a fact that the provider had revoked.
    prepare(db)`UPDATE refunds SET state = iif(origin = 'provider', 'cancelled', 'failed'),
        provider_id = NULL, ended_at = ${now}
      WHERE order_id = ${invoiceID}
        AND (state = 'succeeded' OR origin = 'provider' AND state = 'sent')
        AND NOT EXISTS (SELECT 1 FROM payment_facts f WHERE f.order_id = ${invoiceID}
          AND f.refund_id = refunds.id AND f.kind = 'refunded')`,
  ]
}

/**
 * Starts the return of the profiles of lines whose last open refund has just ended or got its
 * lines, or of all lines when all money of the order went back. While a refund is open, the
 * provider can still refuse it.
 */
function returnProfiles({ db, now }: ShopContext, invoiceID: string): D1PreparedStatement {
  const iccids = sql`SELECT e.iccid FROM line_states l
    JOIN esims e ON e.order_id = l.order_id AND e.line_position = l.position
    WHERE l.order_id = ${invoiceID} AND (
      EXISTS (SELECT 1 FROM orders i JOIN order_states s ON s.order_id = ${invoiceID}
        WHERE i.id = ${invoiceID} AND s.status IN ('refunded', 'lost')
          AND i.status NOT IN ('refunded', 'lost'))
      OR l.is_returned AND l.replaced_by IS NULL AND (
        SELECT max(max(r.ended_at, coalesce(r.assigned_at, ''))) = ${now}
          AND count(*) = count(r.ended_at)
        FROM refunds r, json_each(r.positions) covered
        WHERE r.order_id = ${invoiceID} AND covered.value = l.position AND r.state <> 'cancelled'))`
  return startReturns(db, iccids, now)
}

const lastNumber = sql`(SELECT coalesce(max(number), 0) FROM credit_notes)`

/**
 * Issues the credit notes that an order lacks, or cancels those whose money came back: a credit
 * note of exactly this amount first, then the last one. Run the statements after the receipt got
 * its number. Two transactions never write at the same time, and a transaction that fails takes no
 * number.
 */
function creditNoteStatements({ db, config, now }: ShopContext, invoiceID: string) {
  const prefix = config.CREDIT_NOTE_PREFIX
  // The part of the price on the receipt that was returned, less the credit notes.
  const missing = sql`(SELECT s.credited_minor - coalesce(
      (SELECT sum(amount_minor) FROM credit_notes WHERE order_id = ${invoiceID}), 0)
    FROM order_states s JOIN orders i ON i.id = ${invoiceID}
    WHERE s.order_id = ${invoiceID} AND i.receipt_number IS NOT NULL)`
  return [
    prepare(db)`INSERT INTO credit_notes (number, prefix, order_id, amount_minor, issued_at)
      SELECT ${lastNumber} + 1, ${prefix}, ${invoiceID}, minor, ${now}
      FROM (SELECT ${missing} AS minor) WHERE minor > 0`,
    prepare(db)`INSERT INTO credit_notes
        (number, prefix, order_id, amount_minor, cancels, issued_at)
      SELECT ${lastNumber} + row_number() OVER (ORDER BY rank), ${prefix}, ${invoiceID},
        -min(uncancelled, excess - before), number, ${now}
      FROM (
        SELECT number, uncancelled, excess, row_number() OVER by_rank AS rank,
          sum(uncancelled) OVER by_rank - uncancelled AS before
        FROM (
          SELECT n.number, -${missing} AS excess, n.amount_minor + coalesce(
            (SELECT sum(c.amount_minor) FROM credit_notes c
              WHERE c.order_id = ${invoiceID} AND c.cancels = n.number), 0) AS uncancelled
          FROM credit_notes n WHERE n.order_id = ${invoiceID} AND n.cancels IS NULL)
        WHERE excess > 0 AND uncancelled > 0
        WINDOW by_rank AS (ORDER BY uncancelled = excess DESC, number DESC))
      WHERE before < excess`,
  ]
}

/**
 * SQL over lines `l` of the order `i`: the time of the first automatic refund. NULL until the order
 * is paid.
 */
function refundAt({ AUTO_REFUND_HOURS: hours }: BackendContext['config']): Sql {
  const since = sql`min(max(${raw(waitingSince)}, coalesce(l.deliver_on, '')))`
  return isoTime(since, raw(`'+${hours} hours'`))
}

const amount = (minor: string) => storedDetailSql('amount', { minor, currency: 'i.currency' })
const isOther = sql`(s.charged_minor > 0 AND s.charged_minor < i.amount_minor OR EXISTS (
  SELECT 1 FROM payment_facts f WHERE f.order_id = i.id AND f.currency <> i.currency))`

/** Raises and ends the alerts about an order. */
function orderAlerts({ db, config, now }: ShopContext, invoiceID: string) {
  const soldOut = storedDetailSql('sold-out', {
    plans: 'group_concat(l.plan_id)',
    refundAt: refundAt(config).text,
  })
  const details = {
    overcharged: sql`iif(s.overcharged_minor > 0, ${amount('s.overcharged_minor')}, NULL)`,
    dispute: sql`iif(s.open_disputes > 0, ${amount('s.charged_minor')}, NULL)`,
    'unmatched-fact': sql`iif(${isOther}, ${amount('s.charged_minor')}, NULL)`,
    'sold-out-after-payment': sql`(SELECT ${soldOut} FROM line_states l
      WHERE l.order_id = i.id AND s.is_deliverable = 1 AND l.is_waiting AND ${raw(isSoldOut)}
      HAVING count(*) > 0)`,
    'profile-returned': profileReturned,
    'unassigned-refund': unassigned,
  } as const
  return settleOrderAlerts(db, invoiceID, details, now)
}

/**
 * The bank returned a refund, for example, or decided a lost dispute in favour of the shop, after
 * the profile had gone back to its supplier.
 */
const profileReturned = sql`(SELECT group_concat(e.plan_id) FROM line_states l
  JOIN esims e ON e.order_id = l.order_id AND e.line_position = l.position
  JOIN purchases o ON o.iccid = e.iccid AND o.kind = 'plan' AND o.status = 'returned'
  WHERE l.order_id = i.id AND s.status NOT IN ('refunded', 'lost') AND NOT l.is_returned)`

/**
 * A provider reported a refund that the shop did not request. When exactly the money of the order
 * went back, there is nothing to assign, unless staff recorded a part of it.
 */
const unassigned = sql`(SELECT ${amount('sum(r.amount_minor)')} FROM refunds r
  WHERE r.order_id = i.id AND ${isUnassigned}
    AND (s.kept_minor <> 0 OR EXISTS (SELECT 1 FROM refunds hand
      WHERE hand.order_id = i.id AND hand.origin = 'hand' AND hand.state = 'succeeded'))
  HAVING count(*) > 0)`
