import { env } from 'cloudflare:workers'
import { exchangePlan } from '../../src/orders/replace-line.ts'
import { orderForOffice } from '../../src/orders/order-for-office.ts'
import type { OrderForOffice } from '../../src/orders/order-for-office.ts'
import { runScheduledJobs } from '../../src/jobs.ts'
import { addKey, keySubject } from '../../src/accounts/api-keys.ts'
import type { ApiScope } from '../../src/api/operation.ts'
import { versionOf } from '../../src/api/perform-action.ts'
import type { ActionContext, ActionResult } from '../../src/api/perform-action.ts'
import type { StaffMember, StaffRole } from '../../src/api/staff.ts'
import { paymentProviders } from '../../src/payments/providers.ts'
import { configOf } from '../../src/settings.ts'
import { secretID } from '../../src/kit/tokens.shared.ts'
import {
  advanceClock,
  clock,
  invoiceOf,
  pay,
  placeLines,
  placeOrder,
  rows,
  run,
  signInPartner,
  usd,
} from './small-shop.ts'

export function staffContext(): ActionContext {
  const config = configOf(env)
  const providers = paymentProviders(config, { db: env.DB, now: () => clock.now })
  return { db: env.DB, config, now: clock.now, providers, suppliers: [] }
}

export function member(role: StaffRole = 'owner'): StaffMember {
  return { subject: `${role}@shop.example`, name: `A ${role}`, role }
}

/** Adds an API key, and returns the header that sends it. */
export async function keyFor(scopes: readonly ApiScope[], name = 'Books'): Promise<string> {
  const version = (await versionOf(env.DB, keySubject)) ?? 0
  const input = { name, scopes, version, idempotencyKey: secretID() }
  const added = await addKey(staffContext(), member(), input)
  if (!added.ok || added.value === null) throw new Error('The key was refused')
  return `Bearer ${added.value}`
}

/** The input of the next action on an order, as its page would send it now. */
export async function nextInput(invoiceID: string) {
  const order = await orderForOffice(staffContext(), invoiceID, 'en')
  return { invoiceID, version: order?.version ?? -1, idempotencyKey: secretID() }
}

type OrderInput = Awaited<ReturnType<typeof nextInput>>
type OrderAction<Input> = (
  context: ActionContext,
  staff: StaffMember,
  input: Input,
) => Promise<ActionResult>

/** Performs an action on an order as its page would send it now. An owner does it for a reason. */
export async function act<Input extends OrderInput>(
  action: OrderAction<Input>,
  invoiceID: string,
  form: Omit<Input, keyof OrderInput | 'reason'> & Partial<OrderInput>,
  change: Partial<ActionContext> = {},
): Promise<ActionResult> {
  const input = { ...(await nextInput(invoiceID)), reason: 'a complaint', ...form }
  // The form has all other fields of the input.
  return action({ ...staffContext(), ...change }, member(), input as unknown as Input)
}

/** Runs the scheduled jobs now. */
export async function jobs({ providers }: Partial<ActionContext> = {}): Promise<void> {
  await runScheduledJobs({ ...env }, clock.now, providers && { providers: () => [...providers] })
}

/** Runs the scheduled jobs a minute later. */
export async function nextJobs(change: Partial<ActionContext> = {}): Promise<void> {
  advanceClock(60)
  await jobs(change)
}

export async function officeOrder(invoiceID: string): Promise<OrderForOffice> {
  const order = await orderForOffice(staffContext(), invoiceID, 'en')
  if (!order) throw new Error('The order does not exist')
  return order
}

/** The state of an order and of its lines: `success: issued, refunded`. */
export async function stateOf(invoiceID: string): Promise<string> {
  const { status, lines } = await invoiceOf(invoiceID)
  return `${status}: ${lines.map((line) => line.status).join(', ')}`
}

/** The kinds of the alerts that a person must end. */
export async function openAlerts(): Promise<string[]> {
  const open = await rows<{ kind: string }>(
    `SELECT kind FROM alerts WHERE ended_at IS NULL AND kind <> 'low-stock' ORDER BY kind`,
  )
  return open.map(({ kind }) => kind)
}

export async function paidOrder(change: Parameters<typeof placeOrder>[0] = {}): Promise<string> {
  const invoiceID = await placeOrder(change)
  await pay(invoiceID)
  return invoiceID
}

/** Returns a paid order of several lines of the plan `tr-10`. */
export async function paidLines(
  count: number,
  change: Parameters<typeof placeOrder>[0] = {},
): Promise<string> {
  const invoiceID = await placeLines(
    Array.from({ length: count }, () => ({})),
    change,
  )
  await pay(invoiceID, { amount: usd(1250 * count) })
  return invoiceID
}

/** Signs a partner in, whose rewards are in minor units. */
export async function partnerOf() {
  const session = await signInPartner()
  const [partner] = await rows<{ code: string }>('SELECT code FROM partners')
  const rewards = async () => {
    const [found] = await rows<{ sum: number }>(
      'SELECT sum(amount_minor) AS sum FROM partner_transactions',
    )
    return found?.sum
  }
  return { session, referralCode: partner?.code ?? '', rewards }
}

/** Adds a profile to the stock of a plan. */
export async function restock(plan = 'tr-10', iccid = '8910300000000000077'): Promise<void> {
  await run(`INSERT INTO stock (iccid, plan_id, smdp_address, matching_id)
    VALUES ('${iccid}', '${plan}', 'rsp.example.com', 'CODE-OF-${iccid}')`)
}

/** Returns a paid order whose plan staff have exchanged for a cheaper one. */
export async function exchangedOrder(): Promise<string> {
  await run('UPDATE plans SET is_listed = 1')
  await restock('tr-sold-out')
  const invoiceID = await paidOrder()
  const result = await act(exchangePlan, invoiceID, { position: 1, tariffID: 'tr-sold-out' })
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
