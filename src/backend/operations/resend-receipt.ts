import { erased } from '../../domain/erased-address.ts'
import { err, ok } from '../../domain/result.ts'
import { defaultLocale } from '../../locale/locales.ts'
import { receiptCopy } from '../orders/receipt-mail.ts'
import { orderForStaff } from './order-for-staff.ts'
import { performAction } from './perform-action.ts'
import type { ActionContext, ActionInput, ActionResult } from './perform-action.ts'
import type { StaffMember } from './staff.ts'

type ResendReceipt = ActionInput & { readonly invoiceID: string }

/** Emails the receipt of a paid order to its buyer again, in the language of the order. */
export async function resendReceipt(
  context: ActionContext,
  staff: StaffMember,
  { invoiceID, ...input }: ResendReceipt,
): Promise<ActionResult> {
  const subject = { kind: 'invoice', id: invoiceID } as const
  const request = { ...input, action: 'send-receipt', subject, input: {} } as const
  return performAction(context, staff, request, async () => {
    const order = await orderForStaff(context, invoiceID, defaultLocale)
    if (!order) return err({ code: 'not-found' })
    if (order.paidAt === null) return err({ code: 'refused', reason: 'not-paid' })
    if (order.email === erased) return err({ code: 'refused', reason: 'erased' })
    const copy = await receiptCopy(context, invoiceID, `${invoiceID}:${input.idempotencyKey}`)
    return ok({ details: {}, effects: () => [copy] })
  })
}
