import type { Fetch } from './fetch.ts'
import { withCircuitBreaker } from './circuit-breaker.ts'
import { withRetry, withTimeout } from './retry.ts'

/**
 * Total milliseconds for the calls of one visit. Rendering and the connection take the rest of the
 * five seconds that a visitor waits at most.
 */
export const visitDeadline = 4000

/**
 * Calls an API over the network. Create one per isolate, because it counts calls and failures.
 * @param callTimeout milliseconds
 */
export function createRemoteApi(callTimeout?: number): Fetch {
  return withCircuitBreaker(withRetry(withTimeout(fetchDirectly, callTimeout)))
}

/** Does not follow redirects, because they could send a session to another server. */
async function fetchDirectly(request: Request): Promise<Response> {
  const response = await fetch(new Request(request, { redirect: 'manual' }))
  if (response.status < 300 || response.status >= 400) return response
  await response.body?.cancel()
  return new Response(null, { status: 502 })
}
