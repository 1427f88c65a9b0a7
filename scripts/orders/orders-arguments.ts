import { parseArgs } from 'node:util'
import { targetFlags, targetOf } from '../import/command.ts'
import type { Target } from '../import/d1.ts'

export type OrdersCommand =
  | { readonly action: 'find'; readonly query: string }
  | { readonly action: 'show'; readonly order: string }
  | { readonly action: 'note'; readonly order: string; readonly text: string }

const usage = `Usage:
  npm run orders -- find QUERY          an email address, an ICCID, an order, or a reference
  npm run orders -- show ORDER          what was sold, and everything that happened
  npm run orders -- note ORDER "TEXT"   adds a note for other members of staff
ORDER is the id of an order, or its first ten characters.
Add --as NAME to be named in the audit, and --remote for production.`

/** Parses the command line. Throws an error with the usage. */
export function ordersArguments(args: readonly string[]): {
  readonly command: OrdersCommand
  readonly name: string | undefined
  readonly target: Target
} {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { ...targetFlags, as: { type: 'string' } },
  })
  const command = commandOf(positionals)
  if (command === null) throw new Error(usage)
  return { command, name: values.as, target: targetOf(values) }
}

function commandOf([action, first, second, ...others]: readonly string[]): OrdersCommand | null {
  if (first === undefined || others.length > 0) return null
  if (action === 'note' && second !== undefined) return { action, order: first, text: second }
  if (second !== undefined) return null
  if (action === 'find') return { action, query: first }
  return action === 'show' ? { action, order: first } : null
}
