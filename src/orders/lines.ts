import type { Locale } from '../words/locales.shared.ts'
import { planName, topUpName } from '../words/plan-words.ts'
import { wordsOf } from '../words/words.shared.ts'
import { planColumn, planJoins, toPlan, type PlanRow } from '../plans/plan-rows.ts'
import { hasStock, ownPriority } from '../plans/can-sell.ts'
import { erased } from '../kit/email.shared.ts'
import { dayOf } from '../kit/time.shared.ts'
import { payableStatuses } from './operations.ts'
import { literal } from '../kit/sql-text.ts'
import { prepare, sql, type Sql } from '../kit/sql.ts'

/** The plan of a line, and the line's top-up if it has one. */
export type NamedLineRow = PlanRow & {
  /**
   * The eSIM of a top-up. NULL for a plan, and when the buyer may not see the eSIM's current link.
   */
  top_up_hash: string | null
  top_up_mb: number | null
  /** NULL when the line is a plan. */
  top_up_days: number | null
}

/**
 * Returns the columns of `NamedLineRow`.
 * @param inStock whether the plan is in stock, an SQL expression
 */
export function lineColumns(lang: Locale, inStock = '1'): string {
  return `${planColumn(lang, inStock)}, ${topUpHash} AS top_up_hash, u.traffic_mb AS top_up_mb,
    u.validity_days AS top_up_days`
}

/**
 * SQL: the eSIM of the top-up `u`. NULL when staff corrected the eSIM's address, or the recipient
 * of the gift, after the top-up was ordered. The buyer had the link of the earlier address, and
 * must not get the new link.
 */
const topUpHash = `(SELECT topped.esim_hash FROM esims topped
  JOIN orders sold ON sold.id = topped.order_id
  JOIN orders ordered ON ordered.id = u.order_id
  WHERE topped.esim_hash = u.esim_hash
    AND (sold.address_corrected_at IS NULL OR sold.address_corrected_at < ordered.created_at)
    AND NOT EXISTS (SELECT 1 FROM audit a
      WHERE a.subject_kind = 'invoice' AND a.subject_id = sold.id AND a.at >= ordered.created_at
        AND a.action = 'address' AND a.details ->> 'line' = topped.line_position))`

/** Joins to `order_lines l` that `lineColumns` needs. */
export const lineJoins = `JOIN plans t ON t.id = l.plan_id ${planJoins}
  LEFT JOIN top_ups u ON u.order_id = l.order_id AND u.line_position = l.position`

/** Returns the name of a line's plan or top-up. */
export function lineName(locale: Locale, row: NamedLineRow): string {
  const words = wordsOf(locale)
  const plan = toPlan(row, words)
  const { placeTitle } = plan
  return row.top_up_days === null
    ? planName({ locale, words }, plan)
    : topUpName(
        { locale, words },
        { placeTitle, trafficMb: row.top_up_mb, validityDays: row.top_up_days },
      )
}

const isOfLine = (order: string) =>
  `${order}.order_id = l.order_id AND ${order}.line_position = l.position`

/**
 * SQL: the line `l` has a supplier order that may still deliver it, or may have bought its profile.
 */
export const hasOpenOrder = `EXISTS (SELECT 1 FROM purchases o WHERE ${isOfLine('o')}
  AND o.status IN ('new', 'sent', 'accepted', 'held'))`

/**
 * SQL after FROM: suppliers' plans `source` that the shop can buy for the line `l` and has not
 * tried yet.
 */
export const openSources = `open_sources source
  WHERE l.kind = 'plan' AND source.plan_id = l.plan_id
    AND NOT EXISTS (SELECT 1 FROM purchases tried WHERE ${isOfLine('tried')}
      AND tried.supplier = source.supplier AND tried.plan_code = source.plan_code
      AND tried.refusal IS NOT 'out-of-balance')`

/**
 * SQL: data can be added to the eSIM `e`. A profile that went back to its supplier stays there,
 * even if the refund is reverted.
 */
export const takesTopUp = `NOT (e.is_refunded OR e.is_reused OR EXISTS (SELECT 1 FROM purchases gone
  WHERE gone.iccid = e.iccid AND gone.status = 'returned'))`

/**
 * SQL after FROM: the top-up `u` of the line `l` and its eSIM `e`. Matches if the shop can buy the
 * top-up and has not tried yet.
 */
export const openTopUp = `top_ups u JOIN esim_states e ON e.esim_hash = u.esim_hash
  JOIN open_suppliers ON open_suppliers.id = u.supplier
  WHERE ${isOfLine('u')} AND ${takesTopUp}
    AND NOT EXISTS (SELECT 1 FROM purchases tried WHERE ${isOfLine('tried')}
      AND tried.refusal IS NOT 'out-of-balance')`

const stockPriority = ownPriority('l.plan_id')

/**
 * SQL: the shop has a profile for sale that it bought for the line `l`. The order was frozen or
 * disputed when the profile arrived.
 */
export const hasLateProfile = `EXISTS (SELECT 1 FROM purchases bought
  JOIN stock_for_sale s ON s.iccid = bought.iccid
  WHERE ${isOfLine('bought')} AND bought.kind = 'plan' AND bought.status = 'done')`

/** Makes the return of profiles to their suppliers due. A query selects their ICCIDs. */
export function startReturns(db: D1Database, iccids: Sql, now: Date): D1PreparedStatement {
  return prepare(db)`UPDATE purchases SET next_try_at = ${now}, tries = 0
    WHERE kind = 'plan' AND status = 'done' AND iccid IN (${iccids})`
}

/**
 * SQL: the line `l` is delivered from stock, because its own profile is there, or no supplier with
 * a higher priority can deliver it.
 */
export const isForStock = `l.kind = 'plan' AND (${hasLateProfile} OR NOT EXISTS (
    SELECT 1 FROM ${openSources} AND source.priority < ${stockPriority})
  AND NOT EXISTS (SELECT 1 FROM purchases o JOIN plan_sources source
    ON source.plan_id = l.plan_id AND source.supplier = o.supplier
      AND source.plan_code = o.plan_code
    WHERE ${isOfLine('o')} AND o.status IN ('new', 'sent', 'accepted')
      AND source.priority < ${stockPriority}))`

/** SQL: whether neither stock nor a supplier can deliver the line `l`. */
export const isSoldOut = `NOT ${hasOpenOrder} AND iif(l.kind = 'top-up',
  NOT EXISTS (SELECT 1 FROM ${openTopUp}),
  NOT ${hasStock('l.plan_id')} AND NOT EXISTS (SELECT 1 FROM ${openSources}))`

/** SQL: whether the supplier has added the top-up of the line `l`. */
export const isToppedUp = `EXISTS (SELECT 1 FROM purchases added
  WHERE added.order_id = l.order_id AND added.line_position = l.position
    AND added.kind = 'top-up' AND added.status = 'done')`

/**
 * SQL: the line `l` of the order is paid, not returned or frozen, and has no profile. A gift
 * to an erased person is not delivered, so that the buyer gets the money back. The
 * order is a parameter, because SQLite would otherwise compute the view for all orders.
 */
export function isDeliverable(invoiceID: string): Sql {
  return sql`NOT l.is_returned AND l.recipient IS NOT ${erased}
    AND EXISTS (SELECT 1 FROM order_states s
      WHERE s.order_id = ${invoiceID} AND s.is_deliverable = 1)
    AND NOT EXISTS (SELECT 1 FROM stock
      WHERE stock.order_id = l.order_id AND stock.line_position = l.position)
    AND NOT EXISTS (SELECT 1 FROM orders i WHERE i.id = ${invoiceID} AND i.frozen_at IS NOT NULL)`
}

/**
 * SQL: the order of the queue of paid orders `i`, oldest first. Orders whose money was partly
 * returned come last, because the shop may not be able to deliver them, and they must not delay the
 * others.
 */
export const queueOrder = `EXISTS (SELECT 1 FROM payment_facts f
  WHERE f.order_id = i.id AND f.kind IN ('refunded', 'dispute-lost')), i.paid_at`

/** SQL: the line `l` is due. Its delivery date is not in the future, or not set. */
export function isDue(now: Date): Sql {
  return sql`(l.deliver_on IS NULL OR l.deliver_on <= ${dayOf(now)})`
}

/**
 * SQL: the time since which the shop owes the eSIMs of the order `i`. The automatic refund is
 * AUTO_REFUND_HOURS later. The time restarts when staff unfreeze the order or replace a line.
 */
export const waitingSince = `max(i.paid_at, coalesce((SELECT max(a.at) FROM audit a
  WHERE a.subject_kind = 'invoice' AND a.subject_id = i.id
    AND a.action IN ('unfreeze', 'reissue', 'exchange')), ''))`

/**
 * SQL: the next delivery date of the paid order `i`. NULL if any waiting line is due today or
 * earlier.
 */
export function scheduledFor(now: Date): string {
  const today = `'${dayOf(now)}'`
  return `(SELECT CASE WHEN min(coalesce(l.deliver_on, '') > ${today}) THEN min(l.deliver_on) END
    FROM line_states l WHERE i.status = 'paid' AND l.order_id = i.id AND l.is_waiting)`
}

/**
 * SQL: 1 if all lines of the paid order `i` are returned, so its provider has not made the refund
 * yet.
 */
export const isRefunding = `(i.status = 'paid' AND (SELECT min(l.is_returned) FROM line_states l
  WHERE l.order_id = i.id) IS 1)`

/** SQL: the shop holds a charge in another currency than that of the order `i`. */
export const isChargedInOtherCurrency = `coalesce((SELECT sum(m.kept_minor) > 0 FROM fact_money m
  WHERE m.order_id = i.id AND m.currency <> i.currency), 0)`

/** The actor of automatic refunds. */
export const systemActor = 'system'

/** SQL: the order is unpaid. The indexes of unpaid orders have the same condition. */
export const isUnpaid = `status IN (${payableStatuses.map(literal).join(', ')})`

/**
 * SQL without the WHERE condition, which must select only orders without a charge. The view
 * `order_states` computes the same status.
 */
export function expireOrderSql(at: string | Date): Sql {
  return sql`UPDATE orders SET expired_at = ${at}, status = 'expired'`
}
