import { parseArgs, type ParseArgsConfig } from 'node:util'

/** The answer to `--help`, which is not a failure. */
export class UsageRequest extends Error {}

/**
 * Runs a command and returns its result. On an error, prints the message without a stack and exits
 * with code 1. Prints the usage that `--help` requests, and exits with code 0.
 */
export async function exitOnError<Result>(command: () => Promise<Result>): Promise<Result> {
  try {
    return await command()
  } catch (error) {
    if (error instanceof UsageRequest) {
      console.log(error.message)
      process.exit(0)
    }
    console.error(error instanceof Error ? error.message + systemCode(error.cause) : error)
    process.exit(1)
  }
}

/** Returns the error code of the system. The message "fetch failed" does not name a cause. */
function systemCode(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? cause.code : null
  return typeof code === 'string' ? ` (${code})` : ''
}

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

/** The error for a file that a command cannot read. The message of Node has only its code. */
export function unreadable(path: string): Error {
  return new Error(`${path}: the file cannot be read. Check its path and permissions.`)
}
