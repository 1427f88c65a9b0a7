/** Retries an isolate may make at once after a quiet time. */
const maxRetries = 10
/** Retries a new isolate may make before it has made any call. */
const firstRetries = 3
/** One retry for ten calls: an API that fails gets at most 1.1 times the calls. */
const retriesPerCall = 0.1

/** How many calls may be repeated, so that retries do not become an overload of their own. */
export class RetryBudget {
  #retries = firstRetries

  countCall(): void {
    this.#retries = Math.min(this.#retries + retriesPerCall, maxRetries)
  }

  /** Whether one more call may be repeated. */
  takeRetry(): boolean {
    if (this.#retries < 1) return false
    this.#retries -= 1
    return true
  }
}
