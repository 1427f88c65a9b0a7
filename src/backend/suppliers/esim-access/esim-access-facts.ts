import type { SupplierFacts } from '../lazy-supplier.ts'

/** https://docs.esimaccess.com, "Rate Limit" and "Order Profiles". */
export const esimAccess = {
  id: 'esim-access',
  // "Duplicate transactionId will be identified as the same request."
  isOrderIdempotent: true,
  canFindOrders: true,
  // 8 calls a second.
  callsPerMinute: 480,
} satisfies SupplierFacts
