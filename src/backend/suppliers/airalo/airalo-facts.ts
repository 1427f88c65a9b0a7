import type { SupplierFacts } from '../lazy-supplier.ts'

/** https://developers.partners.airalo.com, "Submit order", "Rate limits" and "Sandbox mode". */
export const airalo = {
  id: 'airalo',
  // A key is only an order's description: the same one can be ordered twice.
  isOrderIdempotent: false,
  canFindOrders: true,
  // Of "Sandbox mode": 5 a second per endpoint. In production only packages, tokens, usage and
  // refunds have published limits. More calls than they allow are answered 429 and repeated.
  callsPerMinute: 300,
} satisfies SupplierFacts
