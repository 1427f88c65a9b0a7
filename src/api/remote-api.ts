import type { Fetch } from './api-client.ts'
import { withCircuitBreaker } from './circuit-breaker.ts'
import { withRetry, withTimeout } from './retry.ts'

/**
 * Milliseconds that the calls of one visit may take together. Rendering and the connection take
 * the rest of the five seconds a visitor waits at most.
 */
export const visitDeadline = 4000

/**
 * Calls an API over the network. Create one per isolate: it counts calls and failures.
 * @param callTimeout milliseconds
 */
export function createRemoteApi(callTimeout?: number): Fetch {
  return withCircuitBreaker(withRetry(withTimeout((request) => fetch(request), callTimeout)))
}
