/** Retries that an isolate may make in a row after a time without calls. */
const maxRetries = 10
/** Retries that a new isolate may make before it has made any call. */
const firstRetries = 3
/** One retry for ten calls, so that a failing API gets at most 1.1 times the calls. */
const retriesPerCall = 0.1

/** Limits retries, so that they do not overload the API. */
export class RetryBudget {
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
