/**
 * Runs a command. An error prints its message without a stack, and the process exits with code 1.
 */
export async function exitOnError(command: () => Promise<void>): Promise<void> {
  try {
    await command()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}
