import type { Err } from '../../domain/result.ts'
import type { BackendContext } from '../context.ts'
import { refuse } from '../operation-result.ts'
import type { Refusal } from '../operation-result.ts'

/** Returns the refusal for an eSIM whose activation code is hidden, or null. */
export function refuseBlocked(
  { words }: Pick<BackendContext, 'words'>,
  esim: { readonly is_refunded: number; readonly is_replaced: number; readonly is_frozen: number },
): Err<Refusal> | null {
  if (esim.is_replaced === 1) return refuse('replaced', words('api.replaced'))
  if (esim.is_refunded === 1) return refuse('refunded', words('api.refunded'))
  return esim.is_frozen === 1 ? refuse('frozen', words('api.frozen')) : null
}
