import type { Currency, Money } from '../../src/domain/money.ts'
import type { PaymentProvider } from '../../src/backend/payments/payment-provider.ts'

/** A failure of every call to the provider's server, until it is set to null. */
export type Fault =
  /** The call never reaches the server. */
  | 'timeout-before'
  /** The server handles the call, and its answer is lost. */
  | 'timeout-after'
  | 'connection-lost'
  | 'too-many-requests'
  | 'server-error'
  /** 200 with a body that is cut off. */
  | 'malformed-body'

/** A provider with a local server that speaks its published API, and the people around it. */
export type ProviderRig = {
  readonly provider: PaymentProvider
  readonly currency: Currency
  readonly clock: { now: Date }
  /** Null: calls succeed. */
  fault: Fault | null
  readonly customer: {
    /** Pays on the page. `amount` is the charged amount, if it differs from the order. */
    readonly pay: (reference: string, amount?: Money) => Promise<void>
    readonly decline: (reference: string) => Promise<void>
  }
  /** The operator's actions in the provider's dashboard. Null: the provider has none. */
  readonly operator: null | {
    readonly refund: (reference: string, amount: Money) => Promise<void>
  }
  /** Null: the provider does not report disputes. */
  readonly bank: null | {
    readonly dispute: (reference: string) => Promise<void>
    readonly decide: (reference: string, outcome: 'won' | 'lost') => Promise<void>
  }
  /** Returns the webhooks that the provider has sent since the last call, in order. */
  readonly webhooks: () => Promise<Request[]>
  /** Webhooks whose sender is not proven, by the reason: a wrong signature, an old one. */
  readonly forgeries: () => Promise<{ readonly [reason: string]: Request }>
  /** Webhooks of the provider itself with a bad body, by the first bad field. */
  readonly malformed: () => Promise<{ readonly [field: string]: Request }>
  /** How many payments of the provider can be paid at the moment. */
  readonly payablePages: () => Promise<number>
  /** The abilities of the provider's API. `fail`: it is called over the network. */
  readonly can: { readonly cancel: boolean; readonly refund: boolean; readonly fail: boolean }
}
