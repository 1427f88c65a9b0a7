import type { BackendContext } from '../context.ts'
import { countCalls, returnCalls } from '../suppliers/count-calls.ts'
import type { Supplier } from '../suppliers/supplier.ts'
import { minuteMs } from '../../domain/time-units.ts'

/** Milliseconds until the next call after a supplier failed to answer about an eSIM. */
export const pause = minuteMs

type Lease = {
  /** Calls that the supplier may need for an answer. */
  readonly calls: number
  /** Changes a row only if the stored answer is not fresh and no other request refreshes it. */
  readonly statement: D1PreparedStatement
}

/**
 * Returns false when another request has the lease, the stored answer is fresh, or the supplier's
 * rate limit is reached.
 */
export async function takeLease(
  { db, now }: Pick<BackendContext, 'db' | 'now'>,
  supplier: Supplier,
  { calls, statement }: Lease,
): Promise<boolean> {
  const counted = await countCalls(db, supplier, calls, now).first()
  if (!counted) return false
  const { meta } = await statement.run()
  if (meta.changes > 0) return true
  await returnCalls(db, supplier, calls, now).run()
  return false
}
