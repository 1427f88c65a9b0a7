import { addNote } from '../../src/backend/operations/add-note.ts'
import { orderForStaff } from '../../src/backend/operations/order-for-staff.ts'
import type { OrderForStaff } from '../../src/backend/operations/order-for-staff.ts'
import { orderTimeline } from '../../src/backend/operations/order-timeline.ts'
import type { ActionContext, ActionResult } from '../../src/backend/operations/perform-action.ts'
import { searchOrders } from '../../src/backend/operations/search-orders.ts'
import type { StaffMember } from '../../src/backend/operations/staff.ts'
import { secretID } from '../../src/domain/secret-id.ts'
import { describeFound, describeOrder } from './describe-order.ts'
import type { OrdersCommand } from './orders-arguments.ts'

/** Runs a command, and returns what to print. Throws an error that says why it was not done. */
export async function runOrders(
  context: ActionContext,
  staff: StaffMember,
  command: OrdersCommand,
): Promise<string[]> {
  if (command.action === 'find') return describeFound(await searchOrders(context, command.query))
  const order = await orderNamed(context, command.order)
  if (command.action === 'show')
    return describeOrder(order, await orderTimeline(context, order.invoiceID))
  const { invoiceID, version } = order
  const input = { invoiceID, version, idempotencyKey: secretID() }
  return outcomeOf(await addNote(context, staff, { ...input, text: command.text }))
}

/** The order with an id, or with its first characters. */
async function orderNamed(context: ActionContext, name: string): Promise<OrderForStaff> {
  const found = await searchOrders(context, name)
  const [match, ...others] = found.filter(({ invoiceID }) => invoiceID.startsWith(name))
  if (others.length > 0) throw new Error(`Several orders begin with ${name}. Give the whole id.`)
  const order = match && (await orderForStaff(context, match.invoiceID, 'en'))
  if (!order) throw new Error(`There is no order ${name}. Find it with: npm run orders -- find`)
  return order
}

function outcomeOf(result: ActionResult): string[] {
  if (result.ok) return ['Done.']
  const { error } = result
  if (error.code === 'conflict') throw new Error('The order has just changed. Look at it again.')
  throw new Error(error.code === 'refused' ? `Refused: ${error.reason}.` : `${error.code}.`)
}
