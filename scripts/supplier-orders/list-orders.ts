import { z } from 'zod'
import type { SqlStore } from '../../src/backend/sql-store.ts'
import { invoiceSubject } from '../../src/backend/alerts/alerts.ts'

const openOrder = z.object({
  key: z.string(),
  supplier: z.string(),
  planCode: z.string(),
  status: z.string(),
  invoice: z.string(),
  reference: z.string().nullable(),
  problem: z.string().nullable(),
  createdAt: z.string(),
})

/** Returns one line per unfinished order. Held orders come first, then the oldest orders. */
export async function listOrders({ query }: Pick<SqlStore, 'query'>): Promise<string[]> {
  const orders = await query(
    `SELECT key, supplier, plan_code AS planCode, status,
      ${invoiceSubject.sql('invoice_id')} AS invoice, reference, problem, created_at AS createdAt
    FROM supplier_orders WHERE status IN ('new', 'sent', 'accepted', 'held')
    ORDER BY status = 'held' DESC, created_at`,
    openOrder,
  )
  return orders.length === 0 ? ['Every supplier order is finished.'] : orders.map(describeOrder)
}

function describeOrder(order: z.output<typeof openOrder>): string {
  const { key, supplier, planCode, status, invoice, reference, problem, createdAt } = order
  return [
    key,
    status,
    `${supplier} ${planCode}`,
    `invoice ${invoice}…`,
    createdAt,
    ...(reference === null ? [] : [reference]),
    ...(problem === null ? [] : [problem]),
  ].join('  ')
}
