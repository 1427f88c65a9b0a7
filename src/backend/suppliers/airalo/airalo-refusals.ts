import { SupplierError } from '../supplier-error.ts'
import type { RefusalReason, RefusedOrder } from '../supplier.ts'
import { airalo } from './airalo-facts.ts'
import type { AiraloRefusal } from './airalo-api.ts'

/** https://developers.partners.airalo.com/error-handling-780831m0, read in November 2026. */
const reasons: { readonly [code: number]: RefusalReason } = {
  11: 'out-of-balance',
  13: 'out-of-stock', // the operator is under maintenance
  14: 'invalid', // checksum
  23: 'plan-gone', // the operator has disabled the top-up
  33: 'out-of-stock',
  34: 'out-of-stock', // or invalid: the catalogue shows which
  43: 'invalid',
  73: 'plan-gone', // the eSIM is recycled and cannot be topped up
}

/**
 * Returns the reason for the refusal of an order. Throws for unexplained refusals: 53 is "something
 * unexpected happened", possibly after the purchase. Without a known reason, a body is a refusal
 * only if its status is that of a refused request.
 */
export function refusedOrder(refusal: AiraloRefusal): RefusedOrder {
  const { code, message, status } = refusal
  const reason = code === null ? reasonOfFields(refusal) : reasons[code]
  const isExplained = reason !== 'invalid' || status === 400 || status === 422
  if (reason && isExplained) return { status: 'refused', reason, message }
  throw new SupplierError(airalo.id, 'unknown', `returned ${status} ${code}: ${message}`)
}

function reasonOfFields({ fields }: AiraloRefusal): RefusalReason {
  const { package_id: plan, quantity } = fields
  if (plan?.includes('exceed_limit')) return 'out-of-stock'
  if (plan !== undefined) return 'plan-gone'
  return quantity?.includes('not available') ? 'out-of-stock' : 'invalid'
}

/** Returns the value of an answer. Throws for a refusal. */
export function expectValue<T>(
  answer: { readonly value: T } | { readonly refusal: AiraloRefusal },
): T {
  if ('value' in answer) return answer.value
  const { status, code, message } = answer.refusal
  throw new SupplierError(airalo.id, 'not-executed', `returned ${status} ${code ?? ''}: ${message}`)
}
