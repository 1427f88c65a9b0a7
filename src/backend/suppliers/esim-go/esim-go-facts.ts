import type { SupplierFacts } from '../lazy-supplier.ts'

/**
 * The API has no idempotency key, and an order has no text of ours. The shop thus cannot search an
 * order without an answer by its key. It publishes no rate limit either; one call a second is a
 * cautious choice.
 */
export const esimGo = {
  id: 'esim-go',
  isOrderIdempotent: false,
  canFindOrders: false,
  callsPerMinute: 60,
} satisfies SupplierFacts
