import { fetchUntil, pause } from '../../kit/deadlines.ts'
import type { Fetch } from './fetch.ts'

/** Milliseconds that one API call may take, including the body. */
const apiTimeout = 3000
/** Marks POSTs that may be sent twice. Its value is the idempotency key of the body. */
export const idempotencyHeader = 'Idempotency-Key'
const gatewayErrors = new Set([502, 503, 504])
/** Upper bound of the random delay before a retry, in milliseconds. */
const maxRetryDelay = 100
/** Retries that an isolate may make in a row after a time without calls. */
const maxRetries = 10
/** Retries that a new isolate may make before it has made any call. */
const firstRetries = 3
/** One retry for ten calls, so that a failing API gets at most 1.1 times the calls. */
const retriesPerCall = 0.1

export function withTimeout(fetch: Fetch, milliseconds = apiTimeout): Fetch {
  return (request) => {
    const signal = AbortSignal.any([request.signal, AbortSignal.timeout(milliseconds)])
    return fetchUntil(signal, fetch, request)
  }
}

/**
 * Aborts all calls of a visit after `milliseconds`. A page makes several calls, some of them in
 * sequence. Create one per visit.
 */
export function withDeadline(fetch: Fetch, milliseconds: number): Fetch {
  const deadline = AbortSignal.timeout(milliseconds)
  return async (request) => {
    deadline.throwIfAborted()
    return fetchUntil(deadline, fetch, request)
  }
}

/**
 * Retries once after a broken connection or a gateway error, as long as the budget allows. Applies
 * to GETs and to POSTs with an idempotency key. Timeouts and answers with Retry-After are not
 * retried. Create one per isolate.
 */
export function withRetry(fetch: Fetch): Fetch {
  const budget = new RetryBudget()
  return async (request) => {
    budget.countCall()
    const isRepeatable = request.method === 'GET' || request.headers.has(idempotencyHeader)
    if (!isRepeatable) return fetch(request)
    const first = await fetch(request.clone()).catch((reason: unknown) => reason)
    if (!mayRetry(first) || !budget.takeRetry()) return settle(first)
    // An unread body occupies one of the six connections that a Workers request may have open.
    if (first instanceof Response) await first.body?.cancel().catch(() => undefined)
    await pause(Math.random() * maxRetryDelay)
    return fetch(request)
  }
}

/** Limits retries, so that they do not overload the API. */
class RetryBudget {
  #retries = firstRetries

  countCall(): void {
    this.#retries = Math.min(this.#retries + retriesPerCall, maxRetries)
  }

  /** Uses up one retry. Returns false if none is left. */
  takeRetry(): boolean {
    if (this.#retries < 1) return false
    this.#retries -= 1
    return true
  }
}

export function isGatewayError({ status }: Response): boolean {
  return gatewayErrors.has(status)
}

function mayRetry(outcome: unknown): boolean {
  if (outcome instanceof Response)
    return isGatewayError(outcome) && !outcome.headers.has('Retry-After')
  return !(outcome instanceof Error && outcome.name === 'TimeoutError')
}

function settle(outcome: unknown): Response {
  if (outcome instanceof Response) return outcome
  throw outcome
}
