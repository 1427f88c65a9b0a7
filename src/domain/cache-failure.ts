import { logEvent } from './log-event.ts'

/**
 * Returns a handler for a cache that fails: the shop works without it, but more slowly, which only
 * the log can explain.
 */
export function warnOfFailure(call: string): (reason: unknown) => undefined {
  return (reason) => {
    logEvent({ event: 'cache-failed', call, error: String(reason) }, 'warn')
    return undefined
  }
}

/** Milliseconds. Reading the data itself takes less time than waiting longer for a cache. */
const readTimeout = 1000

/** Returns undefined when a cache fails or does not answer in time, and logs a warning. */
export async function readCache<T>(call: string, read: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    const error = new Error(`no answer within ${readTimeout} ms`)
    timer = setTimeout(() => reject(error), readTimeout)
  })
  return Promise.race([read, late])
    .catch(warnOfFailure(call))
    .finally(() => clearTimeout(timer))
}
