import type { RefusalReason, Supplier } from '../../src/backend/suppliers/supplier.ts'
import type { SupplierFault } from './fault-plan.ts'

/** The shop's calls to a supplier. An adapter may need several requests for one of them. */
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

/** A supplier with a local server that speaks its published API. */
export type SupplierRig = {
  readonly supplier: Supplier
  /** Faults of the next requests for a call, in order. */
  readonly fail: (call: FaultyCall, ...faults: readonly SupplierFault[]) => void
  /** A plan on sale that can be topped up. */
  readonly planCode: string
  /** Makes the supplier refuse the next orders, and returns the code of a plan to order. */
  readonly refusing: { readonly [Reason in RefusalReason]?: () => string }
  /** While it is true, accepted orders have no profile yet. Null: profiles are ready at once. */
  readonly holding: { isOn: boolean } | null
  /**
   * Makes an order that is held fail instead. Null: an accepted order always gets a profile.
   */
  readonly failLater: ((reference: string) => void) | null
  /** How many profiles and top-ups the supplier has sold. */
  readonly sold: () => { readonly profiles: number; readonly topUps: number }
  /** The customer installs the eSIM and uses data, in MB. */
  readonly useData: (iccid: string, mb: number) => void
  /** Adds plans to the catalogue until it has more than one page. */
  readonly growCatalogue: () => void
  /** Returns the webhooks that the supplier has sent since the last call. */
  readonly webhooks: () => Promise<Request[]>
  /** Webhooks whose sender is not proven, by the reason. */
  readonly forgeries: () => Promise<{ readonly [reason: string]: Request }>
  /** Webhooks of the supplier itself with a bad body, by the first bad field. */
  readonly malformed: () => Promise<{ readonly [field: string]: Request }>
  /** The abilities of the supplier's API. */
  readonly can: {
    /** `find` finds orders by their key. */
    readonly find: boolean
    readonly cancel: boolean
    readonly topUp: boolean
    /** It sends a webhook when an order is ready. */
    readonly announce: boolean
  }
  /** Requests and answers that the published documents do not allow. */
  readonly breaches: () => readonly string[]
}
