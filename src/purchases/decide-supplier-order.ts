import { err, ok } from '../kit/result.shared.ts'
import type { Result } from '../kit/result.shared.ts'
import { hourMs, isoAfter } from '../kit/time.shared.ts'
import { secretID } from '../kit/tokens.shared.ts'
import { supplierFacts } from '../supply/suppliers.ts'
import type { SqlCondition } from '../api/audit.ts'
import type { RefusedReason } from '../api/refused-reason.ts'
import { isTrue, performAction } from '../api/perform-action.ts'
import type {
  ActionContext,
  ActionInput,
  ActionPlan,
  ActionProblem,
  ActionResult,
} from '../api/perform-action.ts'
import type { StaffMember } from '../api/staff.ts'
import { change } from './purchase.ts'

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

type SupplierOrderDecision = ActionInput & {
  readonly key: string
  readonly invoiceID: string
  readonly decision: SupplierDecision
}

type DecidedOrder = { readonly key: string; readonly supplier: string; readonly status: string }

/**
 * Stores the decision about a held order. The scheduled job continues the order within a minute.
 * The subject of the action is the order, so that the order's timeline shows the action.
 */
export async function decideSupplierOrder(
  context: ActionContext,
  staff: StaffMember,
  { key, invoiceID, decision, idempotencyKey, version }: SupplierOrderDecision,
): Promise<ActionResult> {
  const order = await context.db
    .prepare('SELECT key, supplier, status FROM purchases WHERE key = ? AND order_id = ?')
    .bind(key, invoiceID)
    .first<DecidedOrder>()
  if (!order) return err({ code: 'not-found' })
  const action = 'decide-supplier-order'
  const subject = { kind: 'invoice', id: invoiceID } as const
  const form = { key, decision: decision.kind, reference: referenceOf(decision) }
  const request = { action, subject, idempotencyKey, version, input: form } as const
  return performAction(context, staff, request, async () => planDecision(context, order, decision))
}

async function planDecision(
  context: ActionContext,
  order: DecidedOrder,
  decision: SupplierDecision,
): Promise<Result<ActionPlan, ActionProblem>> {
  const { key, supplier, status } = order
  if (status !== 'held') return err({ code: 'refused', reason: 'not-held' })
  if (decision.kind === 'retry' && !decision.isConfirmed && !canFindOrders(supplier))
    return err({ code: 'refused', reason: 'blind-retry' })
  const { reason, sql, params } = obstacleTo(order, decision)
  if (await isTrue(context.db, { sql, params })) return err({ code: 'refused', reason })
  const details = { decision: decision.kind, supplier, reference: referenceOf(decision) }
  // Detects what happened since: another decision, a use of the reference, or a new order.
  const isHeld = `EXISTS (SELECT 1 FROM purchases WHERE key = ? AND status = 'held')`
  const condition = { sql: `NOT ${sql} AND ${isHeld}`, params: [...params, key] }
  return ok({ details, condition, effects: () => decide(context, order, decision) })
}

function referenceOf(decision: SupplierDecision): string | null {
  return decision.kind === 'found' ? decision.reference : null
}

/** Returns a condition under which a decision is refused, and the reason. */
function obstacleTo(
  { key, supplier }: DecidedOrder,
  decision: SupplierDecision,
): SqlCondition & { readonly reason: RefusedReason } {
  switch (decision.kind) {
    case 'found':
      // Another order has the reference. The shop would sell its eSIM twice.
      return {
        reason: 'reference-used',
        sql: `EXISTS (SELECT 1 FROM purchases
          WHERE supplier = ? AND reference = ? AND key <> ?)`,
        params: [supplier, decision.reference, key],
      }
    case 'retry':
      // A late answer can hold an order whose line has another order by then.
      return {
        reason: 'other-order-open',
        sql: `EXISTS (SELECT 1 FROM purchases held JOIN purchases other
          ON other.order_id = held.order_id AND other.line_position = held.line_position
          WHERE held.key = ? AND other.key <> held.key
            AND other.status IN ('new', 'sent', 'accepted'))`,
        params: [key],
      }
    case 'give-up':
      return { reason: 'not-held', sql: 'false', params: [] }
  }
}

function decide(
  context: ActionContext,
  { key, supplier }: DecidedOrder,
  decision: SupplierDecision,
): D1PreparedStatement[] {
  const held = { key, status: 'held', tries: 0 } as const
  const isHeld = { sql: 'status = ?2', params: [] }
  const next = context.now.toISOString()
  switch (decision.kind) {
    case 'found': {
      const { reference } = decision
      return [change(context, held, { status: 'accepted', reference, next }, isHeld)]
    }
    case 'retry':
      return buysAgain(supplier)
        ? orderAgain(context, held, isHeld)
        : [change(context, held, { status: 'new', next }, isHeld)]
    case 'give-up':
      return [change(context, held, { status: 'given-up' }, isHeld)]
  }
}

/** Orders with another key, and goes on searching for the first order, which may appear later. */
function orderAgain(
  context: ActionContext,
  held: Parameters<typeof change>[1],
  isHeld: SqlCondition,
): D1PreparedStatement[] {
  const { db, now } = context
  const next = isoAfter(now, hourMs)
  return [
    change(context, held, { status: 'given-up', next }, isHeld),
    db
      .prepare(
        `INSERT INTO purchases (order_id, line_position, kind, supplier, plan_code, cost_minor,
          cost_currency, iccid, key, next_try_at, created_at)
        SELECT order_id, line_position, kind, supplier, plan_code, cost_minor, cost_currency,
          iif(kind = 'top-up', iccid, NULL), ?2, ?3, ?3
        FROM purchases WHERE key = ?1 AND status = 'given-up'`,
      )
      .bind(held.key, secretID(), now.toISOString()),
  ]
}

/**
 * Whether the supplier would buy an order with the same key twice, and finds both. Other suppliers
 * get the same key again.
 */
function buysAgain(supplier: string): boolean {
  const facts = supplierFacts.find(({ id }) => id === supplier)
  return facts !== undefined && facts.canFindOrders && !facts.isOrderIdempotent
}

/**
 * Returns whether a retry can search for the order first. If not, only a person can rule out a
 * second purchase.
 */
export function canFindOrders(supplier: string): boolean {
  return supplierFacts.find(({ id }) => id === supplier)?.canFindOrders === true
}
