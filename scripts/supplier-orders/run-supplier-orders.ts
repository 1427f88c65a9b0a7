import { decideSupplierOrder } from '../../src/backend/operations/decide-supplier-order.ts'
import type { SupplierDecision } from '../../src/backend/operations/decide-supplier-order.ts'
import type { ActionContext } from '../../src/backend/operations/perform-action.ts'
import type { StaffMember } from '../../src/backend/operations/staff.ts'
import { d1Store } from '../../src/backend/d1-store.ts'
import { secretID } from '../../src/domain/secret-id.ts'
import { outcomeOf } from '../staff/action-outcome.ts'
import { listOrders } from './list-orders.ts'
import type { SupplierOrdersCommand } from './supplier-orders-arguments.ts'

/** The shop's next step. */
const answers: { readonly [kind in SupplierDecision['kind']]: string } = {
  found: 'The shop fetches the profile.',
  retry: 'The shop searches for the order again, and orders if the supplier does not have it.',
  'give-up': 'The shop orders from the next source, or refunds the customer.',
}

/** Runs a command, and returns the output. Throws an error with the reason when it is refused. */
export async function runSupplierOrders(
  context: ActionContext,
  staff: StaffMember,
  command: SupplierOrdersCommand,
): Promise<string[]> {
  if (command.action === 'list') return listOrders(d1Store(context.db))
  const { key, decision } = command
  const idempotencyKey = secretID()
  const result = await decideSupplierOrder(context, staff, { key, decision, idempotencyKey })
  return [...outcomeOf(result), answers[decision.kind]]
}
