import { vi } from 'vitest'
import {
  assignRefund,
  cancelRefund,
  recordRefund,
  refundOrder,
  revertRefund,
} from '../../src/orders/refund-actions.ts'
import type { RefundPurpose, RefundScope } from '../../src/orders/refund-actions.ts'
import type { ActionContext } from '../../src/api/perform-action.ts'
import { PaymentProviderError } from '../../src/payments/payment-provider.ts'
import type { PaymentProvider } from '../../src/payments/payment-provider.ts'
import { advanceClock, rows, mailsAbout } from './small-shop.ts'
import { act, officeOrder, staffContext } from './staff.ts'

type Change = Partial<ActionContext>

export const wholeOrder = { kind: 'order' } as const
export const linesAt = (...positions: readonly number[]) => ({ kind: 'lines', positions }) as const
export const amountOf = (minor: number) => ({ kind: 'amount', minor }) as const

/** Returns the state of an order, and the money that can still be refunded. */
export async function refundableOf(invoiceID: string) {
  const { status, unrefunded } = await officeOrder(invoiceID)
  return { status, unrefunded: unrefunded.minor }
}

/** A context whose payment providers make refunds in another way. */
export function refunding(refund: PaymentProvider['refund']): Pick<ActionContext, 'providers'> {
  return { providers: staffContext().providers.map((provider) => ({ ...provider, refund })) }
}

/** A context whose payment providers refuse refunds. */
export function refusing(options?: { readonly isTemporary: boolean }) {
  vi.spyOn(console, 'error').mockReturnValue()
  return refunding(async () => {
    throw new PaymentProviderError('test', 'refused', 'closed account', options)
  })
}

/** A context whose payment providers do not answer. */
export function unanswered() {
  vi.spyOn(console, 'error').mockReturnValue()
  return refunding(async () => {
    throw new PaymentProviderError('test', 'unknown', 'timeout')
  })
}

/** A context whose payment providers begin refunds and decide later. */
export function pending() {
  return refunding(async () => null)
}

export async function refund(invoiceID: string, scope: RefundScope, change: Change = {}) {
  return act(refundOrder, invoiceID, { scope }, change)
}

export async function failedRefunds(invoiceID: string) {
  return (await officeOrder(invoiceID)).failedRefunds
}

/** Staff try the first failed refund again. */
export async function retry(invoiceID: string, change: Change = {}) {
  advanceClock(60)
  return refund(invoiceID, await failedScope(invoiceID), change)
}

export async function failedScope(invoiceID: string): Promise<RefundScope> {
  const [failed] = await failedRefunds(invoiceID)
  return { kind: 'failed', refundID: failed?.id ?? '' }
}

/** Staff cancel the first failed refund. */
export async function cancel(invoiceID: string) {
  const [failed] = await failedRefunds(invoiceID)
  return act(cancelRefund, invoiceID, { refundID: failed?.id ?? '' })
}

/** Staff record that they returned money by a transfer. */
export async function record(invoiceID: string, scope: RefundScope, returnedOn = '2026-11-21') {
  return act(recordRefund, invoiceID, { returnedOn, transfer: 'PO 17', scope })
}

/** Staff revert the first refund by hand. */
export async function revert(invoiceID: string) {
  advanceClock(60)
  const { handRefunds } = await officeOrder(invoiceID)
  return act(revertRefund, invoiceID, { refundID: handRefunds[0]?.id ?? '' })
}

/**
 * Staff say what the first refund in the provider's dashboard was for. It may be the first failed
 * refund or the first by hand.
 */
export async function assign(
  invoiceID: string,
  purpose: RefundPurpose | 'failed' | 'by hand',
  change: Change = {},
) {
  advanceClock(60)
  const order = await officeOrder(invoiceID)
  const same = { failed: order.failedRefunds, 'by hand': order.handRefunds }
  const form = {
    refundID: order.unassignedRefunds[0]?.id ?? '',
    purpose:
      typeof purpose === 'string'
        ? ({ kind: 'same', refundID: same[purpose][0]?.id ?? '' } as const)
        : purpose,
  }
  return act(assignRefund, invoiceID, form, change)
}

/** The refunds as `origin amount state`. */
export async function refundRows(): Promise<string[]> {
  const found = await rows<{ text: string }>(
    `SELECT concat_ws(' ', origin, amount_minor, state) AS text FROM refunds ORDER BY text`,
  )
  return found.map(({ text }) => text)
}

export async function refundMails() {
  return mailsAbout('refund')
}
