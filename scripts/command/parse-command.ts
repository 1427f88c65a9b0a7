import { parseArgs } from 'node:util'
import type { ParseArgsConfig } from 'node:util'

/**
 * Parses the arguments of a command. Throws an error with the usage for `--help` and for an invalid
 * argument, because the messages of `parseArgs` do not name the valid arguments.
 */
export function parseCommand<const Config extends ParseArgsConfig>(
  usage: string,
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
  const args = config.args ?? process.argv.slice(2)
  if (args.includes('--help')) throw new Error(usage)
  try {
    return parseArgs(config)
  } catch (error) {
    // oxlint-disable-next-line preserve-caught-error -- a cause's code would follow the usage
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
  }
}
