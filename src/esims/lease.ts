import type { BackendContext } from '../context.ts'
import { countCalls, returnCalls } from '../supply/count-calls.ts'
import { SupplierError } from '../supply/supplier.ts'
import type { Supplier } from '../supply/supplier.ts'
import { minuteMs } from '../kit/time.shared.ts'
import { logEvent } from '../kit/log.ts'

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

/** Milliseconds that a visitor waits for a supplier, before the page shows the stored data. */
export const visitorTimeout = 2000
/** Milliseconds that the scheduled job waits for a supplier. */
export const jobTimeout = 20_000

/**
 * Returns the answer of a supplier, or null after a failure or a timeout.
 * @param timeout milliseconds to wait for the supplier
 * @param event event name of a failure in the log
 */
export async function answerInTime<T>(
  call: Promise<T>,
  timeout: number,
  event: string,
): Promise<T | null> {
  const slow = Promise.withResolvers<null>()
  const timer = setTimeout(() => slow.resolve(null), timeout)
  try {
    return await Promise.race([call, slow.promise])
  } catch (error) {
    if (!(error instanceof SupplierError)) throw error
    logEvent({ event, error: error.message })
    return null
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Refreshes the stored data of an eSIM. Logs failures without throwing, because the page falls back
 * to the stored data.
 */
export async function tryRefresh(event: string, refresh: () => Promise<void>): Promise<void> {
  try {
    await refresh()
  } catch (error) {
    logEvent({ event, error: String(error) })
  }
}
