import type { SuppliedProfile, SupplierOrder } from '../../src/supply/supplier.ts'

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
  readonly find: (key: string) => Purchase | Addition | null
  readonly buy: (key: string) => SupplierOrder
  readonly add: (key: string, iccid: string) => SupplierOrder
}

export function openBooks(id: string, prefix: string, isOrderIdempotent: boolean): SupplierBooks {
  const purchases: Purchase[] = []
  const additions: Addition[] = []
  const find = (key: string) =>
    [...purchases, ...additions].find((each) => each.key === key) ?? null
  const findEarlier = (key: string) => (isOrderIdempotent ? find(key) : null)
  return {
    purchases,
    additions,
    find,
    buy(key) {
      const earlier = findEarlier(key)
      if (earlier) return acceptedOrder(earlier.reference)
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
      return acceptedOrder(reference)
    },
    add(key, iccid) {
      const earlier = findEarlier(key)
      const reference = earlier?.reference ?? `${id}-top-up-${additions.length + 1}`
      if (!earlier) additions.push({ key, reference, iccid })
      return acceptedOrder(reference)
    },
  }
}

/** The cost differs from the cost in the catalogue. */
function acceptedOrder(reference: string): SupplierOrder {
  return { status: 'accepted', reference, cost: { minor: 440, currency: 'USD' } }
}
