import { targetFlags, targetOf } from '../database/target.ts'
import type { Target } from '../database/target.ts'
import { timeAgo } from './time-ago.ts'
import { parseCommand } from '../command/parse-command.ts'

const usage = `Usage: npm run money:reconcile -- --since 2d [--remote | --persist-to DIR]
--since takes minutes, hours or days: 30m, 12h, 2d.`

/** Parses the command line. Throws an error with the usage when it is invalid. */
export function reconcileArguments(
  args: readonly string[],
  now: Date,
): { readonly since: Date; readonly target: Target } {
  const { values } = parseCommand(usage, {
    args: [...args],
    options: { ...targetFlags, since: { type: 'string' } },
  })
  const since = timeAgo(now, values.since ?? '')
  if (since === null) throw new Error(`Give --since with a time such as 2d.\n${usage}`)
  return { since, target: targetOf(values) }
}
