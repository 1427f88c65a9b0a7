import type { SuppliedProfile, SupplierOrder } from '../../src/backend/suppliers/supplier.ts'

type Purchase = {
  readonly key: string
  readonly reference: string
  readonly profile: SuppliedProfile
}
type Addition = Omit<Purchase, 'profile'> & { readonly iccid: string }

export type SupplierBooks = {
  /** Every profile that was ever bought, in the order of purchase. */
  readonly purchases: readonly Purchase[]
  /** Every top-up that was ever bought. */
  readonly additions: readonly Addition[]
  /** Returns the profile or top-up with this key. */
  readonly sold: (key: string) => Purchase | Addition | null
  readonly buy: (key: string) => SupplierOrder
  readonly add: (key: string, iccid: string) => SupplierOrder
}

export function openBooks(id: string, prefix: string, isOrderIdempotent: boolean): SupplierBooks {
  const purchases: Purchase[] = []
  const additions: Addition[] = []
  const sold = (key: string) =>
    [...purchases, ...additions].find((each) => each.key === key) ?? null
  const known = (key: string) => (isOrderIdempotent ? sold(key) : null)
  return {
    purchases,
    additions,
    sold,
    buy(key) {
      const earlier = known(key)
      if (earlier) return accepted(earlier.reference)
      const number = String(purchases.length + 1).padStart(15, '0')
      const reference = `${id}-${purchases.length + 1}`
      const profile = {
        iccid: prefix + number,
        smdpAddress: 'rsp.example.com',
        matchingID: `${id}-${number}`,
        confirmationCode: null,
        mobileNumber: null,
      }
      purchases.push({ key, reference, profile })
      return accepted(reference)
    },
    add(key, iccid) {
      const earlier = known(key)
      const reference = earlier?.reference ?? `${id}-top-up-${additions.length + 1}`
      if (!earlier) additions.push({ key, reference, iccid })
      return accepted(reference)
    },
  }
}

/** The cost differs from the cost in the catalogue. */
function accepted(reference: string): SupplierOrder {
  return { status: 'accepted', reference, cost: { minor: 440, currency: 'USD' } }
}
