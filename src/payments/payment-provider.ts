import type { Currency, Money } from '../kit/money.shared.ts'
import type { CalendarMonth } from '../kit/time.shared.ts'
import type { Locale } from '../words/locales.shared.ts'
import type { WebhookProblem } from '../kit/webhooks.ts'

/** A payment of an order, before an attempt. */
export type RequestedPayment = Omit<PaymentOrder, 'attemptID' | 'startedAt'>

/** A payment to start. */
export type PaymentOrder = {
  readonly invoiceID: string
  /** Idempotency key of `start`, unique per attempt. */
  readonly attemptID: string
  /** The start of the attempt. A retry of an unknown outcome has the same one. */
  readonly startedAt: Date
  readonly amount: Money
  /** Lines after reductions, for the provider's page and receipts. They add up to `amount`. */
  readonly lines: readonly { readonly title: string; readonly amount: Money }[]
  readonly email: string
  readonly locale: Locale
  /** URL to which the customer returns after paying. */
  readonly successURL: string
  /** URL to which the customer returns after a cancellation or a decline. */
  readonly failureURL: string
  /** Time at which the payment page must stop working. */
  readonly expiresAt: Date
}

/** A started payment. Its page stops working at `expiresAt`. */
export type StartedPayment = {
  readonly url: string
  readonly reference: string
  readonly expiresAt: Date
}

export const factKinds = [
  'charged',
  'declined',
  'refunded',
  /** The bank returned the money of a refund that had succeeded. The id is that of the refund. */
  'refund-failed',
  'disputed',
  'dispute-won',
  'dispute-lost',
] as const

/** A provider's report about a payment. */
export type PaymentFact = {
  readonly kind: (typeof factKinds)[number]
  /** The provider's id of the charge, refund or dispute. (provider, kind, id) is unique. */
  readonly id: string
  /** Reference of the payment, as `start` returned it. */
  readonly reference: string
  /** The order in the provider's metadata, or null when the metadata names no order. */
  readonly invoiceID: string | null
  /** The idempotency key of a refund that the shop requested, if the provider returns it. */
  readonly refundKey?: string | undefined
  readonly amount: Money
  /** The provider's fee for a charge, if the provider reports it. */
  readonly fee?: Money | undefined
  /**
   * The country of the card or billing address of a charge, in lower case, if the provider reports
   * it.
   */
  readonly country?: string | undefined
  readonly at: Date
}

/** A question of a bank about a payment, whose money has not moved. */
export type BankQuestion = {
  readonly kind: 'inquiry' | 'fraud-warning'
  /** The provider's id of the inquiry or warning. */
  readonly id: string
  readonly invoiceID: string
  /** The time until which it must be answered, if the provider names one. */
  readonly until: Date | null
  /** False when there is nothing to do any more. */
  readonly isOpen: boolean
}

/** Facts of a webhook request, and the response that the provider expects. */
export type PaymentReport = {
  readonly facts: readonly PaymentFact[]
  readonly questions?: readonly BankQuestion[]
  /** Null when the webhook was read, or when its payment could not be fetched. */
  readonly problem: WebhookProblem | null
  readonly response: Response
}

/** A page of the charges that a provider lists. */
export type ChargePage = {
  readonly charges: readonly ListedCharge[]
  /** The cursor of the next page. Null after the last page. */
  readonly next: string | null
}

export type ListedCharge = {
  /** The id of the fact `charged`. */
  readonly id: string
  /** Returns all facts of the charge's payment, or none for a payment of another seller. */
  readonly lookUp: () => Promise<readonly PaymentFact[]>
}

/** A payout of a provider to the shop's bank account. */
export type Payout = {
  readonly id: string
  readonly arrivesAt: Date
  /** The provider's name of the status, such as `paid`. */
  readonly status: string
  /** The amount that reaches the bank. It is negative for a withdrawal from the bank. */
  readonly net: Money
  /**
   * What the payout consists of, in its currency. Null if the provider does not list it (yet), or
   * if there are more than `maxPayoutEntries`.
   */
  readonly entries: readonly PayoutEntry[] | null
}

export type PayoutEntry = {
  readonly kind: 'charge' | 'refund' | 'dispute' | 'fee' | 'misc'
  /** The provider's id of the charge, refund or dispute, as in a fact. */
  readonly id: string
  /** Negative when the money left the shop. The entry is worth `amount` less `fee`. */
  readonly amount: Money
  readonly fee: Money
}

/** A page of payouts, newest first. */
export type PayoutPage = {
  readonly payouts: readonly Payout[]
  /** The cursor of the next page. Null after the last page. */
  readonly next: string | null
}

/** Limits of `listPayouts`: payouts of a page, and entries of a payout. */
export const maxPayouts = 31
export const maxPayoutEntries = 500

/**
 * Charges customers. `start`, `cancel`, `refund` and `lookUp` throw a `PaymentProviderError`.
 *
 * @public
 */
export type PaymentProvider = {
  /** A name such as `stripe`. It is part of the webhook's path and of every stored fact. */
  readonly id: string
  readonly currencies: readonly Currency[]
  readonly start: (order: PaymentOrder) => Promise<StartedPayment>
  /**
   * Closes the page of an unpaid payment. A cancelled or paid payment does not change. A provider
   * that cannot close an open page refuses. The customer then gets the same page again instead of
   * a second page.
   */
  readonly cancel: (reference: string) => Promise<void>
  /**
   * Refunds all or part of a payment, once per key. Returns the fact of a finished refund, or null
   * while the refund is pending. The shop repeats a pending refund with the same key. The provider
   * refuses the repeated request if the refund has failed.
   */
  readonly refund: (
    reference: string,
    amount: Money,
    idempotencyKey: string,
  ) => Promise<PaymentFact | null>
  /** False when the provider has no API. The shop then does not reconcile its payments. */
  readonly canLookUp: boolean
  /** Returns all facts of a payment, for reconciliation. */
  readonly lookUp: (reference: string) => Promise<readonly PaymentFact[]>
  /**
   * Returns the provider's fee for a charge, or null while it is unknown. Undefined when the facts
   * contain the fees. Throws a `PaymentProviderError`, as `lookUp` does.
   */
  readonly readFee?: (chargeID: string) => Promise<Money | null>
  /**
   * Lists up to 50 charges that were made since a time, to find payments of lost orders. Undefined
   * when the provider has no API. Throws a `PaymentProviderError`, as `lookUp` does.
   * @param cursor `next` of the page before, or null
   */
  readonly listCharges?: (since: Date, cursor: string | null) => Promise<ChargePage>
  /**
   * Lists the payouts that arrive in a month. Undefined when the provider has no API for them.
   * Throws a `PaymentProviderError`, as `lookUp` does.
   * @param cursor `next` of the page before, or null
   */
  readonly listPayouts?: (month: CalendarMonth, cursor: string | null) => Promise<PayoutPage>
  /** Verifies and reads a webhook. The shop stores the facts before it sends the response. */
  readonly receive: (request: Request) => Promise<PaymentReport>
}

/** HTTP statuses of temporary refusals, for a wrong key or too many calls. */
export const temporaryStatuses: ReadonlySet<number> = new Set([401, 403, 429])

type ErrorDetails = ErrorOptions & {
  readonly isTemporary?: boolean
  readonly isUnreadable?: boolean
}

/** Thrown when a provider refused a call, or when the call may have taken effect (`unknown`). */
export class PaymentProviderError extends Error {
  readonly provider: string
  readonly outcome: 'refused' | 'unknown'
  /** True when the same call may succeed later, after a wrong key or too many calls. */
  readonly isTemporary: boolean
  /** True when the answer has an unexpected format, so the same call would fail again. */
  readonly isUnreadable: boolean

  constructor(
    provider: string,
    outcome: 'refused' | 'unknown',
    message: string,
    { isTemporary = false, isUnreadable = false, ...options }: ErrorDetails = {},
  ) {
    super(`${provider}: ${message}`, options)
    this.name = 'PaymentProviderError'
    this.provider = provider
    this.outcome = outcome
    this.isTemporary = isTemporary
    this.isUnreadable = isUnreadable
  }
}

/**
 * The provider in the facts of refunds that staff made by hand, for example by bank transfer or in
 * cash. Their reference is that of the transfer, so no payment has it.
 */
export const manualProvider = 'manual'

/** The provider in the facts of vouchers, whose ids are the references. */
export const voucherProvider = 'voucher'

/** Creates a report whose response is empty and has the given status. */
export function paymentReport(
  status: number,
  content: Partial<Omit<PaymentReport, 'response'>> = {},
): PaymentReport {
  return { facts: [], problem: null, ...content, response: new Response(null, { status }) }
}

type CallOutcome = 'done' | 'closed' | PaymentProviderError['outcome']

/** Milliseconds per provider and job. The later jobs of a run wait, such as those for alerts. */
const patience = 15_000

/**
 * Returns a function that calls providers one after another. When calls without an answer have
 * taken 15 seconds, it skips the other calls to their provider.
 */
export function limitLostTime(clock: () => Date) {
  const lost = new Map<string, number>()
  return async (provider: string, call: () => Promise<CallOutcome>): Promise<void> => {
    const before = lost.get(provider) ?? 0
    if (before >= patience) return
    const start = clock().getTime()
    if ((await call()) === 'unknown') lost.set(provider, before + clock().getTime() - start)
  }
}
