import type { SupplierFacts } from '../lazy-supplier.ts'

/**
 * The API has no idempotency key, and an order carries no text of ours: an order without an answer
 * cannot be searched by its key. It publishes no rate limit either; one call a second is a cautious
 * choice.
 */
export const esimGo = {
  id: 'esim-go',
  isOrderIdempotent: false,
  canFindOrders: false,
  callsPerMinute: 60,
} satisfies SupplierFacts
