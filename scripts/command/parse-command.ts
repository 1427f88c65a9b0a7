import { parseArgs } from 'node:util'
import type { ParseArgsConfig } from 'node:util'

/** The answer to `--help`, which is not a failure: `exitOnError` prints it and exits with 0. */
export class UsageRequest extends Error {}

/**
 * Parses the arguments of a command. Throws the usage for `--help`, and an error with the usage for
 * an invalid argument, because the messages of `parseArgs` do not name the valid arguments.
 */
export function parseCommand<const Config extends ParseArgsConfig>(
  usage: string,
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
  const args = config.args ?? process.argv.slice(2)
  if (args.includes('--help')) throw new UsageRequest(usage)
  try {
    return parseArgs(config)
  } catch (error) {
    // oxlint-disable-next-line preserve-caught-error -- a cause's code would follow the usage
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
  }
}
