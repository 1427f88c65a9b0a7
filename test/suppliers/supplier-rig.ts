import type { RefusalReason, Supplier } from '../../src/supply/supplier.ts'
import type { SupplierFault } from './fault-plan.ts'

/** The shop's calls to a supplier. An adapter may make several requests for one call. */
export type FaultyCall =
  | 'order'
  | 'find'
  | 'fetch'
  | 'cancel'
  | 'usage'
  | 'top-ups'
  | 'top-up'
  | 'catalogue'
  | 'balance'

/** A supplier with a local server that implements its published API. */
export type SupplierRig = {
  readonly supplier: Supplier
  /** Plans faults for the next requests of a call, in order. */
  readonly fail: (call: FaultyCall, ...faults: readonly SupplierFault[]) => void
  /** A plan on sale that can be topped up. */
  readonly planCode: string
  /** Makes the supplier refuse the next orders, and returns the code of a plan to order. */
  readonly refusing: { readonly [Reason in RefusalReason]?: () => string }
  /**
   * While `isOn` is true, accepted orders have no profile yet. Null if profiles are ready
   * immediately.
   */
  readonly holding: { isOn: boolean } | null
  /** Makes a held order fail. Null if an accepted order always gets a profile. */
  readonly failLater: ((reference: string) => void) | null
  readonly countSales: () => { readonly profiles: number; readonly topUps: number }
  /** Installs the eSIM and uses data, in MB. */
  readonly useData: (iccid: string, mb: number) => void
  /** Adds plans to the catalogue until it has more than one page. */
  readonly growCatalogue: () => void
  /** Returns the webhooks that the supplier has sent since the last call. */
  readonly webhooks: () => Promise<Request[]>
  /** Returns webhooks without proof of their sender, by reason. */
  readonly forgeries: () => Promise<{ readonly [reason: string]: Request }>
  /** Webhooks from the supplier itself with an invalid body, by the first invalid field. */
  readonly malformedWebhooks: () => Promise<{ readonly [field: string]: Request }>
  /** The features of the supplier's API. */
  readonly can: {
    /** Whether `find` finds orders by their key. */
    readonly find: boolean
    readonly cancel: boolean
    readonly topUp: boolean
    /** Whether the supplier sends a webhook when an order is ready. */
    readonly announce: boolean
  }
  /** Requests and responses that the published documents do not allow. */
  readonly breaches: () => readonly string[]
}
