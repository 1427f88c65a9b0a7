import { err, ok } from '../kit/result.shared.ts'
import type { Result } from '../kit/result.shared.ts'
import { supplierFacts } from '../supply/suppliers.ts'
import type { SqlCondition } from '../api/audit.ts'
import { isTrue, performAction, versionOf } from '../api/perform-action.ts'
import type {
  ActionContext,
  ActionInput,
  ActionPlan,
  ActionProblem,
  ActionResult,
} from '../api/perform-action.ts'
import type { StaffMember } from '../api/staff.ts'

/** The decision of a person who has looked for a held order at its supplier. */
export type SupplierDecision =
  /** The supplier has the order, with this reference. */
  | { readonly kind: 'found'; readonly reference: string }
  /**
   * The supplier does not have the order: order again. `isConfirmed` permits this at suppliers that
   * cannot search their orders.
   */
  | { readonly kind: 'retry'; readonly isConfirmed: boolean }
  /** The supplier does not have the order: try the next source. */
  | { readonly kind: 'give-up' }
export const supplierDecisions = [
  'found',
  'retry',
  'give-up',
] as const satisfies readonly SupplierDecision['kind'][]

type SupplierOrderDecision = Pick<ActionInput, 'idempotencyKey'> & {
  readonly key: string
  /** The order whose page the person saw. Undefined for the command, which shows no page. */
  readonly invoiceID?: string
  readonly decision: SupplierDecision
  /**
   * The version of the invoice that the person saw. Undefined for the command, which shows no
   * version.
   */
  readonly version?: number
}

type DecidedOrder = {
  readonly key: string
  readonly invoiceID: string
  readonly supplier: string
  readonly status: string
}

/**
 * Stores the decision about a held order. The scheduled job continues the order within a minute.
 * The subject of the action is the invoice, so that the invoice's timeline shows the action.
 */
export async function decideSupplierOrder(
  context: ActionContext,
  staff: StaffMember,
  { key, invoiceID, decision, idempotencyKey, version }: SupplierOrderDecision,
): Promise<ActionResult> {
  const { db } = context
  const order = await db
    .prepare(
      `SELECT key, invoice_id AS invoiceID, supplier, status FROM supplier_orders
      WHERE key = ?1 AND invoice_id = coalesce(?2, invoice_id)`,
    )
    .bind(key, invoiceID ?? null)
    .first<DecidedOrder>()
  if (!order) return err({ code: 'not-found' })
  const subject = { kind: 'invoice', id: order.invoiceID } as const
  // The decision depends only on the supplier order, which the condition checks.
  const seen = version ?? (await versionOf(db, subject)) ?? 0
  const action = 'decide-supplier-order'
  const form = { key, decision: decision.kind, reference: referenceOf(decision) }
  const request = { action, subject, idempotencyKey, version: seen, input: form } as const
  return performAction(context, staff, request, async () => planDecision(context, order, decision))
}

async function planDecision(
  { db, now }: ActionContext,
  order: DecidedOrder,
  decision: SupplierDecision,
): Promise<Result<ActionPlan, ActionProblem>> {
  const { key, supplier, status } = order
  if (status !== 'held') return err({ code: 'refused', reason: 'not-held' })
  if (decision.kind === 'retry' && !decision.isConfirmed && !canFindOrders(supplier))
    return err({ code: 'refused', reason: 'blind-retry' })
  if (decision.kind === 'retry' && (await isTrue(db, hasOtherOrder(key))))
    return err({ code: 'refused', reason: 'other-order-open' })
  const reference = referenceOf(decision)
  if (reference !== null && (await isReferenceUsed(db, order, reference)))
    return err({ code: 'refused', reason: 'reference-used' })
  const { sql, params } = changesOf(decision, now.toISOString())
  return ok({
    details: { decision: decision.kind, supplier, reference },
    condition: requireHeld(order, decision),
    effects: () => [
      db
        .prepare(`UPDATE supplier_orders SET ${sql}, leased_until = NULL WHERE key = ?`)
        .bind(...params, key),
    ],
  })
}

function referenceOf(decision: SupplierDecision): string | null {
  return decision.kind === 'found' ? decision.reference : null
}

/**
 * Detects a parallel decision about the order, a parallel use of the same reference, or a new order
 * of the line.
 */
function requireHeld({ key, supplier }: DecidedOrder, decision: SupplierDecision): SqlCondition {
  const sql = `EXISTS (SELECT 1 FROM supplier_orders WHERE key = ? AND status = 'held')`
  switch (decision.kind) {
    case 'give-up':
      return { sql, params: [key] }
    case 'retry': {
      const other = hasOtherOrder(key)
      return { sql: `${sql} AND NOT ${other.sql}`, params: [key, ...other.params] }
    }
    case 'found':
      return {
        sql: `${sql} AND NOT EXISTS (${otherOrderSql})`,
        params: [key, supplier, decision.reference, key],
      }
  }
}

/** A late answer can hold an order whose line has another order by then. */
function hasOtherOrder(key: string): SqlCondition {
  return {
    sql: `EXISTS (SELECT 1 FROM supplier_orders held JOIN supplier_orders other
      ON other.invoice_id = held.invoice_id AND other.line_position = held.line_position
      WHERE held.key = ? AND other.key <> held.key
        AND other.status IN ('new', 'sent', 'accepted'))`,
    params: [key],
  }
}

const otherOrderSql =
  'SELECT 1 FROM supplier_orders WHERE supplier = ? AND reference = ? AND key <> ?'

/**
 * Returns whether another order of the shop has the reference. The shop would sell its eSIM twice.
 */
async function isReferenceUsed(
  db: D1Database,
  { key, supplier }: DecidedOrder,
  reference: string,
): Promise<boolean> {
  return (await db.prepare(otherOrderSql).bind(supplier, reference, key).first()) !== null
}

function changesOf(
  decision: SupplierDecision,
  now: string,
): { readonly sql: string; readonly params: readonly string[] } {
  switch (decision.kind) {
    case 'found':
      return {
        sql: `status = 'accepted', reference = ?, next_try_at = ?, tries = 0, problem = NULL`,
        params: [decision.reference, now],
      }
    case 'retry':
      return { sql: `status = 'new', next_try_at = ?, problem = NULL`, params: [now] }
    case 'give-up':
      return { sql: `status = 'given-up', next_try_at = NULL, ended_at = ?`, params: [now] }
  }
}

/**
 * Returns whether a retry can search for the order first. If not, only a person can rule out a
 * second purchase.
 */
export function canFindOrders(supplier: string): boolean {
  return supplierFacts.find(({ id }) => id === supplier)?.canFindOrders === true
}
