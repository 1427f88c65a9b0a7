import type { Currency, Money } from '../../domain/money.ts'
import type { Locale } from '../../locale/locales.ts'
import type { WebhookProblem } from '../webhook-problem.ts'

/** A payment to start. The customer pays `amount`. */
export type PaymentOrder = {
  readonly invoiceID: string
  /** Unique per attempt: the key that makes a repeated `start` return the same payment. */
  readonly attemptID: string
  readonly amount: Money
  /** For the provider's page and receipts, after reductions. They add up to `amount`. */
  readonly lines: readonly { readonly title: string; readonly amount: Money }[]
  readonly email: string
  readonly locale: Locale
  /** URL to which the customer returns after paying. */
  readonly successURL: string
  /** URL to which the customer returns after giving up or a decline. */
  readonly failureURL: string
  /** The payment page must stop working then. */
  readonly expiresAt: Date
}

/**
 * A started payment: its page, the provider's reference, and the time at which the page stops
 * working.
 */
export type StartedPayment = {
  readonly url: string
  readonly reference: string
  readonly expiresAt: Date
}

/** A provider's report about a payment. */
export type PaymentFact = {
  readonly kind: 'charged' | 'declined' | 'refunded' | 'disputed' | 'dispute-won' | 'dispute-lost'
  /** The provider's own id of the charge, refund or dispute: (provider, kind, id) is unique. */
  readonly id: string
  /** Reference of the payment as returned by `start`. */
  readonly reference: string
  /** The invoice the provider has in its metadata; null when it has none. */
  readonly invoiceID: string | null
  readonly amount: Money
  readonly at: Date
}

/** Facts of a webhook request, and the provider's own answer to it. */
export type PaymentReport = {
  readonly facts: readonly PaymentFact[]
  /** Null: the webhook was read, or its payment could not be fetched now. */
  readonly problem: WebhookProblem | null
  readonly response: Response
}

/**
 * Takes payments. `start`, `cancel`, `refund` and `lookUp` throw a `PaymentProviderError`.
 *
 * @public
 */
export type PaymentProvider = {
  /** `stripe`, `generic`: part of the webhook's path, and of every stored fact. */
  readonly id: string
  readonly currencies: readonly Currency[]
  readonly start: (order: PaymentOrder) => Promise<StartedPayment>
  /**
   * Closes an unpaid payment, so that its page can no longer be paid. Cancelling twice, or a paid
   * one, is harmless. A provider that cannot close an open page refuses: the customer then gets
   * the same page again instead of a second one.
   */
  readonly cancel: (reference: string) => Promise<void>
  /**
   * Refunds part of a payment or all of it. The same key never refunds twice. Returns the fact of a
   * finished refund, or null while it is pending. The shop then repeats the request with the same
   * key. A pending refund that fails later is refused then.
   */
  readonly refund: (
    reference: string,
    amount: Money,
    idempotencyKey: string,
  ) => Promise<PaymentFact | null>
  /** False: the provider has no API, and `lookUp` refuses. Its payments are not reconciled. */
  readonly canLookUp: boolean
  /** Every fact the provider has about a payment, for reconciliation. */
  readonly lookUp: (reference: string) => Promise<readonly PaymentFact[]>
  /** Verifies and reads a webhook. The response is sent after the facts are stored. */
  readonly receive: (request: Request) => Promise<PaymentReport>
}

/** HTTP statuses of temporary refusals: a wrong key, or too many calls. */
export const temporaryStatuses: ReadonlySet<number> = new Set([401, 403, 429])

/** A provider refused a call, or the outcome is unknown and the call may have taken effect. */
export class PaymentProviderError extends Error {
  readonly provider: string
  readonly outcome: 'refused' | 'unknown'
  /** The same call may succeed later: the key was wrong, or there were too many calls. */
  readonly isTemporary: boolean

  constructor(
    provider: string,
    outcome: 'refused' | 'unknown',
    message: string,
    { isTemporary = false, ...options }: ErrorOptions & { isTemporary?: boolean } = {},
  ) {
    super(`${provider}: ${message}`, options)
    this.name = 'PaymentProviderError'
    this.provider = provider
    this.outcome = outcome
    this.isTemporary = isTemporary
  }
}
