import type { SupplierFacts } from './suppliers.ts'

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

/** https://docs.esimaccess.com, "Rate Limit" and "Order Profiles". */
export const esimAccess = {
  id: 'esim-access',
  // "Duplicate transactionId will be identified as the same request."
  isOrderIdempotent: true,
  canFindOrders: true,
  // 8 calls a second.
  callsPerMinute: 480,
} satisfies SupplierFacts

/**
 * The API has no idempotency key, and an order has no field for the shop's key. So the shop cannot
 * search for an order whose answer was lost. The API has no published rate limit either. One call a
 * second is a cautious choice.
 */
export const esimGo = {
  id: 'esim-go',
  isOrderIdempotent: false,
  canFindOrders: false,
  callsPerMinute: 60,
} satisfies SupplierFacts
