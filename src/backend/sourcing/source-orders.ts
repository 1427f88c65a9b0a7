import { callsPerStep, claimOrder, findDueOrders } from './claims.ts'
import type { DueOrder } from './claims.ts'
import { insertOrders } from './new-orders.ts'
import type { SourcingContext } from './sourcing-context.ts'
import { takeStep } from './take-step.ts'

/** A refusal makes the line's next source due, and a line has few sources. */
const maxRounds = 4

/**
 * Orders eSIMs and top-ups for paid lines, and continues orders that are due. Makes up to six calls
 * at a time, because a worker has six connections. Parallel runs never make the same step.
 */
export async function sourceOrders(context: SourcingContext): Promise<void> {
  if (context.suppliers.length === 0) return
  for (let round = 0; round < maxRounds; round += 1) {
    if (context.hasTime?.() === false) return
    await insertOrders(context)
    const due = await findDueOrders(context)
    const steps = await Promise.allSettled(due.map(async (each) => advance(context, each)))
    const failures = steps.flatMap((step) => (step.status === 'rejected' ? [step.reason] : []))
    if (failures.length > 0) throw new AggregateError(failures, 'Supplier orders failed')
    if (!steps.some((step) => step.status === 'fulfilled' && step.value)) return
  }
}

/**
 * Returns false when another worker has the order, or the supplier has no calls left in this
 * minute.
 */
async function advance(context: SourcingContext, due: DueOrder): Promise<boolean> {
  const supplier = context.suppliers.find(({ id }) => id === due.supplier)
  if (!supplier || supplier.callsPerMinute < callsPerStep) return false
  const order = await claimOrder(context, supplier, due)
  if (!order) return false
  await takeStep(context, supplier, order)
  return true
}
