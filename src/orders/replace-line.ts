import { partnerCurrency } from '../partners/available-balance.ts'
import { err, ok, type Result } from '../kit/result.shared.ts'
import { defaultLocale } from '../words/locales.shared.ts'
import { deliver } from './delivery.ts'
import { readPlans } from './order-lines.ts'
import { defineStaffAction, isTrue, refused } from '../api/perform-action.ts'
import type {
  ActionContext,
  ActionOutcome,
  ActionProblem,
  PlannedAction,
} from '../api/perform-action.ts'
import { canSell } from '../plans/can-sell.ts'
import { refundStatements, sendRefundsOf, type RefundRequest } from './refunds.ts'
import type { StaffMember } from '../api/staff.ts'
import { dayOf } from '../kit/time.shared.ts'
import { maxLines } from '../kit/order-number.ts'
import { measureUsage } from '../esims/usage.ts'
import { settleOrder } from './order-state.ts'
import { startReturns } from './lines.ts'
import { orderForOffice, type LineForOffice, type OrderForOffice } from './order-for-office.ts'
import type { RefusedReason } from '../api/refused-reason.ts'
import { prepare, raw, readRow, sql } from '../kit/sql.ts'

type Replacement = LineOfOrder & { readonly reason: string }

type Exchange = Replacement & {
  /** The new plan. It costs at most the price of the line. */
  readonly tariffID: string
}

/** Replaces an unused eSIM with an eSIM of another plan, and refunds the difference in price. */
export const exchangePlan = defineStaffAction<Exchange>({
  action: 'exchange',
  subject: ({ invoiceID: id }) => ({ kind: 'invoice', id }),
  plan: planExchange,
  async after(context, { invoiceID }) {
    if (context.providers.length > 0) await sendRefundsOf(context, invoiceID)
    await deliver(context, invoiceID)
  },
})

async function planExchange({
  context,
  staff,
  input,
}: PlannedAction<Exchange>): Promise<ActionOutcome> {
  const { position, tariffID, reason } = input
  const found = await findReplaceableLine(context, input)
  if (!found.ok) return found
  const { line } = found.value
  const { currency } = line.amount
  if (line.tariffID === tariffID) return refused('same-plan')
  const plan = (await readPlans(context.db, [tariffID], defaultLocale)).get(tariffID)
  const price = plan?.prices[currency]
  if (!plan || price === undefined || plan.count === 0) return refused('not-on-sale')
  const amount = line.amount.minor - price
  if (amount < 0) return refused('dearer')
  const refund = await refundDifference(context, staff, input, { minor: amount, currency })
  if (refund === null) return refused('more-than-kept')
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

/**
 * Replaces an eSIM that cannot be installed with another eSIM of the same plan, unless the plan is
 * sold out. Delivers it from stock at once, or from a supplier within minutes. Marks the old profile
 * as faulty.
 */
export const reissueEsim = defineStaffAction<Replacement>({
  action: 'reissue',
  subject: ({ invoiceID: id }) => ({ kind: 'invoice', id }),
  async plan({ context, staff, input }) {
    const found = await findReplaceableLine(context, input)
    if (!found.ok) return found
    const { tariffID, amount, iccid } = found.value.line
    if (staff.role === 'support' && replacementsOf(found.value) >= maxReplacements)
      return refused('replaced-twice')
    const isSoldOut = sql`NOT (SELECT ${raw(canSell('t.id'))} FROM plans t WHERE t.id = ${tariffID})`
    if (await isTrue(context.db, isSoldOut)) return refused('not-on-sale')
    const same = { tariffID, amountMinor: amount.minor, rewardBase: null }
    return ok({
      details: { line: input.position, replacedIccid: iccid, reason: input.reason },
      effects: ({ at }) => [
        prepare(context.db)`UPDATE stock SET faulty_at = ${at} WHERE iccid = ${iccid}`,
        ...replaceLine(context, found.value, same),
      ],
    })
  },
  after: async (context, { invoiceID }) => deliver(context, invoiceID),
})

/** Further replacements of an eSIM need the role `money`, because each one costs the shop a profile. */
const maxReplacements = 2

/** Returns how often the eSIM of a line has been replaced before. */
function replacementsOf({ order, line }: ReplaceableLine): number {
  const replaced = order.lines.find(({ replacedBy }) => replacedBy === line.position)
  return replaced ? 1 + replacementsOf({ order, line: replaced }) : 0
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

type LineOfOrder = { readonly invoiceID: string; readonly position: number }

async function findReplaceableLine(
  context: ActionContext,
  line: LineOfOrder,
): Promise<Result<ReplaceableLine, ActionProblem>> {
  const found = await findUnusedLine(context, line)
  const isFull = found.ok && found.value.order.lines.length >= maxLines
  return isFull ? refused('too-many-lines') : found
}

/** Returns the line of an order if it is paid, delivered and unused according to its supplier. */
export async function findUnusedLine(
  context: ActionContext,
  { invoiceID, position }: LineOfOrder,
): Promise<Result<ReplaceableLine, ActionProblem>> {
  const isMeasured = await measureLine(context, invoiceID, position)
  const order = await orderForOffice(context, invoiceID, defaultLocale)
  const line = order?.lines.find((each) => each.position === position)
  if (!order || !line) return err({ code: 'not-found' })
  const refusal = replacementRefusal(order)
  if (refusal !== null) return refused(refusal)
  if (line.isReturned || line.iccid === null) return refused('not-delivered')
  if (line.isErased) return refused('erased')
  if (line.isUsed) return refused('used')
  if (!isMeasured) return refused('usage-unknown')
  if (await hasTopUps(context.db, invoiceID, position)) return refused('topped-up')
  return order.isDeliverable === 1 ? ok({ order, line }) : refused('partly-refunded')
}

/** Returns whether top-ups were bought for the eSIM. A replacement would lose their data. */
async function hasTopUps(db: D1Database, invoiceID: string, position: number): Promise<boolean> {
  const topUp = await readRow(db)`SELECT 1 FROM esims e JOIN top_ups t ON t.esim_hash = e.esim_hash
    JOIN orders i ON i.id = t.order_id
    WHERE e.order_id = ${invoiceID} AND e.line_position = ${position}
      AND i.status NOT IN ('failed', 'expired', 'refunded', 'lost') LIMIT 1`
  return topUp !== null
}

/**
 * Stores the usage that the supplier has measured by now. Returns false when the usage is unknown.
 */
async function measureLine(context: ActionContext, invoiceID: string, position: number) {
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
    // The delivery date restarts the time until the automatic refund.
    prepare(db)`INSERT INTO order_lines (order_id, position, plan_id, amount_minor, reward_base,
        recipient, message, deliver_on)
      SELECT order_id, ${next}, ${tariffID}, ${amountMinor}, coalesce(${rewardBase}, reward_base),
        recipient, message, ${dayOf(now)}
      FROM order_lines WHERE order_id = ${invoiceID} AND position = ${line.position}`,
    prepare(db)`UPDATE order_lines SET amount_minor = amount_minor - ${amountMinor},
        replaced_by = ${next}
      WHERE order_id = ${invoiceID} AND position = ${line.position}`,
    // A profile that arrived late for another order can be the one of this line.
    startReturns(
      db,
      sql`SELECT iccid FROM esims
        WHERE order_id = ${invoiceID} AND line_position = ${line.position}`,
      now,
    ),
    ...settleOrder(context, invoiceID),
  ]
}
