import { z } from 'zod'
import type { Database } from '../import/d1.ts'
import { invoiceSubject } from '../../src/backend/alerts/alerts.ts'
import { literal } from '../../src/backend/sql-text.ts'
import { supplierFacts } from '../../src/backend/suppliers/suppliers.ts'
import type { OrderDecision } from './orders-arguments.ts'

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

/** One line per order that is not finished: those that wait for a person first, then the oldest. */
export async function listOrders({ query }: Database): Promise<string[]> {
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

/**
 * Writes what a person found out about a held order. The shop continues within a minute. Throws an
 * error when the order does not wait for a person, and when a retry could buy it twice.
 */
export async function decideOrder(
  { query, execute }: Database,
  decision: OrderDecision,
  now: Date,
): Promise<string> {
  const [order] = await query(
    `SELECT status, supplier FROM supplier_orders WHERE key = ${literal(decision.key)}`,
    openOrder.pick({ status: true, supplier: true }),
  )
  if (!order) throw new Error(`There is no supplier order ${decision.key}.`)
  if (order.status !== 'held')
    throw new Error(`${decision.key} is ${order.status}. Only a held order needs a decision.`)
  if (decision.action === 'retry' && !decision.isConfirmed) refuseBlindRetry(order.supplier)
  const { changes, answer } = consequencesOf(decision, literal(now.toISOString()))
  await execute([
    `UPDATE supplier_orders SET ${changes}, leased_until = NULL
    WHERE key = ${literal(decision.key)} AND status = 'held';`,
  ])
  return answer
}

/** A retry searches the order first. Where it cannot, only the person knows that it is no second one. */
function refuseBlindRetry(supplier: string): void {
  const facts = supplierFacts.find(({ id }) => id === supplier)
  if (facts?.canFindOrders) return
  throw new Error(
    [
      `${supplier} cannot search its orders. If it has this one after all, a retry buys a second eSIM.`,
      'Look for the order in its dashboard, by its time and plan. If it is not there, add --yes.',
    ].join(' '),
  )
}

function consequencesOf(decision: OrderDecision, now: string): { changes: string; answer: string } {
  switch (decision.action) {
    case 'found':
      return {
        changes: `status = 'accepted', reference = ${literal(decision.reference)}, tries = 0,
          next_try_at = ${now}, problem = NULL`,
        answer: `The shop fetches the profile of ${decision.reference}.`,
      }
    case 'retry':
      return {
        changes: `status = 'new', next_try_at = ${now}, problem = NULL`,
        answer: 'The shop searches the order again, and orders if the supplier does not have it.',
      }
    case 'give-up':
      return {
        changes: `status = 'given-up', next_try_at = NULL, ended_at = ${now}`,
        answer: 'The shop orders from the next source, or refunds the customer.',
      }
  }
}
