import type { Fetch } from './api-client.ts'

/** Milliseconds one API call may take, body included. */
const apiTimeout = 3000
/** Marks POSTs that may be sent twice. Its value is the idempotency key of the body. */
export const idempotencyHeader = 'Idempotency-Key'
const gatewayErrors = new Set([502, 503, 504])
/** Upper bound of the random delay before a retry, in milliseconds. */
const maxRetryDelay = 100

export function withTimeout(fetch: Fetch, milliseconds = apiTimeout): Fetch {
  return (request) => fetch(new Request(request, { signal: AbortSignal.timeout(milliseconds) }))
}

/**
 * Retries once after a broken connection or a gateway error. Applies to GETs and to POSTs with an
 * idempotency key. Timeouts are not retried.
 */
export function withRetry(fetch: Fetch): Fetch {
  return async (request) => {
    const isRepeatable = request.method === 'GET' || request.headers.has(idempotencyHeader)
    if (!isRepeatable) return fetch(request)
    const first = await fetch(request.clone()).catch((reason: unknown) => reason)
    if (first instanceof Response && !gatewayErrors.has(first.status)) return first
    if (first instanceof Error && first.name === 'TimeoutError') throw first
    // An unread body occupies one of the six connections a Workers request may hold.
    if (first instanceof Response) await first.body?.cancel().catch(() => undefined)
    await delay(Math.random() * maxRetryDelay)
    return fetch(request)
  }
}

function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
