import { fetchUntil, pause } from '../../kit/deadlines.ts'
import { logEvent } from '../../kit/log.ts'

/**
 * Total milliseconds for the calls of one visit. Rendering and the connection take the rest of the
 * five seconds that a visitor waits at most.
 */
export const visitDeadline = 4000
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

/**
 * Calls an API over the network. Create one per isolate, because it counts calls and failures.
 * @param callTimeout milliseconds
 */
export function createRemoteFetch(callTimeout?: number): Fetch {
  return withCircuitBreaker(withRetry(withTimeout(fetchDirectly, callTimeout)))
}

/** Does not follow redirects, because they could send a session to another server. */
async function fetchDirectly(request: Request): Promise<Response> {
  const response = await fetch(new Request(request, { redirect: 'manual' }))
  if (response.status < 300 || response.status >= 400) return response
  await response.body?.cancel()
  return new Response(null, { status: 502 })
}

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

function isGatewayError({ status }: Response): boolean {
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

/** Consecutive failures, within `failureWindow` ms, that open the circuit. */
const maxFailures = 5
const failureWindow = 10_000
/** Milliseconds that the circuit stays open before one call tries the API again. */
const openFor = 5000
/** Milliseconds after which a trial without an outcome is repeated. Its request may have ended. */
const trialFor = 5000

/**
 * Answers 503 immediately while the API is down, so that pages do not wait and the API can recover.
 * Broken connections, timeouts and gateway errors count as failures. An API that answers 500 is up.
 * Create one per isolate.
 */
export function withCircuitBreaker(fetch: Fetch, now: () => number = Date.now): Fetch {
  const circuit = new Circuit(now)
  return async (request) => {
    if (!circuit.isCallAllowed()) return new Response(null, { status: 503 })
    try {
      const response = await fetch(request)
      circuit.record(!isGatewayError(response))
      return response
    } catch (error) {
      circuit.record(false)
      throw error
    }
  }
}

class Circuit {
  readonly #now: () => number
  #failures: number[] = []
  #tryAgainAt: number | null = null

  constructor(now: () => number) {
    this.#now = now
  }

  /** True while the circuit is closed. After it has opened, true for one trial call at a time. */
  isCallAllowed(): boolean {
    if (this.#tryAgainAt === null) return true
    if (this.#now() < this.#tryAgainAt) return false
    this.#tryAgainAt = this.#now() + trialFor
    return true
  }

  record(isSuccess: boolean): void {
    if (isSuccess) {
      if (this.#tryAgainAt !== null) logEvent({ event: 'api-circuit-closed' })
      this.#failures = []
      this.#tryAgainAt = null
      return
    }
    const now = this.#now()
    this.#failures = [...this.#failures.filter((time) => now - time < failureWindow), now]
    if (this.#tryAgainAt === null && this.#failures.length < maxFailures) return
    if (this.#tryAgainAt === null) logEvent({ event: 'api-circuit-open' })
    this.#tryAgainAt = now + openFor
  }
}

/**
 * A function that answers HTTP requests: the network, a service binding, or the embedded backend in
 * process.
 */
export type Fetch = (request: Request) => Promise<Response>
