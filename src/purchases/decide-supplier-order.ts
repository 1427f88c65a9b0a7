import { err, ok } from '../kit/result.shared.ts'
import { hourMs, isoAfter } from '../kit/time.shared.ts'
import { secretID } from '../kit/tokens.shared.ts'
import { supplierFacts } from '../supply/suppliers.ts'
import type { RefusedReason } from '../api/refused-reason.ts'
import { defineStaffAction, isTrue, refused } from '../api/perform-action.ts'
import type { ActionContext, ActionOutcome } from '../api/perform-action.ts'
import { change } from './purchase.ts'
import { prepare, readRow, sql, type Sql } from '../kit/sql.ts'

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

type DecisionInput = {
  /** The key of the held order. */
  readonly key: string
  readonly invoiceID: string
  readonly decision: SupplierDecision
}

type DecidedPurchase = { readonly key: string; readonly supplier: string; readonly status: string }

/**
 * Stores the decision about a held order. The scheduled job continues the order within a minute.
 * The subject of the action is the order, so that the order's timeline shows the action.
 */
export const decideSupplierOrder = defineStaffAction<DecisionInput>({
  action: 'decide-supplier-order',
  subject: ({ invoiceID: id }) => ({ kind: 'invoice', id }),
  async plan({ context, input: { key, invoiceID, decision } }) {
    const purchase = await readRow<DecidedPurchase>(context.db)`SELECT key, supplier, status
      FROM purchases WHERE key = ${key} AND order_id = ${invoiceID}`
    return purchase ? planDecision(context, purchase, decision) : err({ code: 'not-found' })
  },
})

async function planDecision(
  context: ActionContext,
  purchase: DecidedPurchase,
  decision: SupplierDecision,
): Promise<ActionOutcome> {
  const { key, supplier, status } = purchase
  if (status !== 'held') return refused('not-held')
  if (decision.kind === 'retry' && !decision.isConfirmed && !canFindOrders(supplier))
    return refused('blind-retry')
  const { reason, condition: isObstructed } = obstacleTo(purchase, decision)
  if (await isTrue(context.db, isObstructed)) return refused(reason)
  const details = { decision: decision.kind, supplier, reference: referenceOf(decision) }
  // Detects what happened since: another decision, a use of the reference, or a new order.
  const condition = sql`NOT ${isObstructed}
    AND EXISTS (SELECT 1 FROM purchases WHERE key = ${key} AND status = 'held')`
  return ok({ details, condition, effects: () => decide(context, purchase, decision) })
}

function referenceOf(decision: SupplierDecision): string | null {
  return decision.kind === 'found' ? decision.reference : null
}

/** Returns a condition under which a decision is refused, and the reason. */
function obstacleTo(
  { key, supplier }: DecidedPurchase,
  decision: SupplierDecision,
): { readonly condition: Sql; readonly reason: RefusedReason } {
  switch (decision.kind) {
    case 'found':
      // Another order has the reference. The shop would sell its eSIM twice.
      return {
        reason: 'reference-used',
        condition: sql`EXISTS (SELECT 1 FROM purchases
          WHERE supplier = ${supplier} AND reference = ${decision.reference} AND key <> ${key})`,
      }
    case 'retry':
      // A late answer can hold an order whose line has another order by then.
      return {
        reason: 'other-order-open',
        condition: sql`EXISTS (SELECT 1 FROM purchases held JOIN purchases other
          ON other.order_id = held.order_id AND other.line_position = held.line_position
          WHERE held.key = ${key} AND other.key <> held.key
            AND other.status IN ('new', 'sent', 'accepted'))`,
      }
    case 'give-up':
      return { reason: 'not-held', condition: sql`false` }
  }
}

const isHeld = sql`status = 'held'`

function decide(
  context: ActionContext,
  { key, supplier }: DecidedPurchase,
  decision: SupplierDecision,
): D1PreparedStatement[] {
  const held = { key, status: 'held', tries: 0 } as const
  const next = context.now.toISOString()
  switch (decision.kind) {
    case 'found': {
      const { reference } = decision
      return [change(context, held, { status: 'accepted', reference, next }, isHeld)]
    }
    case 'retry':
      return buysAgain(supplier)
        ? orderAgain(context, held)
        : [change(context, held, { status: 'new', next }, isHeld)]
    case 'give-up':
      return [change(context, held, { status: 'given-up' }, isHeld)]
  }
}

/** Orders with another key, and goes on searching for the first order, which may appear later. */
function orderAgain(context: ActionContext, held: Parameters<typeof change>[1]) {
  const { db, now } = context
  const next = isoAfter(now, hourMs)
  return [
    change(context, held, { status: 'given-up', next }, isHeld),
    prepare(db)`INSERT INTO purchases (order_id, line_position, kind, supplier, plan_code,
        cost_minor,
        cost_currency, iccid, key, next_try_at, created_at)
      SELECT order_id, line_position, kind, supplier, plan_code, cost_minor, cost_currency,
        iif(kind = 'top-up', iccid, NULL), ${secretID()}, ${now}, ${now}
      FROM purchases WHERE key = ${held.key} AND status = 'given-up'`,
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
