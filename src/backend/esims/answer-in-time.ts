import { logEvent } from '../../domain/log-event.ts'
import { SupplierError } from '../suppliers/supplier-error.ts'

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
