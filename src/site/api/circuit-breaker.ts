import { logEvent } from '../../kit/log.ts'
import type { Fetch } from './fetch.ts'
import { isGatewayError } from './retry.ts'

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
