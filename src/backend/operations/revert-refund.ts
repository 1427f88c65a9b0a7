import { err, ok } from '../../domain/result.ts'
import { defaultLocale } from '../../locale/locales.ts'
import { insertFact } from '../orders/ledger.ts'
import { manualProvider } from '../payments/manual-provider.ts'
import { orderForStaff } from './order-for-staff.ts'
import { performAction } from './perform-action.ts'
import type { ActionContext, ActionInput, ActionResult } from './perform-action.ts'
import { areLinesUnchanged } from './refund-order.ts'
import { refuseRefund } from './refund-outcomes.ts'
import { readRecords } from './refund-records.ts'
import { insertUnpaid, refundsToReopen, reopenRefund, unpaidByReversal } from './reopen-refunds.ts'
import type { StaffMember } from './staff.ts'

type RefundReversal = ActionInput & {
  readonly invoiceID: string
  /** The time of the record, as in `OrderForStaff`. */
  readonly requestedAt: string
  readonly reason: string
}

/**
 * Reverts a recorded refund whose money came back, or that staff recorded by mistake. As after a
 * refund that failed at the bank, the ledger gets a charge with its id. The customer keeps its
 * lines, and the lines of refused refunds that an amount had made. Refused refunds that the record
 * had made are to make again, and so is what other returned lines lack.
 */
export async function revertRefund(
  context: ActionContext,
  staff: StaffMember,
  { invoiceID, requestedAt, reason, ...input }: RefundReversal,
): Promise<ActionResult> {
  const subject = { kind: 'invoice', id: invoiceID } as const
  const entered = { requestedAt, reason }
  const request = { ...input, action: 'revert-refund', subject, input: entered } as const
  return performAction(context, staff, request, async () => {
    const order = await orderForStaff(context, invoiceID, defaultLocale)
    const refund = order?.manualRefunds.find((each) => each.requestedAt === requestedAt)
    if (!order || !refund) return err({ code: 'refused', reason: 'no-manual-refund' })
    const { id, reference, amount } = refund
    const { minor: amountMinor, currency } = amount
    const fact = { kind: 'charged', id, reference, invoiceID, amount, at: context.now } as const
    const made = { id, invoiceID, provider: manualProvider, reference, amountMinor, currency }
    const records = await readRecords(context.db, invoiceID)
    const recorded = records?.refunds.find((each) => each.id === id)
    const reopened = records && recorded ? refundsToReopen(records, recorded, context.now) : []
    const parts = records && recorded ? unpaidByReversal(records, recorded, context.now) : []
    const { idempotencyKey } = input
    const unpaid = { invoiceID, currency, parts, idempotencyKey, actor: staff.name, reason }
    return ok({
      details: { amount: amountMinor, currency, transfer: reference, reason },
      effects: ({ at }) => [
        insertFact(context, { provider: manualProvider, fact, invoiceID }),
        context.db
          .prepare('UPDATE refunds SET accepted_at = NULL, cancelled_at = ? WHERE id = ?')
          .bind(at, id),
        ...reopened.flatMap((each) => reopenRefund(context, each)),
        ...insertUnpaid(context, unpaid),
        ...refuseRefund(context, { ...made, requestedAt }, 'reverted'),
      ],
      condition: areLinesUnchanged(order),
    })
  })
}
