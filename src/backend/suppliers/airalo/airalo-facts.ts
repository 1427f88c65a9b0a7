import type { SupplierFacts } from '../lazy-supplier.ts'

/** https://developers.partners.airalo.com, "Submit order" and "Get packages". */
export const airalo = {
  id: 'airalo',
  // A key is only an order's description: the same one can be ordered twice.
  isOrderIdempotent: false,
  // Orders have no published limit. "Get packages" states 40 and 80.
  callsPerMinute: 40,
} satisfies SupplierFacts
