import type { Err } from '../kit/result.shared.ts'
import type { BackendContext } from '../context.ts'
import { refuse } from '../api/operation-result.ts'
import type { Refusal } from '../api/operation-result.ts'
import type { ReplacementState } from '../kit/line-conditions.ts'

type WordsContext = Pick<BackendContext, 'words'>
type ReplaceableEsim = { readonly replacement: ReplacementState | null }
type BlockableEsim = ReplaceableEsim & { readonly is_refunded: number; readonly is_frozen: number }

/** Returns the refusal for an eSIM whose activation code is hidden, or null. */
export function refuseBlocked(context: WordsContext, esim: BlockableEsim): Err<Refusal> | null {
  const { words } = context
  const replaced = refuseReplaced(context, esim)
  if (replaced) return replaced
  if (esim.is_refunded === 1) return refuse('refunded', words('api.refunded'))
  return esim.is_frozen === 1 ? refuse('frozen', words('api.frozen')) : null
}

/**
 * Returns the refusal for an eSIM with a replacement, or null. The line of a replaced eSIM counts
 * as refunded, but nobody gets money back unless the replacement is returned too.
 */
export function refuseReplaced(
  { words }: WordsContext,
  { replacement }: ReplaceableEsim,
): Err<Refusal> | null {
  if (replacement === null || replacement === 'returned') return null
  return refuse(
    'replaced',
    words(replacement === 'sent' ? 'api.replaced' : 'api.replacementAwaited'),
  )
}
