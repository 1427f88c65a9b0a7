import { ownStock } from '../../src/backend/catalogue/can-sell.ts'
import { highestPriority, sourceNames } from '../../src/backend/operations/goods/plan-sources.ts'
import type { PlanSource } from '../../src/backend/operations/goods/plan-sources.ts'
import { shopOptions, targetFlags, targetOf } from '../database/target.ts'
import type { Target } from '../database/target.ts'
import { invalidArguments } from '../command/invalid-arguments.ts'
import { parseCommand } from '../command/parse-command.ts'

export type SourcesCommand =
  /** `null` means all plans that the operator's files describe. */
  | { readonly action: 'list'; readonly tariffID: string | null }
  | (OnePlan & { readonly action: 'add'; readonly priority: number })
  | (OnePlan & { readonly action: 'remove' })

type OnePlan = { readonly tariffID: string; readonly source: PlanSource }

const usage = `Usage:
  npm run supplier:sources -- list [PLAN]
  npm run supplier:sources -- add PLAN SUPPLIER CODE [--priority 10]
  npm run supplier:sources -- add PLAN stock --priority 99
  npm run supplier:sources -- remove PLAN SUPPLIER [CODE]
The source with the lowest priority comes first, and stock has 0. Add --dry-run to write nothing.
${shopOptions}`

const defaultPriority = '10'

/** Parses the command line. Throws an error with the usage, or with the invalid argument. */
export function sourcesArguments(args: readonly string[]): SourcesCommand & {
  readonly isDryRun: boolean
  readonly name: string | undefined
  readonly target: Target
} {
  const { values, positionals } = parseCommand(usage, {
    args: [...args],
    allowPositionals: true,
    options: {
      ...targetFlags,
      as: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
      priority: { type: 'string', default: defaultPriority },
    },
  })
  const common = { isDryRun: values['dry-run'], name: values.as, target: targetOf(values) }
  const [action, tariffID, supplier, planCode = '', ...others] = positionals
  if (others.length > 0) throw invalidArguments(usage, action)
  if (action === 'list' && supplier === undefined)
    return { action, tariffID: tariffID ?? null, ...common }
  if (tariffID === undefined || supplier === undefined) throw invalidArguments(usage, action)
  const plan = { tariffID, source: { supplier, planCode } }
  if ((supplier === ownStock) !== (planCode === '')) throw invalidArguments(usage, action)
  if (action === 'remove') return { action, ...plan, ...common }
  if (action !== 'add') throw invalidArguments(usage, action)
  checkSupplier(supplier)
  return { action, ...plan, priority: priorityOf(values.priority), ...common }
}

function checkSupplier(supplier: string): void {
  if (!sourceNames.includes(supplier))
    throw new Error(`There is no supplier ${supplier}. Give one of ${sourceNames.join(', ')}.`)
}

function priorityOf(text: string): number {
  const priority = /^\d{1,4}$/.test(text) ? Number(text) : Infinity
  if (priority > highestPriority)
    throw new Error(`--priority must be a number from 0 to ${highestPriority}, got ${text}.`)
  return priority
}
