import { importFlags } from '../import/command.ts'
import { targetFlags, targetOf } from '../database/target.ts'
import type { Target } from '../database/target.ts'
import { parseCommand } from '../command/parse-command.ts'

const usage = `Usage: npm run supplier:sync -- SUPPLIER [--dry-run] [--yes] [--remote | --persist-to DIR]
SUPPLIER is one of SUPPLIERS in wrangler.toml. Its secrets come from .dev.vars or the environment.`

export type SyncCommand = {
  readonly supplier: string
  readonly isDryRun: boolean
  readonly isConfirmed: boolean
  readonly target: Target
}

/** Parses the command line. Throws an error with the usage when it is invalid. */
export function syncArguments(args: readonly string[]): SyncCommand {
  const { values, positionals } = parseCommand(usage, {
    args: [...args],
    allowPositionals: true,
    options: { ...targetFlags, ...importFlags },
  })
  const [supplier, ...others] = positionals
  if (supplier === undefined || others.length > 0) throw new Error(`Name one supplier.\n${usage}`)
  return {
    supplier,
    isDryRun: values['dry-run'],
    isConfirmed: values.yes,
    target: targetOf(values),
  }
}
