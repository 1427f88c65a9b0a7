import { secretID } from '../../domain/secret-id.ts'
import { SupplierError } from '../suppliers/supplier-error.ts'
import type { Supplier } from '../suppliers/supplier.ts'

/**
 * Tries the shop's key with a call that changes nothing, because a key can lack only the right to
 * read the balance. Searches for an order that does not exist, or reads the first page of the
 * catalogue if the supplier does not find orders. Returns null when the call fails for another
 * reason.
 */
export async function probeKey(
  supplier: Pick<Supplier, 'canFindOrders' | 'find' | 'catalogue'>,
): Promise<'accepted' | 'refused' | null> {
  try {
    if (supplier.canFindOrders) await supplier.find(secretID())
    else await supplier.catalogue()[Symbol.asyncIterator]().next()
    return 'accepted'
  } catch (error) {
    if (!(error instanceof SupplierError)) throw error
    return error.isKeyRefused ? 'refused' : null
  }
}
