import { callSupplier } from '../supplier-call.ts'
import type { SupplierAnswer, SupplierFetch } from '../supplier-call.ts'
import { SupplierError } from '../supplier-error.ts'
import { airalo } from './airalo-facts.ts'

export type Outcome = SupplierError['outcome']

/**
 * Sends a request once. Throws a `SupplierError` when its answer cannot be read.
 * @param outcome of the error: `not-executed` for reads
 */
export async function callAiralo(
  fetch: SupplierFetch,
  request: Request,
  outcome: Outcome,
): Promise<SupplierAnswer> {
  try {
    return await callSupplier({ supplier: airalo.id, fetch, request })
  } catch (error) {
    if (!(error instanceof SupplierError) || outcome === 'unknown') throw error
    const { retryAfter, message } = error
    throw new SupplierError(airalo.id, outcome, message, { cause: error, retryAfter })
  }
}
