import { err, ok } from '../kit/result.shared.ts'
import { defaultLocale } from '../words/locales.shared.ts'
import { settleInvoice } from './order-state.ts'
import { heldReportMails, readHeldReports } from './held-reports.ts'
import { orderForStaff } from './order-for-office.ts'
import { performAction } from '../api/perform-action.ts'
import type { ActionContext, ActionInput, ActionResult } from '../api/perform-action.ts'
import type { StaffMember } from '../api/staff.ts'

type RefundConfirmation = ActionInput & {
  readonly invoiceID: string
  /** The time of the record, as in `OrderForStaff`. */
  readonly requestedAt: string
  readonly reason: string
}

/**
 * Confirms that a refund which staff recorded and a refund of the same amount which the provider
 * reported are two different refunds. Both count, the customer gets an email about the other one
 * too, and the alert ends. A later report raises it again.
 */
export async function confirmRefund(
  context: ActionContext,
  staff: StaffMember,
  { invoiceID, requestedAt, reason, ...input }: RefundConfirmation,
): Promise<ActionResult> {
  const subject = { kind: 'invoice', id: invoiceID } as const
  const entered = { requestedAt, reason }
  const request = { ...input, action: 'confirm-refund', subject, input: entered } as const
  return performAction(context, staff, request, async () => {
    const order = await orderForStaff(context, invoiceID, defaultLocale)
    const refund = order?.doubtedRefunds.find((each) => each.requestedAt === requestedAt)
    if (!refund) return err({ code: 'refused', reason: 'no-doubted-refund' })
    const { id, reference, amount } = refund
    const mails = await heldReportMails(context, invoiceID, await readHeldReports(context.db, id))
    return ok({
      details: { amount: amount.minor, currency: amount.currency, transfer: reference, reason },
      effects: ({ at }) => [
        context.db.prepare('UPDATE refunds SET confirmed_at = ? WHERE id = ?').bind(at, id),
        ...settleInvoice(context, invoiceID),
        ...mails,
      ],
    })
  })
}
