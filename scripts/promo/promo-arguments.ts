import type { z } from 'zod'
import {
  endOfDay,
  promoChangeFields,
  promoCodeName,
  promoCodeOf,
  promoFields,
} from '../../src/backend/promo-codes/promo-fields.ts'
import type { PromoCode } from '../../src/domain/promo-code.ts'
import { shopOptions, targetFlags, targetOf } from '../database/target.ts'
import type { Target } from '../database/target.ts'
import { invalidArguments, rejectUnused } from '../command/invalid-arguments.ts'
import { parseCommand } from '../command/parse-command.ts'

export type PromoCommand =
  | { readonly action: 'add'; readonly promo: PromoCode }
  | { readonly action: 'list' }
  | { readonly action: 'stop'; readonly code: string }
  | { readonly action: 'change'; readonly code: string; readonly change: PromoChange }

/** Without a field, the command does not change it. With null, it removes the restriction. */
type PromoChange = { readonly endsAt?: Date | null; readonly totalLimit?: number | null }

/** The value of an option that removes a restriction. */
const none = 'none'

const usage = `Usage:
  npm run promo -- add SUMMER --percent 10 [--from 2026-12-01] [--until 2026-12-31]
      [--limit 500] [--per-customer 1] [--plans ID,ID] [--countries tr,ge]
  npm run promo -- add FIVE --amount "5.00 USD" --amount "450 RUB"
  npm run promo -- change SUMMER [--until 2027-01-31] [--limit 800]
  npm run promo -- list
  npm run promo -- stop SUMMER
Days are UTC, and a code is valid until the end of its last day. With change, --until none and
--limit none remove the end and the limit.
${shopOptions}`

/** Parses the command line. Throws an error that names every invalid option. */
export function promoArguments(
  args: readonly string[],
): PromoCommand & { readonly name: string | undefined; readonly target: Target } {
  const { values, positionals } = parseCommand(usage, {
    args: [...args],
    allowPositionals: true,
    options: {
      ...targetFlags,
      as: { type: 'string' },
      percent: { type: 'string' },
      amount: { type: 'string', multiple: true },
      from: { type: 'string' },
      until: { type: 'string' },
      limit: { type: 'string' },
      'per-customer': { type: 'string' },
      plans: { type: 'string' },
      countries: { type: 'string' },
    },
  })
  const [action, code, ...others] = positionals
  const common = { name: values.as, target: targetOf(values) }
  if (action === 'list' && code === undefined) {
    rejectUnused(action, values, [])
    return { action, ...common }
  }
  if (!isAction(action) || code === undefined || others.length > 0)
    throw invalidArguments(usage, action)
  rejectUnused(action, values, usedOptions[action] ?? Object.keys(values))
  const parsedCode = promoCodeName.safeParse(code)
  if (!parsedCode.success) throw new Error(`${code}: a code has 1 to 64 letters, digits, - and _.`)
  if (action === 'stop') return { action, code: parsedCode.data, ...common }
  if (action === 'change')
    return { action, code: parsedCode.data, change: changeOf(values), ...common }
  const added = promoFields.safeParse(values)
  if (!added.success) throw new Error(added.error.issues.map(describeIssue).join('\n'))
  return { action, promo: promoCodeOf(parsedCode.data, added.data), ...common }
}

/** Without an entry, an action uses all options. */
const usedOptions: { readonly [action in PromoCommand['action']]?: readonly string[] } = {
  stop: [],
  change: ['until', 'limit'],
}

function isAction(action: string | undefined): action is 'add' | 'change' | 'stop' {
  return action === 'add' || action === 'change' || action === 'stop'
}

type ChangeValues = { readonly until?: string; readonly limit?: string }

function changeOf(values: ChangeValues): PromoChange {
  const typed = Object.entries(values).filter(([name]) => name === 'until' || name === 'limit')
  if (typed.length === 0) throw invalidArguments(usage, 'change', 'Give --until or --limit.')
  const parsed = promoChangeFields.safeParse(
    Object.fromEntries(typed.filter(([, value]) => value !== none)),
  )
  if (!parsed.success) throw new Error(parsed.error.issues.map(describeIssue).join('\n'))
  const { until, limit } = parsed.data
  return {
    ...(values.until !== undefined && { endsAt: endOfDay(until) }),
    ...(values.limit !== undefined && { totalLimit: limit ?? null }),
  }
}

function describeIssue({ path, message }: z.core.$ZodIssue): string {
  return path.length === 0 ? message : `--${String(path[0])}: ${message}`
}
