import type { Supplier } from '../../src/backend/suppliers/supplier.ts'

/** A supplier that must not be called. Tests replace the functions that may be called. */
export function idleSupplier(id: string): Supplier {
  const unexpected = async () => Promise.reject(new Error(`${id} was called`))
  return {
    id,
    isOrderIdempotent: false,
    canFindOrders: true,
    callsPerMinute: 60,
    order: unexpected,
    find: unexpected,
    fetch: unexpected,
    cancel: unexpected,
    usage: unexpected,
    topUps: unexpected,
    topUp: unexpected,
    catalogue: () => {
      throw new Error(`${id} was called`)
    },
    balance: unexpected,
    receive: unexpected,
  }
}
