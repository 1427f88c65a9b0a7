import { hourMs, isoBefore } from '../../domain/time-units.ts'
import { storedDetailSql } from '../alerts/alert-detail.ts'
import type { AlertCondition } from '../alerts/alerts.ts'
import { isUnpaid } from '../unpaid-invoices.ts'

/** Unpaid orders of an hour. One address may place more, see `ordersOfNetwork`. */
const many = 200
/** More than this number of unpaid orders for each payment is unusual. */
const perPayment = 5
/** Orders to count. More do not change the alert. */
const maxCounted = 10_000

const countOf = (condition: string) =>
  `(SELECT count(*) FROM (SELECT 1 FROM invoices WHERE ${condition} LIMIT ${maxCounted}))`

/**
 * Selects the shop if nearly all orders of the last hour are unpaid. Somebody may try stolen cards,
 * or fill the database.
 */
export function manyUnpaidOrders(now: Date): AlertCondition {
  const hourAgo = isoBefore(now, hourMs)
  return {
    kind: 'unpaid-orders',
    sql: `SELECT 'orders' AS subject, NULL AS invoice_id,
        ${storedDetailSql('unpaid', { count: 'unpaid' })} AS detail
      FROM (SELECT ${countOf(`${isUnpaid} AND created_at > ?`)} AS unpaid,
        ${countOf('paid_at > ?')} AS paid)
      WHERE unpaid >= ${many} AND unpaid > ${perPayment} * paid`,
    params: [hourAgo, hourAgo],
  }
}
