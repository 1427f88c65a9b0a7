import type { Currency, Money } from '../../src/kit/money.shared.ts'
import type { PaymentProvider } from '../../src/payments/payment-provider.ts'

/** A failure of every call to the provider's server until it is reset to null. */
export type Fault =
  /** The call never reaches the server. */
  | 'timeout-before'
  /** The server handles the call, but its response is lost. */
  | 'timeout-after'
  | 'connection-lost'
  | 'too-many-requests'
  | 'server-error'
  /** 200 with a truncated body. */
  | 'malformed-body'

/**
 * A provider with a local server that implements its published API, and the actions of customers,
 * operator and bank.
 */
export type ProviderRig = {
  readonly provider: PaymentProvider
  readonly currency: Currency
  readonly clock: { now: Date }
  /** If null, calls succeed. */
  fault: Fault | null
  readonly customer: {
    /**
     * Pays on the page. `amount` is the charged amount if it differs from the price of the order.
     */
    readonly pay: (reference: string, amount?: Money) => Promise<void>
    readonly decline: (reference: string) => Promise<void>
  }
  /** The operator's actions in the provider's dashboard. Null if the provider has none. */
  readonly operator: null | {
    readonly refund: (reference: string, amount: Money, status?: 'pending') => Promise<void>
    /** Makes the pending refunds succeed. Undefined if no refund is ever pending. */
    readonly settleRefunds?: () => Promise<void>
  }
  /** Null if the provider does not report disputes. */
  readonly bank: null | {
    readonly dispute: (reference: string) => Promise<void>
    readonly decide: (reference: string, outcome: 'won' | 'lost') => Promise<void>
  }
  /**
   * Returns the webhooks that the provider has sent since the last call, in order. Signs them with
   * the current time of `clock`, because the suite moves the clock by hours.
   */
  readonly webhooks: () => Promise<Request[]>
  /** Webhooks whose sender is not proven, by the reason: a wrong signature, an old signature. */
  readonly forgeries: () => Promise<{ readonly [reason: string]: Request }>
  /** Webhooks from the provider itself with an invalid body, by the first invalid field. */
  readonly malformedWebhooks: () => Promise<{ readonly [field: string]: Request }>
  /** Returns the number of payments that the provider currently accepts. */
  readonly payablePages: () => Promise<number>
  /** The abilities of the provider's API. `fail`: the API is called over the network. */
  readonly can: { readonly cancel: boolean; readonly refund: boolean; readonly fail: boolean }
}
