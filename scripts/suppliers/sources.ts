import { openReadyDatabase } from '../import/d1.ts'
import { runSources } from './run-sources.ts'
import { sourcesArguments } from './sources-arguments.ts'

/** `npm run supplier:sources -- list | add | remove [--dry-run] [--remote]` */
try {
  const command = sourcesArguments(process.argv.slice(2))
  const database = await openReadyDatabase(command.target)
  try {
    for (const line of await runSources(database, command, new Date())) console.log(line)
  } finally {
    await database.close()
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
