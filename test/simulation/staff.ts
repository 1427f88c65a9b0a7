import { decideSupplierOrder } from '../../src/purchases/decide-supplier-order.ts'
import {
  approveWithdrawal,
  markWithdrawalPaid,
  rejectWithdrawal,
} from '../../src/partners/decide-withdrawal.ts'
import { versionOf } from '../../src/api/perform-action.ts'
import { secretID } from '../../src/kit/tokens.shared.ts'
import { actAsStaff, staff, staffActions } from './staff-actions.ts'
import type { Supply } from './supply.ts'
import type { Work } from './machine.ts'
import type { World } from './world.ts'

/** A member of staff does something with an order or a withdrawal, sometimes with a double press. */
export function workInOffice(world: World): void {
  const work = world.random.chance(0.15) ? decideWithdrawal(world) : handleOrder(world)
  if (!work) return
  world.after(0, work)
  if (world.fails(0.2)) world.after(0, work)
}

function handleOrder(world: World): Work | null {
  const { random } = world
  const orders = world.rows('SELECT id FROM orders WHERE paid_at <> ?1 ORDER BY paid_at DESC', '')
  const order = orders[random.int(random.chance(0.5) ? 3 : orders.length)]
  if (!order) return null
  const action = random.pick(staffActions)
  const form = { key: secretID(), action, invoiceID: String(order['id']) }
  const run = async () => {
    world.tell(`Olga presses "${action}" for order ${form.invoiceID.slice(0, 4)}.`)
    await actAsStaff(world.officeContext(), form)
  }
  return { name: action, run }
}

const decisions = {
  approve: approveWithdrawal,
  'mark as paid': markWithdrawalPaid,
  reject: rejectWithdrawal,
} as const

function decideWithdrawal(world: World): Work | null {
  // Another member of staff may have decided already.
  const all = world.rows(`SELECT id, partner_id FROM partner_transactions
    WHERE type = 'withdrawal'`)
  const row = all[world.random.int(all.length)]
  if (!row) return null
  const name = world.random.pick(['approve', 'mark as paid', 'reject'] as const)
  const referrerID = String(row['partner_id'])
  const form = { referrerID, withdrawalID: String(row['id']), idempotencyKey: secretID() }
  const run = async () => {
    world.tell(`Olga presses "${name}" for a withdrawal.`)
    const context = world.officeContext()
    const version = (await versionOf(context.db, { kind: 'partner', id: referrerID })) ?? 0
    await decisions[name](context, staff, { ...form, version, reason: 'wrong details' })
  }
  return { name, run }
}

/** Unfreezes every order, so that its delivery continues. */
export async function unfreezeAll(world: World): Promise<void> {
  for (const { id } of world.rows('SELECT id FROM orders WHERE frozen_at IS NOT NULL'))
    await actAsStaff(world.officeContext(), {
      key: secretID(),
      action: 'unfreeze',
      invoiceID: String(id),
    })
}

/** Decides about held orders with an alert, like an operator who sees the suppliers' dashboards. */
export async function decideHeldOrders(world: World, supply: Supply): Promise<void> {
  // An answer on its way could still bring a reference that the operator sees.
  if (!world.machine.isIdle()) return
  const held = world.rows(`SELECT key, supplier, kind, plan_code AS code, iccid,
    order_id AS invoiceID FROM purchases WHERE status = 'held' AND EXISTS (SELECT 1 FROM alerts
      WHERE kind = 'supplier-order-held' AND order_id = purchases.order_id AND ended_at IS NULL)`)
  for (const { key, supplier, kind, code, iccid, invoiceID: id } of held) {
    const known = world.rows('SELECT reference FROM purchases').map(({ reference }) => reference)
    const bought = supply
      .sales()
      .find((sale) =>
        sale.key === null
          ? sale.supplier === supplier &&
            sale.kind === kind &&
            sale.code === code &&
            (kind === 'plan' || sale.iccid === iccid) &&
            !known.includes(sale.reference)
          : sale.key === key,
      )
    const notBought = world.random.chance(0.5)
      ? ({ kind: 'retry', isConfirmed: true } as const)
      : ({ kind: 'give-up' } as const)
    const decision = bought ? ({ kind: 'found', reference: bought.reference } as const) : notBought
    world.tell(`Olga decides about an order at ${String(supplier)}: ${decision.kind}.`)
    const context = world.officeContext()
    const invoiceID = String(id)
    const version = (await versionOf(context.db, { kind: 'invoice', id: invoiceID })) ?? 0
    const form = { key: String(key), invoiceID, version, decision, idempotencyKey: secretID() }
    const decided = await decideSupplierOrder(context, staff, form)
    if (!decided.ok) throw new Error(`A decision was refused: ${JSON.stringify(decided.error)}`)
  }
}
