import { err, ok } from '../kit/result.shared.ts'
import { deliver } from './delivery.ts'
import { performAction } from '../api/perform-action.ts'
import type { ActionContext, ActionInput, ActionResult } from '../api/perform-action.ts'
import type { StaffMember } from '../api/staff.ts'
import { erased } from '../kit/email.shared.ts'
import { defaultLocale } from '../words/locales.shared.ts'
import { mailCopy, readCopies } from '../esims/esim-mail.ts'
import { orderForOffice } from './order-for-office.ts'
import { receiptCopy } from './receipt-mail.ts'

type Freeze = ActionInput & { readonly invoiceID: string; readonly reason: string }

/**
 * Stops the delivery and automatic refunds of an order, and hides its activation codes, until staff
 * unfreeze it.
 */
export async function freezeOrder(
  context: ActionContext,
  staff: StaffMember,
  freeze: Freeze,
): Promise<ActionResult> {
  return setFrozen(context, staff, { ...freeze, action: 'freeze' })
}

/** Unfreezes an order, and delivers its waiting lines from stock. */
export async function unfreezeOrder(
  context: ActionContext,
  staff: StaffMember,
  freeze: Freeze,
): Promise<ActionResult> {
  const result = await setFrozen(context, staff, { ...freeze, action: 'unfreeze' })
  if (result.ok) await deliver(context, freeze.invoiceID)
  return result
}

async function setFrozen(
  context: ActionContext,
  staff: StaffMember,
  { invoiceID, reason, ...input }: Freeze & { readonly action: 'freeze' | 'unfreeze' },
): Promise<ActionResult> {
  const { db } = context
  const isFreezing = input.action === 'freeze'
  const subject = { kind: 'invoice', id: invoiceID } as const
  const request = { ...input, subject, input: { reason } } as const
  return performAction(context, staff, request, async () => {
    const isFrozen = await db
      .prepare('SELECT frozen_at IS NOT NULL AS is_frozen FROM orders WHERE id = ?')
      .bind(invoiceID)
      .first<number>('is_frozen')
    if (Boolean(isFrozen) === isFreezing)
      return err({ code: 'refused', reason: isFreezing ? 'frozen' : 'not-frozen' })
    return ok({
      details: { reason },
      effects: ({ at }) => [
        db
          .prepare('UPDATE orders SET frozen_at = ? WHERE id = ?')
          .bind(isFreezing ? at : null, invoiceID),
      ],
    })
  })
}

type NewNote = ActionInput & { readonly invoiceID: string; readonly text: string }

/** Adds a note to an order. Only staff see notes. */
export async function addNote(
  context: ActionContext,
  staff: StaffMember,
  { invoiceID, text, ...input }: NewNote,
): Promise<ActionResult> {
  const subject = { kind: 'invoice', id: invoiceID } as const
  const request = { ...input, action: 'note', subject, input: { text } } as const
  return performAction(context, staff, request, async () =>
    ok({ details: { text }, effects: () => [] }),
  )
}

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
    const order = await orderForOffice(context, invoiceID, defaultLocale)
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
    const order = await orderForOffice(context, invoiceID, defaultLocale)
    if (!order) return err({ code: 'not-found' })
    if (order.paidAt === null) return err({ code: 'refused', reason: 'not-paid' })
    if (order.email === erased) return err({ code: 'refused', reason: 'erased' })
    const copy = await receiptCopy(context, invoiceID, `${invoiceID}:${input.idempotencyKey}`)
    return ok({ details: {}, effects: () => [copy] })
  })
}
