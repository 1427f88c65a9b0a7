/**
 * Runs a command. An error prints its message without a stack, and the process exits with code 1.
 */
export async function exitOnError(command: () => Promise<void>): Promise<void> {
  try {
    await command()
  } catch (error) {
    console.error(error instanceof Error ? error.message + systemCode(error.cause) : error)
    process.exit(1)
  }
}

/** "fetch failed" alone does not name a remedy. */
function systemCode(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? cause.code : null
  return typeof code === 'string' ? ` (${code})` : ''
}
