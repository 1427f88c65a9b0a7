import { defineStaffAction, refused } from '../api/perform-action.ts'
import type { ActionContext, ActionOutcome, PlannedAction } from '../api/perform-action.ts'
import type { Action } from '../api/staff.ts'
import { err, ok } from '../kit/result.shared.ts'
import { deliver } from './delivery.ts'
import { erased } from '../kit/email.shared.ts'
import { defaultLocale } from '../words/locales.shared.ts'
import { mailCopy, readCopies } from '../esims/esim-mail.ts'
import { orderForOffice, type OrderForOffice } from './order-for-office.ts'
import { receiptCopy } from './receipt-mail.ts'
import { prepare } from '../kit/sql.ts'

type OrderActionInput<Input> = Input & { readonly invoiceID: string }
export type PlannedOrderAction<Input> = PlannedAction<OrderActionInput<Input>> & {
  readonly order: OrderForOffice
}

/** Defines an action on an order. Its plan gets the current state of the order. */
export function actionOnOrder<Input extends object>(
  action: Action | ((input: Input) => Action),
  plan: (planned: PlannedOrderAction<Input>) => Promise<ActionOutcome>,
  after?: (context: ActionContext, input: OrderActionInput<Input>) => Promise<void>,
) {
  return defineStaffAction<OrderActionInput<Input>>({
    action,
    subject: ({ invoiceID: id }) => ({ kind: 'invoice', id }),
    async plan(planned) {
      const { context, input } = planned
      const order = await orderForOffice(context, input.invoiceID, defaultLocale)
      return order ? plan({ ...planned, order }) : err({ code: 'not-found' })
    },
    after,
  })
}

export type ReasonInput = { readonly reason: string }

/**
 * Stops the delivery and automatic refunds of an order, and hides its activation codes, until staff
 * unfreeze it.
 */
export const freezeOrder = actionOnOrder<ReasonInput>('freeze', async (planned) =>
  setFrozen(planned, true),
)

/** Unfreezes an order, and delivers its waiting lines from stock. */
export const unfreezeOrder = actionOnOrder<ReasonInput>(
  'unfreeze',
  async (planned) => setFrozen(planned, false),
  async (context, { invoiceID }) => deliver(context, invoiceID),
)

function setFrozen(
  { context, order, input: { reason } }: PlannedOrderAction<ReasonInput>,
  isFreezing: boolean,
): ActionOutcome {
  if ((order.frozenAt !== null) === isFreezing) return refused(isFreezing ? 'frozen' : 'not-frozen')
  return ok({
    details: { reason },
    effects: ({ at }) => [
      prepare(context.db)`UPDATE orders SET frozen_at = ${isFreezing ? at : null}
        WHERE id = ${order.invoiceID}`,
    ],
  })
}

/** Adds a note to an order. Only staff see notes. */
export const addNote = actionOnOrder<{ readonly text: string }>(
  'note',
  async ({ input: { text } }) => ok({ details: { text }, effects: () => [] }),
)

/**
 * Emails the eSIMs of an order again to their recipients, in the language of the order. The
 * position is null for the eSIMs of all lines.
 */
export const resendMail = actionOnOrder<{ readonly position: number | null }>(
  'resend',
  async ({ context, order, input: { position, idempotencyKey } }) => {
    const { invoiceID, lang } = order
    if (order.frozenAt !== null) return refused('frozen')
    const esims = await readCopies(context.db, lang, invoiceID)
    const copies = esims
      .filter((esim) => esim.is_refunded === 0)
      .filter((esim) => position === null || esim.line_position === position)
      .filter(({ recipient, email }) => (recipient ?? email) !== erased)
      .map((esim) => {
        const dedupeKey = `${invoiceID}:${esim.line_position}:${idempotencyKey}`
        return mailCopy(context, esim, { lang, dedupeKey })
      })
    if (copies.length === 0) return refused('not-delivered')
    return ok({ details: { position, mails: copies.length }, effects: () => copies })
  },
)

/** Emails the receipt of a paid order to its buyer again, in the language of the order. */
export const resendReceipt = actionOnOrder(
  'send-receipt',
  async ({ context, order: { invoiceID, paidAt, email }, input: { idempotencyKey } }) => {
    if (paidAt === null) return refused('not-paid')
    if (email === erased) return refused('erased')
    const copy = await receiptCopy(context, invoiceID, `${invoiceID}:${idempotencyKey}`)
    return ok({ details: {}, effects: () => [copy] })
  },
)
