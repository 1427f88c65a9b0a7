import type { PriceBookChange } from '../../src/backend/pricing/price-book-sql.ts'
import { ruleFields, parseRate } from '../../src/backend/pricing/rule-fields.ts'
import type { ExchangeRate } from '../../src/domain/exchange-rates.ts'
import { isCurrency, parseMoney } from '../../src/domain/money.ts'
import type { Money } from '../../src/domain/money.ts'
import type { PriceRule } from '../../src/domain/price-rules.ts'
import { importFlags } from '../import/command.ts'
import { shopOptions, targetFlags, targetOf } from '../database/target.ts'
import type { Target } from '../database/target.ts'
import { invalidArguments, rejectUnused } from '../command/invalid-arguments.ts'
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
With --dry-run, add, remove and rate only show the changes. Prices that look like a mistake are
written only with --yes.
A price is the cost plus the markup, and at least the cost plus the minimum profit. It is rounded up
to a multiple of the step plus the ending.
${shopOptions}`

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
  const [action, ...words] = positionals
  if (!isAction(action) || words.length !== wordsOf[action]) throw invalidArguments(usage, action)
  rejectUnused(action, values, usedOptions[action])
  const { 'dry-run': isDryRun, yes: isConfirmed } = values
  const command = commandOf(action, words, values)
  return { ...command, isDryRun, isConfirmed, name: values.as, target: targetOf(values) }
}

/** The number of arguments of each action. */
const wordsOf = { list: 0, add: 0, remove: 1, rate: 1, set: 2, unset: 2 } as const
type ActionName = keyof typeof wordsOf

const changes = ['dry-run', 'yes'] as const
const usedOptions: { readonly [action in ActionName]: readonly string[] } = {
  list: [],
  add: [...Object.keys(ruleFlags), ...changes],
  remove: changes,
  rate: changes,
  set: ['yes'],
  unset: ['yes'],
}

function isAction(name: string | undefined): name is ActionName {
  return name !== undefined && Object.hasOwn(wordsOf, name)
}

function commandOf(
  action: ActionName,
  [name = '', value = '']: readonly string[],
  options: object,
): PricesCommand {
  const invalid = (problem: string) => invalidArguments(usage, action, problem)
  switch (action) {
    case 'list':
      return { action }
    case 'add':
      return changeOf({ kind: 'rule', rule: parseRule(options) })
    case 'remove': {
      if (!/^\d+$/.test(name)) throw invalid(`${name} is not the number of a rule. See: list`)
      return changeOf({ kind: 'remove', id: Number(name) })
    }
    case 'rate': {
      const rate = rateOf(name)
      if (!rate) throw invalid(`"${name}" is not a rate such as "1 USD = 92.50 RUB".`)
      return changeOf({ kind: 'rate', rate })
    }
    case 'set': {
      const price = parseMoney(value)
      if (!price || price.minor <= 0)
        throw invalid(`"${value}" is not a price such as "12.50 USD".`)
      return { action, tariffID: name, price }
    }
    case 'unset': {
      if (!isCurrency(value)) throw invalid(`${value} is not a currency such as USD.`)
      return { action, tariffID: name, currency: value }
    }
  }
}

function rateOf(text: string): ExchangeRate | null {
  const [, from = '', amount = '', to = ''] =
    /^1 ([A-Z]{3}) = (\d{1,9}(?:\.\d{1,6})?) ([A-Z]{3})$/.exec(text) ?? []
  return parseRate(from, amount, to)
}

function changeOf(change: PriceBookChange): PricesCommand {
  return { action: 'change', change }
}

function parseRule(options: object): PriceRule {
  const parsed = ruleFields.safeParse(options)
  if (parsed.success) return parsed.data
  throw new Error(
    parsed.error.issues.map(({ path, message }) => `--${path.join('.')}: ${message}`).join('\n'),
  )
}
