import type { Money } from '../../domain/money.ts'

/** A country that a plan covers, with the networks there. */
export type SuppliedCoverage = {
  /** Two letters, lower case. */
  readonly countryCode: string
  readonly networks: readonly { readonly title: string; readonly generations: readonly string[] }[]
}

/**
 * A plan or top-up in a supplier's catalogue. A value is null when the supplier does not state it.
 */
export type SupplierPlan = {
  /** The supplier's own code, the argument of `order` and `topUp`. */
  readonly code: string
  readonly title: string
  /** The operator or brand that the supplier names. */
  readonly operator: { readonly code: string; readonly title: string }
  readonly coverage: readonly SuppliedCoverage[]
  /** MB of 1,024 kB, or null if unlimited. */
  readonly trafficMb: number | null
  /** The limit after which an unlimited or daily plan slows down. */
  readonly fairUse: {
    readonly thresholdMb: number | null
    readonly speedKbps: number | null
  } | null
  readonly validityDays: number
  readonly minutes: number | null
  readonly sms: number | null
  /** The cost to the shop. */
  readonly cost: Money
  /** The price that the supplier suggests or enforces. The shop never sells below it. */
  readonly minimumPrice: Money | null
  readonly canTopUp: boolean | null
  readonly needsIdentity: boolean | null
  readonly hotspot: 'yes' | 'no' | 'limited' | 'unknown'
  readonly apn: string | null
  /** Days after the purchase within which the eSIM must be installed. */
  readonly activationWindowDays: number | null
}

/** A top-up that fits one eSIM. */
export type SupplierTopUp = Pick<
  SupplierPlan,
  'code' | 'title' | 'trafficMb' | 'validityDays' | 'cost' | 'minimumPrice'
>
