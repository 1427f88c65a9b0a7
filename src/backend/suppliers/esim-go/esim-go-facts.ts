import type { SupplierFacts } from '../lazy-supplier.ts'

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
