import { partnerCurrency } from '../partners/available-balance.ts'
import { err, ok } from '../kit/result.shared.ts'
import type { Result } from '../kit/result.shared.ts'
import { defaultLocale } from '../words/locales.shared.ts'
import { deliver } from './delivery.ts'
import { readPlans } from './order-lines.ts'
import { isTrue, performAction } from '../api/perform-action.ts'
import { canSell } from '../plans/can-sell.ts'
import type {
  ActionContext,
  ActionInput,
  ActionPlan,
  ActionProblem,
  ActionResult,
} from '../api/perform-action.ts'
import { refundStatements, sendRefundsOf } from './refunds.ts'
import type { RefundRequest } from './refunds.ts'
import type { StaffMember } from '../api/staff.ts'
import { dayOf } from '../kit/time.shared.ts'
import { maxLines } from '../kit/order-number.ts'
import { measureUsage } from '../esims/usage.ts'
import { settleOrder } from './order-state.ts'
import { startReturns } from './lines.ts'
import { orderForOffice } from './order-for-office.ts'
import type { LineForOffice, OrderForOffice } from './order-for-office.ts'
import type { RefusedReason } from '../api/refused-reason.ts'

type Exchange = ActionInput & {
  readonly invoiceID: string
  readonly position: number
  /** The new plan. It costs at most the price of the line. */
  readonly tariffID: string
  readonly reason: string
}

/** Replaces an unused eSIM with an eSIM of another plan, and refunds the difference in price. */
export async function exchangePlan(
  context: ActionContext,
  staff: StaffMember,
  exchange: Exchange,
): Promise<ActionResult> {
  const { invoiceID, position, tariffID, reason, idempotencyKey, version } = exchange
  const subject = { kind: 'invoice', id: invoiceID } as const
  const input = { position, tariffID, reason }
  const request = { action: 'exchange', subject, idempotencyKey, version, input } as const
  const result = await performAction(context, staff, request, async () =>
    planExchange(context, staff, exchange),
  )
  if (!result.ok) return result
  if (context.providers.length > 0) await sendRefundsOf(context, invoiceID)
  await deliver(context, invoiceID)
  return result
}

async function planExchange(
  context: ActionContext,
  staff: StaffMember,
  exchange: Exchange,
): Promise<Result<ActionPlan, ActionProblem>> {
  const { invoiceID, position, tariffID, reason } = exchange
  const found = await findReplaceableLine(context, { invoiceID, position })
  if (!found.ok) return found
  const { line } = found.value
  const { currency } = line.amount
  if (line.tariffID === tariffID) return err({ code: 'refused', reason: 'same-plan' })
  const plan = (await readPlans(context.db, [tariffID], defaultLocale)).get(tariffID)
  const price = plan?.prices[currency]
  if (!plan || price === undefined || plan.count === 0)
    return err({ code: 'refused', reason: 'not-on-sale' })
  const difference = line.amount.minor - price
  if (difference < 0) return err({ code: 'refused', reason: 'dearer' })
  const refund = await refundDifference(context, staff, exchange, {
    ...line.amount,
    minor: difference,
  })
  if (refund === null) return err({ code: 'refused', reason: 'more-than-held' })
  const amount = difference
  const rewardBase = plan.prices[partnerCurrency] ?? 0
  return ok({
    details: { line: position, from: line.tariffID, to: tariffID, amount, currency, reason },
    effects: () => [
      ...refund,
      ...replaceLine(context, found.value, { tariffID, amountMinor: price, rewardBase }),
    ],
  })
}

/**
 * Refunds a part of the price of the line. Returns null when the payments contain less money than
 * the difference.
 */
async function refundDifference(
  context: ActionContext,
  { name: actor }: StaffMember,
  { invoiceID, position }: Exchange,
  amount: RefundRequest['amount'],
): Promise<readonly D1PreparedStatement[] | null> {
  if (amount.minor === 0) return []
  const of = { invoiceID, amount, positions: [position] }
  const made = { ...of, origin: 'staff', reason: 'exchanged', actor } as const
  return (await refundStatements(context, made))?.statements ?? null
}

type Reissue = ActionInput & {
  readonly invoiceID: string
  readonly position: number
  readonly reason: string
}

/**
 * Replaces an eSIM that cannot be installed with another eSIM of the same plan, unless the plan is
 * sold out. Delivers it from stock at once, or from a supplier within minutes. Marks the old profile
 * as faulty.
 */
export async function reissueEsim(
  context: ActionContext,
  staff: StaffMember,
  { invoiceID, position, reason, ...input }: Reissue,
): Promise<ActionResult> {
  const subject = { kind: 'invoice', id: invoiceID } as const
  const request = { ...input, action: 'reissue', subject, input: { position, reason } } as const
  const result = await performAction(context, staff, request, async () => {
    const found = await findReplaceableLine(context, { invoiceID, position })
    if (!found.ok) return found
    const { tariffID, amount, iccid } = found.value.line
    const isSoldOut = { sql: `NOT ${canSell('?1')}`, params: [tariffID] }
    if (await isTrue(context.db, isSoldOut)) return err({ code: 'refused', reason: 'not-on-sale' })
    return ok({
      details: { line: position, replacedIccid: iccid, reason },
      effects: ({ at }) => [
        context.db.prepare('UPDATE stock SET faulty_at = ? WHERE iccid = ?').bind(at, iccid),
        ...replaceLine(context, found.value, {
          tariffID,
          amountMinor: amount.minor,
          rewardBase: null,
        }),
      ],
    })
  })
  if (result.ok) await deliver(context, invoiceID)
  return result
}

type ReplaceableLine = { readonly order: OrderForOffice; readonly line: LineForOffice }

/**
 * Returns the reason why no line of the order can be replaced, or null. With a reason, the page
 * shows no forms, and the actions are refused.
 */
export function replacementRefusal({
  frozenAt,
  status,
}: Pick<OrderForOffice, 'frozenAt' | 'status'>): RefusedReason | null {
  if (frozenAt !== null) return 'frozen'
  return status === 'paid' || status === 'success' ? null : 'not-paid'
}

/** Returns the line of an order if it is paid, delivered and unused according to its supplier. */
async function findReplaceableLine(
  context: ActionContext,
  { invoiceID, position }: { readonly invoiceID: string; readonly position: number },
): Promise<Result<ReplaceableLine, ActionProblem>> {
  const isMeasured = await measureLine(context, invoiceID, position)
  const order = await orderForOffice(context, invoiceID, defaultLocale)
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
  return order.isDeliverable === 1 ? ok({ order, line }) : refuse('partly-refunded')
}

/** Returns whether top-ups were bought for the eSIM. A replacement would lose their data. */
async function hasTopUps(db: D1Database, invoiceID: string, position: number): Promise<boolean> {
  const topUp = await db
    .prepare(
      `SELECT 1 FROM esims e JOIN top_ups t ON t.esim_hash = e.esim_hash
      JOIN orders i ON i.id = t.order_id
      WHERE e.order_id = ? AND e.line_position = ?
        AND i.status NOT IN ('failed', 'expired', 'refunded', 'lost') LIMIT 1`,
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
    .prepare('SELECT esim_hash FROM esims WHERE order_id = ? AND line_position = ?')
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
function replaceLine(
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
        `INSERT INTO order_lines (order_id, position, plan_id, amount_minor, reward_base,
          recipient, message, deliver_on)
        SELECT order_id, ?3, ?4, ?5, coalesce(?6, reward_base), recipient, message, ?7
        FROM order_lines WHERE order_id = ?1 AND position = ?2`,
      )
      .bind(invoiceID, line.position, next, tariffID, amountMinor, rewardBase, dayOf(now)),
    db
      .prepare(
        `UPDATE order_lines SET amount_minor = amount_minor - ?3, replaced_by = ?4
        WHERE order_id = ?1 AND position = ?2`,
      )
      .bind(invoiceID, line.position, amountMinor, next),
    db
      .prepare(
        // A profile that arrived late for another order can be the one of this line.
        startReturns('SELECT iccid FROM esims WHERE order_id = ?1 AND line_position = ?2', '?3'),
      )
      .bind(invoiceID, line.position, now.toISOString()),
    ...settleOrder(context, invoiceID),
  ]
}
