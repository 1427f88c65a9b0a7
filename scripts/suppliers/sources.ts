import { openShopD1 } from '../database/d1.ts'
import { commandContext, commandStaff } from '../staff/command-context.ts'
import { exitOnError } from '../command/exit-on-error.ts'
import { runSources } from './run-sources.ts'
import { sourcesArguments } from './sources-arguments.ts'

/** `npm run supplier:sources -- list | add | remove [--dry-run] [--as NAME] [--remote]` */
await exitOnError(async () => {
  const command = sourcesArguments(process.argv.slice(2))
  const { db, close } = await openShopD1(command.target)
  try {
    const lines = await runSources(commandContext(db), commandStaff(command.name), command)
    console.log(lines.join('\n'))
  } finally {
    await close()
  }
})
