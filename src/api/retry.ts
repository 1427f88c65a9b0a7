import type { Fetch } from './api-client.ts'

/** The longest a call may take, body included (decisions.md of the shop: 3 s at most). */
const deadline = 3000
/** Stands on requests that may be sent twice; its value is the body's own key. */
export const idempotencyHeader = 'Idempotency-Key'
const gatewayFailures = new Set([502, 503, 504])

/** Gives up at the deadline: one signal covers the head and the body. */
export function withTimeout(fetch: Fetch, milliseconds = deadline): Fetch {
  return (request) => fetch(new Request(request, { signal: AbortSignal.timeout(milliseconds) }))
}

/** Asks once more after a broken connection or a gateway's answer: GETs, and POSTs that carry an idempotency key. */
export function withRetry(fetch: Fetch): Fetch {
  return async (request) => {
    const isRepeatable = request.method === 'GET' || request.headers.has(idempotencyHeader)
    if (!isRepeatable) return fetch(request)
    const first = await fetch(request.clone()).catch((reason: unknown) => reason)
    if (first instanceof Response && !gatewayFailures.has(first.status)) return first
    if (first instanceof Error && first.name === 'TimeoutError') throw first
    // A connection stays taken until its body is read or let go, and a request has six at once.
    if (first instanceof Response) await first.body?.cancel().catch(() => undefined)
    await pause(Math.random() * 100)
    return fetch(request)
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
