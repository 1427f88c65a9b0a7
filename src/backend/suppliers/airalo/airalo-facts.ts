import type { SupplierFacts } from '../lazy-supplier.ts'

/** https://developers.partners.airalo.com, "Submit order", "Rate limits" and "Sandbox mode". */
export const airalo = {
  id: 'airalo',
  // A key is only an order's description, so a repeated order is a second order.
  isOrderIdempotent: false,
  canFindOrders: true,
  // The limit of "Sandbox mode" is 5 a second per endpoint. In production only packages, tokens,
  // usage and refunds have published limits. Calls beyond the limits get 429 and are repeated.
  callsPerMinute: 300,
} satisfies SupplierFacts
