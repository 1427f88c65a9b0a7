import { cancelRefund } from '../../src/backend/operations/cancel-refund.ts'
import { confirmRefund } from '../../src/backend/operations/confirm-refund.ts'
import { orderForStaff } from '../../src/backend/operations/order-for-staff.ts'
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

/** Reverts or confirms a recorded refund, or cancels a refused one. */
export async function decideRefund(
  context: ActionContext,
  staff: StaffMember,
  order: OrderForStaff,
  { action, refund: time, ...input }: RefundDecision & ActionInput & { readonly invoiceID: string },
): Promise<ActionResult> {
  const requestedAt = timeOfRefund(refundsFor(action, order), time)
  switch (action) {
    case 'revert-refund':
      return revertRefund(context, staff, { ...input, requestedAt })
    case 'confirm-refund':
      return confirmRefund(context, staff, { ...input, requestedAt })
    case 'cancel-refund':
      return cancelRefund(context, staff, { ...input, requestedAt })
  }
}

/** Returns the lines that the command prints after a decision, in addition to its details. */
export async function describeDecision(
  context: ActionContext,
  { invoiceID }: OrderForStaff,
  action: string,
): Promise<string[]> {
  if (action !== 'confirm-refund') return []
  const order = await orderForStaff(context, invoiceID, 'en')
  return order && order.doubtedRefunds.length > 0
    ? ['Another recorded refund may be counted twice, so the alert is still open.']
    : ['The alert has ended.']
}

/** Returns the refunds of the order that an action can be about. */
function refundsFor(
  action: RefundDecision['action'],
  { manualRefunds, doubtedRefunds, refusedRefunds }: OrderForStaff,
): readonly ShownRefund[] {
  if (action === 'cancel-refund')
    return refusedRefunds.map((refund) => ({ ...refund, note: 'refused' }))
  const recorded = action === 'revert-refund' ? manualRefunds : doubtedRefunds
  return recorded.map((refund) => ({ ...refund, note: refund.reference }))
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
