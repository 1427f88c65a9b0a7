import { parseArgs } from 'node:util'
import { targetFlags, targetOf } from '../import/command.ts'
import type { Target } from '../import/d1.ts'

export const usage = `Usage: npm run money:reconcile -- --since 2d [--remote | --persist-to DIR]
--since takes minutes, hours or days: 30m, 12h, 2d.`

const milliseconds = { m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Parses the command line. Throws an error with the usage. */
export function reconcileArguments(
  args: readonly string[],
  now: Date,
): { readonly since: Date; readonly target: Target } {
  const { values } = parseArgs({
    args: [...args],
    options: { ...targetFlags, since: { type: 'string' } },
  })
  const [, count, unit] = /^([1-9]\d{0,4})([mhd])$/.exec(values.since ?? '') ?? []
  if (unit !== 'm' && unit !== 'h' && unit !== 'd') throw new Error(usage)
  return {
    since: new Date(now.getTime() - Number(count) * milliseconds[unit]),
    target: targetOf(values),
  }
}
