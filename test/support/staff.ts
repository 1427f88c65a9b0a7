import { env } from 'cloudflare:workers'
import { orderForStaff } from '../../src/backend/operations/order-for-staff.ts'
import type { ActionContext } from '../../src/backend/operations/perform-action.ts'
import type { StaffMember } from '../../src/backend/operations/staff.ts'
import type { StaffRole } from '../../src/domain/staff-role.ts'
import { paymentProviders } from '../../src/backend/payments/providers.ts'
import { backendConfig } from '../../src/config/backend-config.ts'
import { secretID } from '../../src/domain/secret-id.ts'
import { clock, pay, placeOrder, rows } from './small-shop.ts'

export function staffContext(): ActionContext {
  const config = backendConfig(env)
  const providers = paymentProviders(config, { db: env.DB, now: () => clock.now })
  return { db: env.DB, config, now: clock.now, providers, suppliers: [] }
}

export function member(role: StaffRole = 'owner'): StaffMember {
  return { subject: `${role}@shop.example`, name: `A ${role}`, role }
}

/** The input of the next action on an order, as its page would send it now. */
export async function nextInput(invoiceID: string) {
  const order = await orderForStaff(staffContext(), invoiceID, 'en')
  return { invoiceID, version: order?.version ?? -1, idempotencyKey: secretID() }
}

export async function paidOrder(change: Parameters<typeof placeOrder>[0] = {}): Promise<string> {
  const invoiceID = await placeOrder(change)
  await pay(invoiceID)
  return invoiceID
}

export async function auditRows(invoiceID: string) {
  return rows<{ action: string; role: string; details: string }>(
    `SELECT action, role, details FROM audit WHERE subject_id = '${invoiceID}' ORDER BY at, action`,
  )
}
