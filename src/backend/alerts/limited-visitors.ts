import { dayAsHour, hourOf } from '../rate-limit.ts'
import { shopMessages, shopOrders } from '../shop-limits.ts'
import type { ShopLimit } from '../shop-limits.ts'
import { storedDetailSql } from './alert-detail.ts'
import type { AlertCondition } from './alerts.ts'

/** Raises an alert while the shop limits every visitor, because it gets very many actions. */
export function limitedVisitors(now: Date): AlertCondition {
  const limits = [shopOrders, shopMessages]
  return {
    kind: 'visitors-limited',
    sql: limits.map(select).join(' UNION ALL '),
    params: limits.map(({ period }) => (period === 'day' ? dayAsHour(now) : hourOf(now))),
  }
}

function select({ action, usual, period }: ShopLimit): string {
  const code = period === 'day' ? 'actions-of-day' : 'actions-of-hour'
  return `SELECT '${action}' AS subject, ${storedDetailSql(code, { count: 'count' })} AS detail,
      NULL AS invoice_id
    FROM limits WHERE action = '${action}' AND hour = ? AND count >= ${usual}`
}
