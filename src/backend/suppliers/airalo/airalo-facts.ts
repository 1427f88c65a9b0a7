import type { SupplierFacts } from '../lazy-supplier.ts'

/** https://developers.partners.airalo.com, "Submit order", "Rate limits" and "Sandbox mode". */
export const airalo = {
  id: 'airalo',
  // A key is only an order's description, so a repeated order is a second order.
  isOrderIdempotent: false,
  canFindOrders: true,
  // "Sandbox mode" allows 5 calls a second per endpoint. In production, Airalo publishes limits
  // only for packages, tokens, usage and refunds. Calls over a limit get 429 and are retried.
  callsPerMinute: 300,
} satisfies SupplierFacts
