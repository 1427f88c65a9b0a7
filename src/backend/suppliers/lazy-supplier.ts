import type { SupplierName } from '../../config/supplier-settings.ts'
import type { Supplier } from './supplier.ts'

/** Properties of a supplier that are available before its code is loaded. */
export type SupplierFacts = Pick<
  Supplier,
  'isOrderIdempotent' | 'canFindOrders' | 'callsPerMinute'
> & { readonly id: SupplierName }

/** Loads a supplier's code at its first call, so that shops without this supplier never load it. */
export function lazySupplier(facts: SupplierFacts, load: () => Promise<Supplier>): Supplier {
  return {
    ...facts,
    order: async (...input) => (await load()).order(...input),
    find: async (...input) => (await load()).find(...input),
    fetch: async (...input) => (await load()).fetch(...input),
    cancel: async (...input) => (await load()).cancel(...input),
    usage: async (...input) => (await load()).usage(...input),
    topUps: async (...input) => (await load()).topUps(...input),
    topUp: async (...input) => (await load()).topUp(...input),
    async *catalogue() {
      yield* (await load()).catalogue()
    },
    balance: async () => (await load()).balance(),
    receive: async (...input) => (await load()).receive(...input),
  }
}
