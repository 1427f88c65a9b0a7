import { env } from 'cloudflare:workers'
import { vi } from 'vitest'
import { exchangePlan } from '../../src/orders/replace-line.ts'
import { orderForOffice } from '../../src/orders/order-for-office.ts'
import { assignRefund, refundOrder } from '../../src/orders/refund-actions.ts'
import type { RefundScope } from '../../src/orders/refund-actions.ts'
import type { ActionContext } from '../../src/api/perform-action.ts'
import type { StaffMember, StaffRole } from '../../src/api/staff.ts'
import { PaymentProviderError } from '../../src/payments/payment-provider.ts'
import type { PaymentProvider } from '../../src/payments/payment-provider.ts'
import { paymentProviders } from '../../src/payments/providers.ts'
import { configOf } from '../../src/settings.ts'
import { secretID } from '../../src/kit/tokens.shared.ts'
import { clock, pay, placeOrder, rows } from './small-shop.ts'

export function staffContext(): ActionContext {
  const config = configOf(env)
  const providers = paymentProviders(config, { db: env.DB, now: () => clock.now })
  return { db: env.DB, config, now: clock.now, providers, suppliers: [] }
}

/** Returns the shop's payment providers, which refuse refunds. */
export function refusingProviders(): PaymentProvider[] {
  return staffContext().providers.map((provider) => ({
    ...provider,
    refund: async () => {
      throw new PaymentProviderError('test', 'refused', 'closed account')
    },
  }))
}

/** Returns the shop's payment providers, which begin refunds and decide later. */
export function pendingProviders(): PaymentProvider[] {
  return staffContext().providers.map((provider) => ({ ...provider, refund: async () => null }))
}

/** Staff request a refund, and the provider refuses it. */
export async function refuseRefund(invoiceID: string, scope: RefundScope): Promise<void> {
  vi.spyOn(console, 'error').mockReturnValue()
  const input = { ...(await nextInput(invoiceID)), scope, reason: 'a complaint' }
  await refundOrder({ ...staffContext(), providers: refusingProviders() }, member(), input)
}

/** Staff say which lines a refund in the provider's dashboard was for, or that it was for none. */
export async function assignReported(
  invoiceID: string,
  positions: readonly number[],
): Promise<void> {
  const order = await orderForOffice(staffContext(), invoiceID, 'en')
  const refundID = order?.unassignedRefunds[0]?.id ?? ''
  const purpose =
    positions.length === 0 ? ({ kind: 'none' } as const) : ({ kind: 'lines', positions } as const)
  const form = { refundID, purpose, reason: 'the dashboard' }
  const input = { ...(await nextInput(invoiceID)), ...form }
  const result = await assignRefund(staffContext(), member(), input)
  if (!result.ok) throw new Error(`The purpose was refused: ${result.error.code}`)
}

export function member(role: StaffRole = 'owner'): StaffMember {
  return { subject: `${role}@shop.example`, name: `A ${role}`, role }
}

/** The input of the next action on an order, as its page would send it now. */
export async function nextInput(invoiceID: string) {
  const order = await orderForOffice(staffContext(), invoiceID, 'en')
  return { invoiceID, version: order?.version ?? -1, idempotencyKey: secretID() }
}

export async function paidOrder(change: Parameters<typeof placeOrder>[0] = {}): Promise<string> {
  const invoiceID = await placeOrder(change)
  await pay(invoiceID)
  return invoiceID
}

/** Returns a paid order whose plan staff have exchanged for a cheaper one. */
export async function exchangedOrder(): Promise<string> {
  await env.DB.batch(
    [
      `UPDATE plans SET is_listed = 1`,
      `INSERT INTO stock (iccid, plan_id, smdp_address, matching_id)
      VALUES ('8910300000000000077', 'tr-sold-out', 'rsp.example.com', 'CHEAPER')`,
    ].map((sql) => env.DB.prepare(sql)),
  )
  const invoiceID = await paidOrder()
  const exchange = { position: 1, tariffID: 'tr-sold-out', reason: 'wrong size' }
  const input = { ...(await nextInput(invoiceID)), ...exchange }
  const result = await exchangePlan(staffContext(), member(), input)
  if (!result.ok) throw new Error(`The exchange was refused: ${result.error.code}`)
  return invoiceID
}

/** SQL: the notes on the orders of the test. Audit rows are never deleted, not even by tests. */
export const notesSql = `SELECT a.details ->> 'text' AS text
  FROM audit a JOIN orders i ON i.id = a.subject_id WHERE a.action = 'note' ORDER BY a.at`

export async function auditRows(invoiceID: string) {
  return rows<{ action: string; role: string; details: string }>(
    `SELECT action, role, details FROM audit WHERE subject_id = '${invoiceID}' ORDER BY at, action`,
  )
}
