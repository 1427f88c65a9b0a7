import { dayOf } from '../../domain/time-units.ts'
import { maxLines } from '../../domain/order-size.ts'
import { err, ok } from '../../domain/result.ts'
import type { Result } from '../../domain/result.ts'
import { defaultLocale } from '../../locale/locales.ts'
import { measureUsage } from '../esims/refresh-usage.ts'
import { settleInvoice } from '../orders/invoice-state.ts'
import { startReturns } from '../sourcing/return-profile.ts'
import { orderForStaff } from './order-for-staff.ts'
import type { LineForStaff, OrderForStaff } from './order-for-staff.ts'
import type { ActionContext, ActionProblem } from './perform-action.ts'
import type { RefusedReason } from './refused-reason.ts'

export type ReplaceableLine = { readonly order: OrderForStaff; readonly line: LineForStaff }

/**
 * Returns the reason why no line of the order can be replaced, or null. With a reason, the page
 * shows no forms, and the actions are refused.
 */
export function replacementRefusal({
  frozenAt,
  status,
}: Pick<OrderForStaff, 'frozenAt' | 'status'>): RefusedReason | null {
  if (frozenAt !== null) return 'frozen'
  return status === 'paid' || status === 'success' ? null : 'not-paid'
}

/** Returns the line of an order if it is paid, delivered and unused according to its supplier. */
export async function findReplaceableLine(
  context: ActionContext,
  { invoiceID, position }: { readonly invoiceID: string; readonly position: number },
): Promise<Result<ReplaceableLine, ActionProblem>> {
  const isMeasured = await measureLine(context, invoiceID, position)
  const order = await orderForStaff(context, invoiceID, defaultLocale)
  const line = order?.lines.find((each) => each.position === position)
  if (!order || !line) return err({ code: 'not-found' })
  const refuse = (reason: RefusedReason) => err({ code: 'refused', reason } as const)
  const refusal = replacementRefusal(order)
  if (refusal !== null) return refuse(refusal)
  if (line.isReturned || line.iccid === null) return refuse('not-delivered')
  if (line.isErased) return refuse('erased')
  if (line.isUsed) return refuse('used')
  if (!isMeasured) return refuse('usage-unknown')
  if (await hasTopUps(context.db, invoiceID, position)) return refuse('topped-up')
  if (order.lines.length >= maxLines) return refuse('too-many-lines')
  // A new line could not be delivered when the shop has less money than the price of the order.
  const due = order.lines
    .filter(({ isReturned }) => !isReturned)
    .reduce((sum, { amount }) => sum + amount.minor, 0)
  return order.unrefunded.minor < due ? refuse('partly-refunded') : ok({ order, line })
}

/** Returns whether top-ups were bought for the eSIM. A replacement would lose their data. */
async function hasTopUps(db: D1Database, invoiceID: string, position: number): Promise<boolean> {
  const topUp = await db
    .prepare(
      `SELECT 1 FROM esims e JOIN top_ups t ON t.esim_hash = e.esim_hash
      JOIN invoices i ON i.id = t.invoice_id
      WHERE e.invoice_id = ? AND e.line_position = ?
        AND i.status NOT IN ('failed', 'expired', 'refunded') LIMIT 1`,
    )
    .bind(invoiceID, position)
    .first()
  return topUp !== null
}

/**
 * Stores the usage that the supplier has measured by now. Returns false when the usage is unknown.
 */
async function measureLine(
  context: ActionContext,
  invoiceID: string,
  position: number,
): Promise<boolean> {
  const esimHash = await context.db
    .prepare('SELECT esim_hash FROM esims WHERE invoice_id = ? AND line_position = ?')
    .bind(invoiceID, position)
    .first<string>('esim_hash')
  return esimHash === null || measureUsage(context, esimHash)
}

type NewLine = {
  readonly tariffID: string
  /** At most the price of the old line, in the order's currency. */
  readonly amountMinor: number
  /** The plan's price in the partners' currency. Null for the reward base of the old line. */
  readonly rewardBase: number | null
}

/**
 * Statements that return a line and add a new line in its place. The old line keeps the difference
 * in price, so that the lines add up to the price of the order. The old profile is never sold
 * again, because a customer has seen its code. The scheduled job requests its return from the
 * supplier.
 */
export function replaceLine(
  context: ActionContext,
  { order, line }: ReplaceableLine,
  { tariffID, amountMinor, rewardBase }: NewLine,
): D1PreparedStatement[] {
  const { db, now } = context
  const { invoiceID } = order
  const next = Math.max(...order.lines.map(({ position }) => position)) + 1
  return [
    db
      .prepare(
        // The delivery date restarts the time until the automatic refund.
        `INSERT INTO invoice_lines (invoice_id, position, tariff_id, amount_minor, reward_base,
          recipient, message, deliver_on)
        SELECT invoice_id, ?3, ?4, ?5, coalesce(?6, reward_base), recipient, message, ?7
        FROM invoice_lines WHERE invoice_id = ?1 AND position = ?2`,
      )
      .bind(invoiceID, line.position, next, tariffID, amountMinor, rewardBase, dayOf(now)),
    db
      .prepare(
        `UPDATE invoice_lines SET amount_minor = amount_minor - ?3, replaced_by = ?4,
          refund_requested_at = ?5
        WHERE invoice_id = ?1 AND position = ?2`,
      )
      .bind(invoiceID, line.position, amountMinor, next, now.toISOString()),
    db
      .prepare(
        // A profile that arrived late for another order can be the one of this line.
        startReturns('SELECT iccid FROM esims WHERE invoice_id = ?1 AND line_position = ?2', '?3'),
      )
      .bind(invoiceID, line.position, now.toISOString()),
    ...settleInvoice(context, invoiceID),
  ]
}
