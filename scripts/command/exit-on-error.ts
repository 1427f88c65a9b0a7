import { UsageRequest } from './parse-command.ts'

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
