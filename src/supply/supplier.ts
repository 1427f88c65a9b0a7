import type { Money } from '../kit/money.shared.ts'
import type { WebhookProblem } from '../kit/webhooks.ts'

/** A profile from a supplier: the data of the QR code and the manual fields. */
export type SuppliedProfile = {
  /** 18 to 20 digits, perhaps with spaces and a trailing F. */
  readonly iccid: string
  /** The text of the QR code. `readActivationCode` reads it. */
  readonly activationCode: string
  readonly confirmationCode: string | null
  readonly mobileNumber: string | null
  /** Whether it comes from the supplier's sandbox, so that no phone can install it. */
  readonly isTest: boolean
}

/**
 * The outcome of an order at a supplier. `accepted`: the supplier has the order, and `fetch`
 * returns the profile now or later. `refused`: the supplier has bought nothing and will buy
 * nothing. `unclear`: the adapter cannot interpret the answer, so a person must decide.
 */
export type SupplierOrder =
  | AcceptedOrder
  | RefusedOrder
  | { readonly status: 'unclear'; readonly message: string }

export type AcceptedOrder = {
  readonly status: 'accepted'
  readonly reference: string
  /**
   * The cost to the shop. If the answer does not contain it, it is null, and the catalogue's cost
   * counts.
   */
  readonly cost: Money | null
}

export type RefusedOrder = {
  readonly status: 'refused'
  readonly reason: RefusalReason
  /** The supplier's message, for a person. */
  readonly message: string
}

/**
 * The reason for a supplier's refusal. `plan-gone`: the supplier no longer sells the plan.
 * `out-of-stock`: it may sell the plan again later. `out-of-balance`: the shop's account is empty.
 * `invalid`: the shop made an error.
 */
export type RefusalReason = 'plan-gone' | 'out-of-stock' | 'out-of-balance' | 'invalid'

/** Usage of one eSIM, as measured by the supplier. */
export type SupplierUsage = {
  readonly iccid: string
  /**
   * `not-active`: not in use yet, but possibly installed. `unknown`: not reported by the supplier.
   */
  readonly state:
    | 'not-installed'
    | 'not-active'
    | 'installed'
    | 'active'
    | 'used-up'
    | 'expired'
    | 'unknown'
  /** MB of 1,024 kB, or null if the supplier does not measure the usage. */
  readonly dataUsedMb: number | null
  /** Total MB including top-ups, or null if unlimited or not stated. */
  readonly dataLimitMb: number | null
  readonly validUntil: Date | null
  /** Time of the supplier's measurement. The default is the time of the call. */
  readonly measuredAt: Date
}

/** The content of a webhook: orders to fetch again, usage, or nothing. */
export type SupplierReport = {
  /**
   * References of changed orders. The shop fetches these orders, because it does not trust the
   * report.
   */
  readonly references: readonly string[]
  readonly usage: readonly SupplierUsage[]
  /** Null when the webhook was read, or when its data cannot be fetched now. */
  readonly problem: WebhookProblem | null
  /** The response that the supplier expects, sent after the report is stored. */
  readonly response: Response
}

/**
 * A company that sells eSIM profiles to the shop. Every call may throw a `SupplierError`.
 *
 * @public
 */
export type Supplier = {
  /** Part of the webhook's path and of every stored order: `airalo`, for example. */
  readonly id: string
  /**
   * Whether the supplier treats a second order with the same key as the first one. If false, the
   * shop never repeats an order whose outcome is unknown: it searches for the order with `find`, or
   * holds it.
   */
  readonly isOrderIdempotent: boolean
  /**
   * Whether `find` finds orders by their key. If false, a person must search for an order whose
   * outcome is unknown, and the interface does not prevent a second order.
   */
  readonly canFindOrders: boolean
  /** The published rate limit, in calls per minute. */
  readonly callsPerMinute: number
  /** Orders one profile. The shop's key is unique for each order and has 128 random bits. */
  readonly order: (key: string, planCode: string) => Promise<SupplierOrder>
  /**
   * Searches for an order or top-up by its key. Returns its reference, or null when there is none.
   */
  readonly find: (key: string) => Promise<string | null>
  /**
   * Returns the profile of an order, or null while the supplier prepares it. Returns a refusal when
   * an accepted order failed later and no profile was bought.
   */
  readonly fetch: (reference: string) => Promise<SuppliedProfile | RefusedOrder | null>
  /**
   * Returns an unused profile to the supplier. True: the shop must not sell it again, although the
   * supplier may still decide about the money. False: the supplier does not accept the return.
   */
  readonly cancel: (iccid: string) => Promise<boolean>
  readonly usage: (iccids: readonly string[]) => Promise<readonly SupplierUsage[]>
  /** Returns the top-ups that fit an eSIM. */
  readonly topUps: (iccid: string) => Promise<readonly SupplierTopUp[]>
  /**
   * Adds a top-up to an eSIM, once for each key. `accepted` means that the supplier has added it or
   * certainly will.
   */
  readonly topUp: (key: string, iccid: string, code: string) => Promise<SupplierOrder>
  /** Yields every plan on sale, page by page. */
  readonly catalogue: () => AsyncIterable<readonly SupplierPlan[]>
  /** Returns the balance of the shop's account, or null if the shop pays by invoice. */
  readonly balance: () => Promise<Money | null>
  /** Verifies and parses a webhook. */
  readonly receive: (request: Request) => Promise<SupplierReport>
}

/** A country that a plan covers, with the networks there. */
export type SuppliedCoverage = {
  /** Two letters, lower case. */
  readonly countryCode: string
  readonly networks: readonly { readonly title: string; readonly generations: readonly string[] }[]
}

/** What a plan promises beside its size, days and places. Null when it is not stated. */
export type PlanTerms = {
  /** What the days begin with. */
  readonly starts: 'connection' | 'installation'
  /** MB a day at full speed, or 0 if the lower speed is the only one. */
  readonly fairUseThresholdMb: number | null
  readonly fairUseSpeedKbps: number | null
  /** The operator's sentence, if it does not state a limit per day. */
  readonly fairUseNote: string | null
  readonly minutes: number | null
  readonly sms: number | null
  readonly hotspot: 'yes' | 'no' | 'limited' | 'unknown'
  readonly topUp: boolean | null
  readonly kyc: boolean | null
  /** Access point name to enter by hand. */
  readonly apn: string | null
  /** The operator's sentences about anything else, such as a lock to a region. */
  readonly conditions: string | null
}

/** A plan or top-up in a supplier's catalogue. */
export type SupplierPlan = {
  /** The supplier's own code, the argument of `order` and `topUp`. */
  readonly code: string
  readonly title: string
  /** The operator or brand that the supplier names. */
  readonly operator: { readonly code: string; readonly title: string }
  readonly coverage: readonly SuppliedCoverage[]
  /** MB of 1,024 kB, or null if unlimited. */
  readonly trafficMb: number | null
  readonly validityDays: number
  /** The terms that the supplier states. */
  readonly terms: Partial<PlanTerms>
  /**
   * Values that the adapter does not know, such as `activeType 3`. The plan is not sold, because
   * its buyer could be promised something else.
   */
  readonly unknown: readonly string[]
  /** The cost to the shop. */
  readonly cost: Money
  /** The price that the supplier suggests or enforces. The shop never sells below it. */
  readonly minimumPrice: Money | null
  /** Days after the purchase within which the eSIM must be installed. */
  readonly activationWindowDays: number | null
}

/** A top-up that fits one eSIM. */
export type SupplierTopUp = Pick<
  SupplierPlan,
  'code' | 'title' | 'trafficMb' | 'validityDays' | 'cost' | 'minimumPrice'
>

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
    outcome: SupplierError['outcome'],
    message: string,
    { retryAfter = null, isKeyRefused = false, ...options }: SupplierErrorOptions = {},
  ) {
    super(`${supplier}: ${message}`, options)
    this.name = 'SupplierError'
    this.supplier = supplier
    this.outcome = outcome
    this.retryAfter = retryAfter
    this.isKeyRefused = isKeyRefused
  }
}

type SupplierErrorOptions = ErrorOptions & {
  readonly retryAfter?: number | null
  readonly isKeyRefused?: boolean
}

/** Returns a function that creates the errors of a supplier. */
export function errorsOf(supplier: string) {
  return (
    outcome: SupplierError['outcome'],
    message: string,
    options?: SupplierErrorOptions,
  ): SupplierError => new SupplierError(supplier, outcome, message, options)
}
