import { err, ok } from '../kit/result.shared.ts'
import { defaultLocale } from '../words/locales.shared.ts'
import { orderForStaff } from './order-for-office.ts'
import { performAction } from '../api/perform-action.ts'
import type { ActionContext, ActionInput, ActionResult } from '../api/perform-action.ts'
import type { StaffMember } from '../api/staff.ts'
import { withheldMails } from './withheld-mails.ts'

type RefundCancellation = ActionInput & {
  readonly invoiceID: string
  /** The time of the refund's request, as in `OrderForStaff`. */
  readonly requestedAt: string
  readonly reason: string
}

/**
 * Cancels a refund that the provider refused. The lines stay with the customer, and later money
 * from the provider's dashboard does not return them, even if earlier refunds of the lines were
 * refused too. The customer gets the emails about money that was returned in the meantime. The next
 * run of the scheduled job ends the alert.
 */
export async function cancelRefund(
  context: ActionContext,
  staff: StaffMember,
  { invoiceID, requestedAt, reason, ...input }: RefundCancellation,
): Promise<ActionResult> {
  const subject = { kind: 'invoice', id: invoiceID } as const
  const entered = { requestedAt, reason }
  const request = { ...input, action: 'cancel-refund', subject, input: entered } as const
  return performAction(context, staff, request, async () => {
    const order = await orderForStaff(context, invoiceID, defaultLocale)
    const refund = order?.refusedRefunds.find((each) => each.requestedAt === requestedAt)
    if (!refund) return err({ code: 'refused', reason: 'no-refused-refund' })
    const { minor: amount, currency } = refund.amount
    const mails = await withheldMails(context, invoiceID, requestedAt)
    return ok({
      details: { amount, currency, reason },
      effects: ({ at }) => [
        context.db
          .prepare(
            `UPDATE refunds SET cancelled_at = ?3
            WHERE invoice_id = ?1 AND requested_at = ?2
              AND refused_at IS NOT NULL AND accepted_at IS NULL AND cancelled_at IS NULL`,
          )
          .bind(invoiceID, requestedAt, at),
        ...mails,
      ],
    })
  })
}
