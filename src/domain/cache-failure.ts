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
