import type { Money } from '../../domain/money.ts'
import type { WebhookProblem } from '../webhook-problem.ts'
import type { SupplierPlan, SupplierTopUp } from './supplier-plan.ts'

/** A profile from a supplier: the data of the QR code and the manual fields. */
export type SuppliedProfile = {
  /** 18 to 20 digits, without a trailing F. */
  readonly iccid: string
  /** Host name of the SM-DP+ server. */
  readonly smdpAddress: string
  readonly matchingID: string
  readonly confirmationCode: string | null
  readonly mobileNumber: string | null
}

/**
 * The outcome of an order at a supplier. `accepted`: it has the order, and `fetch` will return the
 * profile, now or later. `refused`: nothing was bought and nothing will be. `unclear`: it answered,
 * and the adapter cannot interpret the answer. Only a person can decide about it.
 */
export type SupplierOrder =
  | AcceptedOrder
  | RefusedOrder
  | { readonly status: 'unclear'; readonly message: string }

export type AcceptedOrder = {
  readonly status: 'accepted'
  readonly reference: string
  /**
   * The cost to the shop. Null when the answer does not contain it. Then the catalogue's cost
   * counts.
   */
  readonly cost: Money | null
}

export type RefusedOrder = {
  readonly status: 'refused'
  readonly reason: RefusalReason
  /** The supplier's text, for a person. */
  readonly message: string
}

/**
 * The reason for a supplier's refusal. `plan-gone`: it no longer sells the plan. `out-of-stock`: it
 * may sell it again later. `out-of-balance`: the shop's account is empty. `invalid`: a fault of the
 * shop.
 */
export type RefusalReason = 'plan-gone' | 'out-of-stock' | 'out-of-balance' | 'invalid'

/** Usage of one eSIM, as measured by the supplier. */
export type SupplierUsage = {
  readonly iccid: string
  /**
   * `not-active`: not in use yet, but it may be installed. `unknown`: the supplier does not report
   * it.
   */
  readonly state:
    | 'not-installed'
    | 'not-active'
    | 'installed'
    | 'active'
    | 'used-up'
    | 'expired'
    | 'unknown'
  /** MB of 1,024 kB. Null if the supplier does not measure it. */
  readonly dataUsedMb: number | null
  /** Total MB including top-ups. Null: unlimited or not stated. */
  readonly dataLimitMb: number | null
  readonly validUntil: Date | null
  /** Time of the supplier's measurement; by default the time of the call. */
  readonly measuredAt: Date
}

/** The content of a webhook: orders to fetch again, usage, or nothing. */
export type SupplierReport = {
  /**
   * References of orders that have changed. They are fetched, because the report itself is not
   * trusted.
   */
  readonly references: readonly string[]
  readonly usage: readonly SupplierUsage[]
  /** Null: the webhook was read, or its data could not be fetched now. */
  readonly problem: WebhookProblem | null
  /** The supplier's own answer, sent after the report is stored. */
  readonly response: Response
}

/**
 * Sells eSIM profiles to the shop. Every call may throw a `SupplierError`.
 *
 * @public
 */
export type Supplier = {
  /** `airalo`, `esim-access`: part of the webhook's path and of every stored order. */
  readonly id: string
  /**
   * The supplier treats a second order with the same key as the first one. Where it is false, an
   * order whose outcome is unknown is never sent again: it is searched with `find`, or waits for a
   * person.
   */
  readonly isOrderIdempotent: boolean
  /**
   * `find` finds orders by their key. Where it is false, a person must look for an order whose
   * outcome is unknown, and the interface does not prevent a second order.
   */
  readonly canFindOrders: boolean
  /** The published rate limit: calls a minute. */
  readonly callsPerMinute: number
  /** Orders one profile. The shop's key is unique per order and has 128 random bits. */
  readonly order: (key: string, planCode: string) => Promise<SupplierOrder>
  /** Searches an order or top-up by its key: its reference, or null when the supplier has none. */
  readonly find: (key: string) => Promise<string | null>
  /**
   * The profile of an order; null while the supplier prepares it. Refused: an accepted order that
   * failed later, and no profile was bought.
   */
  readonly fetch: (reference: string) => Promise<SuppliedProfile | RefusedOrder | null>
  /**
   * Returns an unused profile. True: it must not be sold again, though the supplier may still
   * decide about the money. False: the supplier does not accept the return.
   */
  readonly cancel: (iccid: string) => Promise<boolean>
  readonly usage: (iccids: readonly string[]) => Promise<readonly SupplierUsage[]>
  /** The top-ups that fit an eSIM. */
  readonly topUps: (iccid: string) => Promise<readonly SupplierTopUp[]>
  /** Adds a top-up to an eSIM, once for each key. Accepted: it is added, or certainly will be. */
  readonly topUp: (key: string, iccid: string, code: string) => Promise<SupplierOrder>
  /** Every plan on sale, page by page. */
  readonly catalogue: () => AsyncIterable<readonly SupplierPlan[]>
  /** The balance of the shop's account. Null: paid by invoice. */
  readonly balance: () => Promise<Money | null>
  /** Verifies and reads a webhook. */
  readonly receive: (request: Request) => Promise<SupplierReport>
}
