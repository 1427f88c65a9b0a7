import { parseArgs } from 'node:util'
import { supplierFacts } from '../../src/backend/suppliers/suppliers.ts'
import { targetFlags, targetOf } from '../import/command.ts'
import type { Target } from '../import/d1.ts'

/** A place where a plan can be bought. `planCode` is '' for the shop's own stock. */
export type PlanSource = {
  readonly tariffID: string
  readonly supplier: string
  readonly planCode: string
}

export type SourcesCommand =
  /** Null: all plans that the operator's files describe. */
  | { readonly action: 'list'; readonly tariffID: string | null }
  | { readonly action: 'add'; readonly source: PlanSource; readonly priority: number }
  | { readonly action: 'remove'; readonly source: PlanSource }

/** The shop's own profiles, as a source. */
export const stock = 'stock'

const usage = `Usage:
  npm run supplier:sources -- list [PLAN]
  npm run supplier:sources -- add PLAN SUPPLIER CODE [--priority 10]
  npm run supplier:sources -- add PLAN stock --priority 99
  npm run supplier:sources -- remove PLAN SUPPLIER [CODE]
The lowest priority comes first, and stock has 0. Add --dry-run to write nothing, and --remote for
production.`

const defaultPriority = '10'
const highestPriority = 1000

/** Parses the command line. Throws an error with the usage, or with what is wrong. */
export function sourcesArguments(
  args: readonly string[],
): SourcesCommand & { readonly isDryRun: boolean; readonly target: Target } {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      ...targetFlags,
      'dry-run': { type: 'boolean', default: false },
      priority: { type: 'string', default: defaultPriority },
    },
  })
  const common = { isDryRun: values['dry-run'], target: targetOf(values) }
  const [action, tariffID, supplier, planCode = '', ...others] = positionals
  if (others.length > 0) throw new Error(usage)
  if (action === 'list' && supplier === undefined)
    return { action, tariffID: tariffID ?? null, ...common }
  if (tariffID === undefined || supplier === undefined) throw new Error(usage)
  const source = { tariffID, supplier, planCode }
  if ((supplier === stock) !== (planCode === '')) throw new Error(usage)
  if (action === 'remove') return { action, source, ...common }
  if (action !== 'add') throw new Error(usage)
  checkSupplier(supplier)
  return { action, source, priority: priorityOf(values.priority), ...common }
}

function checkSupplier(supplier: string): void {
  const known = [...supplierFacts.map(({ id }) => id), stock]
  if (!known.includes(supplier))
    throw new Error(`There is no supplier ${supplier}. Give one of ${known.join(', ')}.`)
}

function priorityOf(text: string): number {
  const priority = /^\d{1,4}$/.test(text) ? Number(text) : Infinity
  if (priority > highestPriority)
    throw new Error(`--priority must be a number from 0 to ${highestPriority}, got ${text}.`)
  return priority
}
