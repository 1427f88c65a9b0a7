import { decideSupplierOrder } from '../../src/purchases/decide-supplier-order.ts'
import { versionOf } from '../../src/api/perform-action.ts'
import { secretID } from '../../src/kit/tokens.shared.ts'
import { actAsStaff, staff, staffActions } from '../fixtures/ledger-staff.ts'
import type { Supply } from './supply.ts'
import type { World } from './world.ts'

/** A member of staff does something with an order, sometimes with a double press. */
export function workInOffice(world: World): void {
  const { random } = world
  const orders = world.rows('SELECT id FROM orders WHERE paid_at IS NOT NULL')
  const order = orders[random.int(orders.length)]
  if (!order) return
  const action = random.pick(staffActions)
  const form = { key: secretID(), action, invoiceID: String(order['id']) }
  const run = async () => {
    world.tell(`Olga presses "${action}" for order ${form.invoiceID.slice(0, 4)}.`)
    await actAsStaff(world.officeContext(), form)
  }
  world.after(0, { name: action, run })
  if (world.fails(0.2)) world.after(0, { name: action, run })
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

/** Decides about held orders, like an operator who sees them in the suppliers' dashboards. */
export async function decideHeldOrders(world: World, { partners }: Supply): Promise<void> {
  const held = world.rows(`SELECT key, supplier, order_id AS invoiceID FROM purchases
    WHERE status = 'held'`)
  for (const row of held) {
    const [key, invoiceID] = [String(row['key']), String(row['invoiceID'])]
    const partner = partners.find(({ id }) => id === row['supplier'])
    const all = [...(partner?.purchases ?? []), ...(partner?.additions ?? [])]
    const bought = all.find((each) => each.key === key)
    const isRetry = world.random.chance(0.5)
    const notBought = isRetry
      ? ({ kind: 'retry', isConfirmed: true } as const)
      : ({ kind: 'give-up' } as const)
    const decision = bought ? ({ kind: 'found', reference: bought.reference } as const) : notBought
    world.tell(`Olga decides about an order at ${String(row['supplier'])}: ${decision.kind}.`)
    const context = world.officeContext()
    const version = (await versionOf(context.db, { kind: 'invoice', id: invoiceID })) ?? 0
    const form = { key, invoiceID, version, decision, idempotencyKey: secretID() }
    const decided = await decideSupplierOrder(context, staff, form)
    if (!decided.ok) throw new Error(`A decision was refused: ${JSON.stringify(decided.error)}`)
  }
}
