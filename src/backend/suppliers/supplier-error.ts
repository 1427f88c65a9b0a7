/**
 * A call that failed without an answer that the interface defines. `not-executed`: the supplier did
 * nothing, and the call may be retried. `unknown`: the call may have taken effect.
 */
export class SupplierError extends Error {
  readonly supplier: string
  readonly outcome: 'not-executed' | 'unknown'
  /** Seconds to wait, from the supplier's Retry-After. */
  readonly retryAfter: number | null
  /** The supplier does not accept the shop's key, or its address. A person must correct this. */
  readonly isKeyRefused: boolean

  constructor(
    supplier: string,
    outcome: 'not-executed' | 'unknown',
    message: string,
    {
      retryAfter = null,
      isKeyRefused = false,
      ...options
    }: ErrorOptions & { retryAfter?: number | null; isKeyRefused?: boolean } = {},
  ) {
    super(`${supplier}: ${message}`, options)
    this.name = 'SupplierError'
    this.supplier = supplier
    this.outcome = outcome
    this.retryAfter = retryAfter
    this.isKeyRefused = isKeyRefused
  }
}
