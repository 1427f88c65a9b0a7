import type { Supplier } from '../../src/supply/supplier.ts'

/** A supplier that must not be called. Tests replace the functions that may be called. */
export function idleSupplier(id: string): Supplier {
  const rejectCall = async () => Promise.reject(new Error(`${id} was called`))
  return {
    id,
    isOrderIdempotent: false,
    canFindOrders: true,
    callsPerMinute: 60,
    order: rejectCall,
    find: rejectCall,
    fetch: rejectCall,
    cancel: rejectCall,
    usage: rejectCall,
    topUps: rejectCall,
    topUp: rejectCall,
    catalogue: () => {
      throw new Error(`${id} was called`)
    },
    balance: rejectCall,
    receive: rejectCall,
  }
}
