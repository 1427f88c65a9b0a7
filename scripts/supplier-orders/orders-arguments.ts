import { parseArgs } from 'node:util'
import { targetFlags, targetOf } from '../import/command.ts'
import type { Target } from '../import/d1.ts'

export type OrderDecision =
  | { readonly action: 'retry' | 'give-up'; readonly key: string }
  | { readonly action: 'found'; readonly key: string; readonly reference: string }

const usage = `Usage:
  npm run supplier:orders -- list                  orders that are not finished
  npm run supplier:orders -- found KEY REFERENCE   the supplier has the order: fetch its profile
  npm run supplier:orders -- retry KEY             the supplier does not have it: order it again
  npm run supplier:orders -- give-up KEY           the supplier does not have it: try other sources
Add --remote for production.`

/** Parses the command line. Throws an error with the usage. */
export function ordersArguments(
  args: readonly string[],
): (OrderDecision | { readonly action: 'list' }) & { readonly target: Target } {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: targetFlags,
  })
  const target = targetOf(values)
  const [action, key, reference, ...others] = positionals
  if (action === 'list' && key === undefined) return { action, target }
  if (key === undefined || others.length > 0) throw new Error(usage)
  if (action === 'found' && reference !== undefined) return { action, key, reference, target }
  if ((action === 'retry' || action === 'give-up') && reference === undefined)
    return { action, key, target }
  throw new Error(usage)
}
