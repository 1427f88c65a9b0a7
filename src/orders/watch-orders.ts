import { hourMs, isoBefore, minuteMs, dayMs } from '../kit/time.shared.ts'
import { storedDetailSql } from '../messages/alert-detail.ts'
import { orderSubject, type AlertCondition } from '../messages/alerts.ts'
import { isUnpaid, isDue } from './lines.ts'
import { raw, sql, type Sql } from '../kit/sql.ts'

/** Unpaid orders of an hour. One address may place more, see `ordersOfNetwork`. */
const many = 200
/** More than this number of unpaid orders for each payment is unusual. */
const perPayment = 5
/** Orders to count. More do not change the alert. */
const maxCounted = 10_000

const countOf = (condition: Sql) =>
  sql`(SELECT count(*) FROM (SELECT 1 FROM orders WHERE ${condition} LIMIT ${raw(maxCounted)}))`

/**
 * Selects the shop if nearly all orders of the last hour are unpaid. Somebody may try stolen cards,
 * or fill the database.
 */
export function manyUnpaidOrders(now: Date): AlertCondition {
  const hourAgo = isoBefore(now, hourMs)
  return {
    kind: 'unpaid-orders',
    query: sql`SELECT 'orders' AS subject, NULL AS order_id,
        ${storedDetailSql('unpaid', { count: 'unpaid' })} AS detail
      FROM (SELECT ${countOf(sql`${raw(isUnpaid)} AND created_at > ${hourAgo}`)} AS unpaid,
        ${countOf(sql`paid_at > ${hourAgo}`)} AS paid)
      WHERE unpaid >= ${raw(many)} AND unpaid > ${raw(perPayment)} * paid`,
  }
}

/**
 * Time without delivery before an alert. Delivery takes seconds, and the scheduled job retries it
 * every minute.
 */
const alertAfter = 10 * minuteMs

/** Finds orders that were paid at least ten minutes ago and have an undelivered line. */
export function undeliveredOrders(now: Date): AlertCondition {
  return {
    kind: 'paid-undelivered',
    query: sql`SELECT ${orderSubject.sql('i.id')} AS subject,
        (SELECT group_concat(plan_id) FROM order_lines WHERE order_id = i.id) AS detail,
        i.id AS order_id
      FROM orders i WHERE i.status = 'paid' AND i.paid_at <= ${isoBefore(now, alertAfter)}
        AND EXISTS (
        SELECT 1 FROM line_states l WHERE l.order_id = i.id AND l.is_waiting AND ${isDue(now)})`,
  }
}

/**
 * Finds orders in which an eSIM was replaced for the second time, or more often, within a week. The
 * detail is who did it.
 */
export function repeatedReissues(now: Date): AlertCondition {
  return {
    kind: 'esim-reissued',
    query: sql`SELECT ${orderSubject.sql('a.subject_id')} AS subject,
        group_concat(DISTINCT a.staff_name) AS detail, a.subject_id AS order_id
      FROM audit a WHERE a.at > ${isoBefore(now, 7 * dayMs)} AND a.action = 'reissue'
        AND EXISTS (SELECT 1 FROM order_lines old
          JOIN order_lines new ON new.order_id = old.order_id AND new.position = old.replaced_by
          WHERE old.order_id = a.subject_id AND new.replaced_by IS NOT NULL)
      GROUP BY a.subject_id`,
  }
}

/** Charges in a row. A provider may send a single webhook late. */
const chargesToAlert = 3
/** Webhooks take seconds. Lookups find a charge up to six minutes after it was made. */
const lateAfterSeconds = 90

/**
 * Selects providers whose last three charges of a day were recorded late: their webhooks fail, and
 * lookups find the payments. Excludes payments of more than an hour, such as bank debits, whose
 * charge is older than its success.
 */
export function lateWebhooks(now: Date): AlertCondition {
  return {
    kind: 'webhooks-late',
    query: sql`SELECT provider AS subject, max(reference) AS detail, NULL AS order_id
      FROM (
        SELECT f.provider, f.reference,
          unixepoch(f.received_at) - unixepoch(f.at) > ${raw(lateAfterSeconds)} AS is_late,
          row_number() OVER (PARTITION BY f.provider ORDER BY f.received_at DESC) AS number
        FROM payment_facts f INDEXED BY payment_facts_by_time
        JOIN payments p ON p.provider = f.provider AND p.reference = f.reference
        WHERE f.at > ${isoBefore(now, dayMs)} AND f.kind = 'charged'
          AND unixepoch(f.received_at) - unixepoch(p.started_at) < 3600)
      WHERE number <= ${raw(chargesToAlert)}
      GROUP BY provider HAVING count(*) = ${raw(chargesToAlert)} AND min(is_late) = 1`,
  }
}
