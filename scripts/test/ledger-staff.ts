import { cancelRefund } from '../../src/orders/cancel-refund.ts'
import { exchangePlan, reissueEsim } from '../../src/orders/replace-line.ts'
import { freezeOrder, unfreezeOrder } from '../../src/orders/order-actions.ts'
import { orderForStaff } from '../../src/orders/order-for-office.ts'
import type { ActionContext, ActionResult } from '../../src/api/perform-action.ts'
import { recordRefund } from '../../src/orders/record-refund.ts'
import { refundOrder } from '../../src/orders/refund-order.ts'
import { revertRefund } from '../../src/orders/revert-refund.ts'
import type { ScenarioAction } from './ledger-scenarios.ts'

/** A refund that staff made outside of the provider. */
const transfer = { transfer: 'bank-1', returnedOn: '2026-11-21', isConfirmed: true }
const staff = { subject: 'olga@shop.example', name: 'Olga', role: 'owner' } as const

/** Acts on the current version of the order as a member of staff. */
export async function actAsStaff(
  context: ActionContext,
  {
    key,
    action,
    invoiceID = 'invoice',
  }: { readonly key: string; readonly action: ScenarioAction; readonly invoiceID?: string },
): Promise<void> {
  const order = await orderForStaff(context, invoiceID, 'en')
  if (!order) throw new Error('The order of the scenario is missing')
  const { version, lines, refusedRefunds, manualRefunds } = order
  // The newest line. Replaced lines come before it.
  const position = lines.at(-1)?.position ?? 1
  const requestedAt = refusedRefunds[0]?.requestedAt ?? ''
  const form = { invoiceID, version, idempotencyKey: key, reason: 'a complaint' }
  const recordedAt = manualRefunds[0]?.requestedAt ?? ''
  const input = { ...form, position, requestedAt, recordedAt }
  await act(context, action, input)
}

async function act(
  context: ActionContext,
  action: ScenarioAction,
  {
    recordedAt,
    ...input
  }: Parameters<typeof reissueEsim>[2] &
    Parameters<typeof cancelRefund>[2] & { readonly recordedAt: string },
): Promise<ActionResult> {
  switch (action) {
    case 'refund order':
      return refundOrder(context, staff, { ...input, scope: { kind: 'order' } })
    case 'refund line': {
      const scope = { kind: 'lines', positions: [input.position] } as const
      return refundOrder(context, staff, { ...input, scope })
    }
    case 'refund amount':
      return refundOrder(context, staff, { ...input, scope: { kind: 'amount', minor: 300 } })
    case 'cancel refund':
      return cancelRefund(context, staff, input)
    case 'record refund':
      return recordRefund(context, staff, { ...input, ...transfer, scope: { kind: 'order' } })
    case 'record line': {
      const scope = { kind: 'lines', positions: [input.position] } as const
      return recordRefund(context, staff, { ...input, ...transfer, scope })
    }
    case 'revert refund':
      return revertRefund(context, staff, { ...input, requestedAt: recordedAt })
    case 'reissue':
      return reissueEsim(context, staff, input)
    case 'exchange':
      return exchangePlan(context, staff, { ...input, tariffID: 'cheaper' })
    case 'freeze':
      return freezeOrder(context, staff, input)
    case 'unfreeze':
      return unfreezeOrder(context, staff, input)
  }
}
