import { parseArgs } from 'node:util'
import { targetFlags, targetOf } from '../import/command.ts'
import type { Target } from '../import/d1.ts'

export type OrderDecision =
  | { readonly action: 'give-up'; readonly key: string }
  /** Confirmed: also at a supplier that cannot tell whether it has the order already. */
  | { readonly action: 'retry'; readonly key: string; readonly isConfirmed: boolean }
  | { readonly action: 'found'; readonly key: string; readonly reference: string }

const usage = `Usage:
  npm run supplier:orders -- list                  orders that are not finished
  npm run supplier:orders -- found KEY REFERENCE   the supplier has the order: fetch its profile
  npm run supplier:orders -- retry KEY [--yes]     the supplier does not have it: order it again
  npm run supplier:orders -- give-up KEY           the supplier does not have it: try other sources
Add --remote for production.`

/** Parses the command line. Throws an error with the usage. */
export function ordersArguments(
  args: readonly string[],
): (OrderDecision | { readonly action: 'list' }) & { readonly target: Target } {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { ...targetFlags, yes: { type: 'boolean', default: false } },
  })
  const target = targetOf(values)
  const [action, key, reference, ...others] = positionals
  if (action === 'list' && key === undefined) return { action, target }
  if (key === undefined || others.length > 0) throw new Error(usage)
  if (action === 'found' && reference !== undefined) return { action, key, reference, target }
  if (reference !== undefined) throw new Error(usage)
  if (action === 'retry') return { action, key, isConfirmed: values.yes, target }
  if (action === 'give-up') return { action, key, target }
  throw new Error(usage)
}
