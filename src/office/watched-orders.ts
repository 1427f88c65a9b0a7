import type { AlertKind } from '../messages/alerts.ts'
import type { BackendContext } from '../context.ts'
import { rowsAfter, rowsToRead } from '../kit/paging.ts'
import { isRefunding, scheduledFor, isUnpaid } from '../orders/lines.ts'
import { listNewestOrders, listOldestOrders, newestOrders } from '../orders/search-orders.ts'
import type { OrderPage } from '../orders/search-orders.ts'

/** Groups of orders that staff should check. */
export const orderGroups = ['waiting', 'held', 'disputed', 'refund-refused'] as const
export type OrderGroup = (typeof orderGroups)[number]

/** Groups that the list of orders shows. Unpaid orders need no work. */
export const listedGroups = [...orderGroups, 'unpaid'] as const
export type ListedGroup = (typeof listedGroups)[number]

function withAlert(kind: AlertKind): string {
  return `SELECT order_id AS id FROM alerts
    WHERE kind = '${kind}' AND ended_at IS NULL AND order_id IS NOT NULL`
}

const groupSql = (now: Date): { readonly [group in ListedGroup]: string } => ({
  waiting: `SELECT i.id FROM orders i
    WHERE i.status = 'paid' AND ${scheduledFor(now)} IS NULL AND NOT ${isRefunding}`,
  held: `SELECT id FROM orders WHERE id IN (
    SELECT order_id FROM purchases WHERE status = 'held')`,
  disputed: withAlert('dispute'),
  'refund-refused': withAlert('refund-refused'),
  // Visitors can leave many unpaid orders, so this reads only those of the page.
  unpaid: `SELECT i.id FROM orders i WHERE ${isUnpaid}
    AND i.created_at <= '${now.toISOString()}'
    AND ${rowsAfter(newestOrders)} LIMIT ${rowsToRead}`,
})

/**
 * Returns a page of the orders of a group. The customer who waits longest is first. Of the unpaid
 * orders, the newest is first.
 * @param after the last order of the previous page, or '' for the first page
 */
export async function watchedOrders(
  context: Pick<BackendContext, 'db' | 'now' | 'locale'>,
  group: ListedGroup,
  after: string,
): Promise<OrderPage> {
  const sql = groupSql(context.now)[group]
  if (group !== 'unpaid') return listOldestOrders(context, sql, after)
  return listNewestOrders(context, { sql, params: [] }, after)
}

/** Returns the number of orders in each group that staff should check. */
export async function countWatchedOrders({
  db,
  now,
}: Pick<BackendContext, 'db' | 'now'>): Promise<{ readonly [group in OrderGroup]: number }> {
  const sql = groupSql(now)
  const counts = orderGroups.map((group) => `(SELECT count(*) FROM (${sql[group]})) AS "${group}"`)
  const row = await db
    .prepare(`SELECT ${counts.join(', ')}`)
    .first<{ [group in OrderGroup]: number }>()
  if (!row) throw new Error('The database returned no row for the counts of orders')
  return row
}
