import type { SupplierDecision } from '../../src/backend/operations/decide-supplier-order.ts'
import { shopOptions, targetFlags, targetOf } from '../database/target.ts'
import type { Target } from '../database/target.ts'
import { invalidArguments, rejectUnused } from '../command/invalid-arguments.ts'
import { parseCommand } from '../command/parse-command.ts'

export type SupplierOrdersCommand =
  | { readonly action: 'list' }
  | { readonly action: 'decide'; readonly key: string; readonly decision: SupplierDecision }

const usage = `Usage:
  npm run supplier:orders -- list                  orders that are not finished
  npm run supplier:orders -- found KEY REFERENCE   the supplier has the order: fetch its profile
  npm run supplier:orders -- retry KEY [--yes]     the supplier does not have it: order it again
                                                   --yes confirms it for a supplier that cannot search its orders
  npm run supplier:orders -- give-up KEY           the supplier does not have it: try other sources
${shopOptions}`

/** Parses the command line. Throws an error with the usage when it is invalid. */
export function supplierOrdersArguments(
  args: readonly string[],
): SupplierOrdersCommand & { readonly name: string | undefined; readonly target: Target } {
  const { values, positionals } = parseCommand(usage, {
    args: [...args],
    allowPositionals: true,
    options: { ...targetFlags, as: { type: 'string' }, yes: { type: 'boolean', default: false } },
  })
  const common = { name: values.as, target: targetOf(values) }
  const [action, key, reference, ...others] = positionals
  if (action === 'list' && key === undefined) return { action, ...common }
  const decision = decisionOf(action, reference, values.yes)
  if (key === undefined || others.length > 0 || decision === null)
    throw invalidArguments(usage, action)
  rejectUnused(decision.kind, { yes: values.yes }, decision.kind === 'retry' ? ['yes'] : [])
  return { action: 'decide', key, decision, ...common }
}

function decisionOf(
  action: string | undefined,
  reference: string | undefined,
  isConfirmed: boolean,
): SupplierDecision | null {
  if (action === 'found') return reference === undefined ? null : { kind: action, reference }
  if (reference !== undefined) return null
  if (action === 'retry') return { kind: action, isConfirmed }
  return action === 'give-up' ? { kind: action } : null
}
