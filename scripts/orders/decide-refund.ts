import { cancelRefund } from '../../src/backend/operations/cancel-refund.ts'
import type { OrderForStaff } from '../../src/backend/operations/order-for-staff.ts'
import type {
  ActionContext,
  ActionInput,
  ActionResult,
} from '../../src/backend/operations/perform-action.ts'
import { revertRefund } from '../../src/backend/operations/revert-refund.ts'
import type { StaffMember } from '../../src/backend/operations/staff.ts'
import type { Money } from '../../src/domain/money.ts'
import { moneyOf } from '../command/money-of.ts'
import type { RefundDecision } from './orders-arguments.ts'

/** Reverts a recorded refund, or cancels a refused one. */
export async function decideRefund(
  context: ActionContext,
  staff: StaffMember,
  order: OrderForStaff,
  { action, refund: time, ...input }: RefundDecision & ActionInput & { readonly invoiceID: string },
): Promise<ActionResult> {
  if (action === 'revert-refund') {
    const refunds = order.manualRefunds.map((each) => ({ ...each, note: each.reference }))
    return revertRefund(context, staff, { ...input, requestedAt: timeOfRefund(refunds, time) })
  }
  const refunds = order.refusedRefunds.map((each) => ({ ...each, note: 'refused' }))
  return cancelRefund(context, staff, { ...input, requestedAt: timeOfRefund(refunds, time) })
}

/**
 * Returns the time that identifies a refund. Throws when several refunds match. The action refuses
 * an unknown time with its reason.
 */
function timeOfRefund(refunds: readonly ShownRefund[], time: string | null): string {
  const [match, ...others] = refunds.filter(({ requestedAt }) => requestedAt.startsWith(time ?? ''))
  if (others.length === 0) return match?.requestedAt ?? time ?? ''
  const list = refunds
    .map(({ requestedAt, amount, note }) => [requestedAt, moneyOf(amount), note].join('  '))
    .join('\n')
  throw new Error(`The order has several refunds. Choose one of them with --refund:\n${list}`)
}

type ShownRefund = {
  readonly requestedAt: string
  readonly amount: Money
  readonly note: string
}
