import { erased } from '../../domain/erased-address.ts'
import { err, ok } from '../../domain/result.ts'
import { defaultLocale } from '../../locale/locales.ts'
import { mailCopy, readCopies } from '../esims/esim-copy.ts'
import { orderForStaff } from './order-for-staff.ts'
import { performAction } from './perform-action.ts'
import type { ActionContext, ActionInput, ActionResult } from './perform-action.ts'
import type { StaffMember } from './staff.ts'

type Resend = ActionInput & {
  readonly invoiceID: string
  /** The line whose eSIM is emailed. Null for all lines. */
  readonly position: number | null
}

/** Emails the eSIMs of an order again to their recipients, in the language of the order. */
export async function resendMail(
  context: ActionContext,
  staff: StaffMember,
  { invoiceID, position, ...input }: Resend,
): Promise<ActionResult> {
  const subject = { kind: 'invoice', id: invoiceID } as const
  const request = { ...input, action: 'resend', subject, input: { position } } as const
  return performAction(context, staff, request, async () => {
    const order = await orderForStaff(context, invoiceID, defaultLocale)
    if (!order) return err({ code: 'not-found' })
    if (order.frozenAt !== null) return err({ code: 'refused', reason: 'frozen' })
    const esims = await readCopies(context.db, order.lang, invoiceID)
    const copies = esims
      .filter((esim) => esim.is_refunded === 0)
      .filter((esim) => position === null || esim.line_position === position)
      .filter(({ recipient, email }) => (recipient ?? email) !== erased)
      .map((esim) =>
        mailCopy(context, esim, {
          lang: order.lang,
          dedupeKey: `${invoiceID}:${esim.line_position}:${input.idempotencyKey}`,
        }),
      )
    if (copies.length === 0) return err({ code: 'refused', reason: 'not-delivered' })
    return ok({ details: { position, mails: copies.length }, effects: () => copies })
  })
}
