import { err, ok } from '../kit/result.shared.ts'
import type { Result } from '../kit/result.shared.ts'
import { defaultLocale } from '../words/locales.shared.ts'
import type { SqlCondition, TimelineDetails } from '../api/audit.ts'
import { orderForStaff } from './order-for-office.ts'
import type { OrderForStaff } from './order-for-office.ts'
import { paidBefore, priceOf } from './paid-lines.ts'
import { performAction } from '../api/perform-action.ts'
import type {
  ActionContext,
  ActionInput,
  ActionPlan,
  ActionProblem,
  ActionResult,
} from '../api/perform-action.ts'
import { sendRefundsOf } from './refund-invoice.ts'
import { refundStatements } from './refunds.ts'
import type { RefusedReason } from '../api/refused-reason.ts'
import { returnPaidLines } from './return-paid-lines.ts'
import type { StaffMember } from '../api/staff.ts'

/** The part to refund. The shop does not deliver returned lines, and blocks their eSIMs. */
export type RefundScope =
  /** Refunds the order's remaining money and returns all lines. */
  | { readonly kind: 'order' }
  /** Refunds and returns some lines. */
  | { readonly kind: 'lines'; readonly positions: readonly number[] }
  /** Refunds an amount in the order's currency without returning a line. */
  | { readonly kind: 'amount'; readonly minor: number }

type OrderRefund = ActionInput & {
  readonly invoiceID: string
  readonly scope: RefundScope
  /** The reason, which is stored with the refund. */
  readonly reason: string
}
type RefundShare = { readonly minor: number; readonly positions: readonly number[] }

/**
 * Refunds an order, some lines or an amount once. Calls the provider after the refund is stored.
 * The scheduled job retries a call with an unknown outcome.
 */
export async function refundOrder(
  context: ActionContext,
  staff: StaffMember,
  refund: OrderRefund,
): Promise<ActionResult> {
  const { invoiceID, idempotencyKey, version } = refund
  const subject = { kind: 'invoice', id: invoiceID } as const
  const input = { ...inputOf(refund.scope), reason: refund.reason }
  const request = { action: 'refund', subject, idempotencyKey, version, input } as const
  const result = await performAction(context, staff, request, async () =>
    planRefund(context, staff, refund),
  )
  if (result.ok && context.providers.length > 0) await sendRefundsOf(context, idempotencyKey)
  return result
}

/** Returns the scope of a refund as an input of the action, which a repeated key must match. */
export function inputOf(scope: RefundScope): TimelineDetails {
  const { kind } = scope
  if (kind === 'amount') return { scope: kind, amount: scope.minor }
  return kind === 'lines' ? { scope: kind, lines: linesText(scope.positions) } : { scope: kind }
}

function linesText(positions: readonly number[]): string {
  return positions.toSorted((one, other) => one - other).join(' ')
}

/**
 * Returns the reason why the order cannot be refunded, or null. With a reason, the page shows no
 * form, and the action is refused.
 */
export function refundRefusal({
  status,
  unrefunded,
}: Pick<OrderForStaff, 'status' | 'unrefunded'>): RefusedReason | null {
  // The bank could charge the shop again for a disputed charge.
  if (status === 'disputed') return 'disputed'
  return unrefunded.minor > 0 ? null : 'nothing-to-refund'
}

async function planRefund(
  context: ActionContext,
  staff: StaffMember,
  { invoiceID, scope, reason, idempotencyKey }: OrderRefund,
): Promise<Result<ActionPlan, ActionProblem>> {
  const order = await orderForStaff(context, invoiceID, defaultLocale)
  if (!order) return err({ code: 'not-found' })
  const refusal = refundRefusal(order)
  if (refusal !== null) return err({ code: 'refused', reason: refusal })
  const share = shareOf(order, scope)
  if (!share.ok) return share
  const { minor, positions } = share.value
  const request = { invoiceID, positions, reason, actor: staff.name, idempotencyKey }
  const statements =
    minor === 0
      ? await returnPaidLines(context, request)
      : await refundStatements(context, { ...request, amountMinor: minor, blocksEsims: true })
  if (statements === null) return err({ code: 'refused', reason: 'more-than-held' })
  return ok({
    details: { ...detailsOf(order, scope, share.value), reason },
    effects: () => statements,
    condition: areLinesUnchanged(order),
  })
}

/** Returns the details of a refund for the timeline. */
export function detailsOf(
  { amount: { currency } }: Pick<OrderForStaff, 'amount'>,
  { kind: scope }: RefundScope,
  { minor: amount, positions }: RefundShare,
): TimelineDetails {
  return { scope, amount, currency, lines: linesText(positions) }
}

/**
 * Returns the condition that no line was returned since. The scheduled job returns lines whose
 * money was refunded in the provider's dashboard, which does not change the version of the order.
 */
export function areLinesUnchanged({
  invoiceID,
  lines,
}: Pick<OrderForStaff, 'invoiceID' | 'lines'>): SqlCondition {
  return {
    sql: `? = (SELECT count(refund_requested_at) FROM invoice_lines WHERE invoice_id = ?)`,
    params: [lines.filter(({ isReturned }) => isReturned).length, invoiceID],
  }
}

/** Returns the minor units that a refund takes from the payments, and the lines that it returns. */
export function shareOf(
  order: OrderForStaff,
  scope: RefundScope,
): Result<RefundShare, ActionProblem> {
  const nothing = err({ code: 'refused', reason: 'nothing-to-refund' } as const)
  if (scope.kind === 'amount')
    return scope.minor > 0 ? ok({ minor: scope.minor, positions: [] }) : nothing
  if (scope.kind === 'lines') {
    const share = shareOfLines(order, scope.positions)
    if (share === null) return nothing
    const isUnclear = share.positions.some((position) => order.unclearLines.includes(position))
    return isUnclear ? err({ code: 'refused', reason: 'refund-unfinished' }) : ok(share)
  }
  const { lines, unrefunded, pendingLines } = order
  const positions = lines.filter(({ isReturned }) => !isReturned).map(({ position }) => position)
  // If the pending part is refused after the order is returned, nobody would pay it.
  if (positions.some((position) => pendingLines.includes(position)))
    return err({ code: 'refused', reason: 'refund-unfinished' })
  return unrefunded.minor > 0 ? ok({ minor: unrefunded.minor, positions }) : nothing
}

/**
 * Returns the minor units that a refund of these lines takes from the payments, which is 0 when
 * earlier refunds have paid for the lines. Money that earlier refunds returned pays first for the
 * lines of refused refunds of other lines, because it was subtracted from the amounts of these
 * refunds. Returns null when there is nothing to return.
 */
export function shareOfLines(
  { lines, unrefunded, paidLines, claimedLines }: OrderForStaff,
  positions: readonly number[],
): RefundShare | null {
  const chosen = lines.filter((line) => !line.isReturned && positions.includes(line.position))
  const claimed = claimedLines
    .filter((claim) => !chosen.some(({ position }) => claim.includes(position)))
    .flat()
  const prices = lines
    .filter(({ position }) => claimed.includes(position))
    .map(({ position, amount }) => [position, amount.minor] as const)
  const used = new Map([...paidLines.used, ...prices])
  const paid = paidBefore({ sums: paidLines.sums, used }, chosen)
  const minor = Math.max(0, Math.min(priceOf(chosen) - paid, unrefunded.minor))
  if (minor === 0 && paid === 0) return null
  return { minor, positions: chosen.map(({ position }) => position) }
}
