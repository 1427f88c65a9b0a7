import type { z } from 'zod'
import {
  promoCodeName,
  promoCodeOf,
  promoFields,
} from '../../src/backend/promo-codes/promo-fields.ts'
import type { PromoCode } from '../../src/domain/promo-code.ts'
import { targetFlags, targetOf } from '../database/target.ts'
import type { Target } from '../database/target.ts'
import { parseCommand } from '../command/parse-command.ts'

export type PromoCommand =
  | { readonly action: 'add'; readonly promo: PromoCode }
  | { readonly action: 'list' }
  | { readonly action: 'stop'; readonly code: string }

const usage = `Usage:
  npm run promo -- add SUMMER --percent 10 [--from 2026-12-01] [--until 2026-12-31]
      [--limit 500] [--per-customer 1] [--plans ID,ID] [--countries tr,ge]
  npm run promo -- add FIVE --amount "5.00 USD" --amount "450 RUB"
  npm run promo -- list
  npm run promo -- stop SUMMER
Add --remote for production, and --as NAME to sign the audit. Days are UTC; the code is valid until the end of the last day.`

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
  if (action === 'list' && code === undefined) return { action, ...common }
  if ((action !== 'add' && action !== 'stop') || code === undefined || others.length > 0)
    throw new Error(usage)
  const parsedCode = promoCodeName.safeParse(code)
  if (!parsedCode.success) throw new Error(`${code}: a code has 1 to 64 letters, digits, - and _.`)
  if (action === 'stop') return { action, code: parsedCode.data, ...common }
  const added = promoFields.safeParse(values)
  if (!added.success) throw new Error(added.error.issues.map(describeIssue).join('\n'))
  return { action, promo: promoCodeOf(parsedCode.data, added.data), ...common }
}

function describeIssue({ path, message }: z.core.$ZodIssue): string {
  return path.length === 0 ? message : `--${String(path[0])}: ${message}`
}
