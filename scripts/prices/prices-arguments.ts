import type { PriceBookChange } from '../../src/backend/pricing/price-book-sql.ts'
import { ruleFields, parseRate } from '../../src/backend/pricing/rule-fields.ts'
import { isCurrency, parseMoney } from '../../src/domain/money.ts'
import type { Money } from '../../src/domain/money.ts'
import type { PriceRule } from '../../src/domain/price-rules.ts'
import { importFlags } from '../import/command.ts'
import { targetFlags, targetOf } from '../database/target.ts'
import type { Target } from '../database/target.ts'
import { parseCommand } from '../command/parse-command.ts'

type PricesCommand =
  | { readonly action: 'list' }
  | { readonly action: 'change'; readonly change: PriceBookChange }
  | { readonly action: 'set'; readonly tariffID: string; readonly price: Money }
  | { readonly action: 'unset'; readonly tariffID: string; readonly currency: string }

export type PricesArguments = PricesCommand & {
  /** Shows the effect of a change of rules and rates, and writes nothing. */
  readonly isDryRun: boolean
  /** Confirms prices that look like a mistake. */
  readonly isConfirmed: boolean
  readonly name: string | undefined
  readonly target: Target
}

const usage = `Usage:
  npm run prices -- list
  npm run prices -- add --currency USD --markup 40 [--min-profit 1.00] [--step 1.00] [--ending 0.90]
      [--supplier airalo] [--country tr] [--plan ID]
  npm run prices -- remove RULE
  npm run prices -- rate "1 USD = 92.50 RUB"
  npm run prices -- set PLAN "12.50 USD"
  npm run prices -- unset PLAN USD
Add --remote for production, and --as NAME to sign the audit. With --dry-run, add, remove and rate
only show the changes. Prices that look like a mistake are written only with --yes.
A price is the cost plus the markup, and at least the cost plus the minimum profit. It is rounded up
to a multiple of the step plus the ending.`

const ruleFlags = {
  currency: { type: 'string' },
  markup: { type: 'string' },
  'min-profit': { type: 'string' },
  step: { type: 'string' },
  ending: { type: 'string' },
  supplier: { type: 'string' },
  country: { type: 'string' },
  plan: { type: 'string' },
} as const

/** Parses the command line. Throws an error that names every invalid option. */
export function pricesArguments(args: readonly string[]): PricesArguments {
  const { values, positionals } = parseCommand(usage, {
    args: [...args],
    allowPositionals: true,
    options: { ...targetFlags, ...importFlags, ...ruleFlags, as: { type: 'string' } },
  })
  const command = commandOf(positionals, values)
  const { 'dry-run': isDryRun, yes: isConfirmed } = values
  if (isDryRun && command.action !== 'change') throw new Error(usage)
  return { ...command, isDryRun, isConfirmed, name: values.as, target: targetOf(values) }
}

function commandOf(positionals: readonly string[], values: object): PricesCommand {
  const [action, name = '', value = ''] = positionals
  const [, from = '', amount = '', to = ''] =
    /^1 ([A-Z]{3}) = (\d{1,9}(?:\.\d{1,6})?) ([A-Z]{3})$/.exec(name) ?? []
  if (action === 'list' && positionals.length === 1) return { action } as const
  if (action === 'add') return changeOf({ kind: 'rule', rule: parseRule(values) })
  if (action === 'remove' && /^\d+$/.test(name))
    return changeOf({ kind: 'remove', id: Number(name) })
  const rate = parseRate(from, amount, to)
  if (action === 'rate' && rate !== null) return changeOf({ kind: 'rate', rate })
  const price = parseMoney(value)
  if (action === 'set' && price && price.minor > 0)
    return { action, tariffID: name, price } as const
  if (action === 'unset' && isCurrency(value))
    return { action, tariffID: name, currency: value } as const
  throw new Error(usage)
}

function changeOf(change: PriceBookChange): PricesCommand {
  return { action: 'change', change }
}

function parseRule(values: object): PriceRule {
  const parsed = ruleFields.safeParse(values)
  if (parsed.success) return parsed.data
  throw new Error(
    parsed.error.issues.map(({ path, message }) => `--${path.join('.')}: ${message}`).join('\n'),
  )
}
