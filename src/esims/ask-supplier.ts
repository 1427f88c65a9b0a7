import type { DataContext } from '../context.ts'
import { countCalls, returnCalls } from '../supply/count-calls.ts'
import { SupplierError, type Supplier } from '../supply/supplier.ts'
import { isoAfter, minuteMs } from '../kit/time.shared.ts'
import { logEvent } from '../kit/log.ts'
import { prepare, raw } from '../kit/sql.ts'

/** Milliseconds that a visitor waits for a supplier, before the page shows the stored data. */
export const visitorTimeout = 2000
/** Milliseconds that the scheduled job waits for a supplier. */
export const jobTimeout = 20_000
/** Milliseconds until the next call after a supplier failed to answer about an eSIM. */
const pause = minuteMs

/** The supplier of an eSIM, and the time until which the stored answer is fresh. */
export type EsimSource = {
  readonly iccid: string
  readonly supplier: Supplier
  readonly freshUntil: string | null
}

type SupplierQuestion<T> = {
  /** The column of `esims` with the time until which the answer is fresh. */
  readonly column: 'usage_fresh_until' | 'top_ups_fresh_until'
  /** Milliseconds for which an answer is fresh. */
  readonly freshness: number
  /** Calls that the supplier may need for an answer. */
  readonly calls: number
  /** Milliseconds to wait for the supplier. */
  readonly timeout: number
  /** Name of a failure in the log. */
  readonly event: string
  /** Returns null if the supplier does not know the eSIM. */
  readonly ask: () => Promise<T | null>
}

/**
 * Asks the supplier of an eSIM. Returns null when the stored answer is fresh, when another request
 * asks already, when the supplier's rate limit is reached, or without an answer.
 */
export async function askSupplier<T>(
  { db, now }: DataContext,
  { iccid, supplier, freshUntil }: EsimSource,
  { column, freshness, calls, timeout, event, ask }: SupplierQuestion<T>,
): Promise<T | null> {
  const time = now.toISOString()
  if (freshUntil !== null && freshUntil > time) return null
  if (!(await countCalls(db, supplier, calls, now).first())) return null
  const { meta } = await prepare(db)`UPDATE esims SET ${raw(column)} = ${isoAfter(now, freshness)}
    WHERE iccid = ${iccid} AND coalesce(${raw(column)}, '') <= ${time}`.run()
  if (meta.changes === 0) {
    await returnCalls(db, supplier, calls, now).run()
    return null
  }
  const answer = await answerInTime(ask(), timeout, event)
  if (answer === null)
    await prepare(db)`UPDATE esims SET ${raw(column)} = ${isoAfter(now, pause)}
      WHERE iccid = ${iccid}`.run()
  return answer
}

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
