import type { BackendContext } from '../context.ts'
import { countCalls } from '../suppliers/count-calls.ts'
import type { Supplier } from '../suppliers/supplier.ts'

/** After a supplier failed to answer about an eSIM, in milliseconds. */
export const pause = 60_000

type Lease = {
  /** What the supplier may need for an answer. */
  readonly calls: number
  /** Changes a row only if no answer is fresh and no other request asks. */
  readonly statement: D1PreparedStatement
}

/** False: another request asks already, or the supplier takes no more calls this minute. */
export async function takeLease(
  { db, now }: Pick<BackendContext, 'db' | 'now'>,
  supplier: Supplier,
  { calls, statement }: Lease,
): Promise<boolean> {
  const counted = await countCalls(db, supplier, calls, now).first()
  if (!counted) return false
  const { meta } = await statement.run()
  return meta.changes > 0
}
