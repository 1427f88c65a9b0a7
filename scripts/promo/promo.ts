import { openReadyDatabase } from '../import/d1.ts'
import { promoArguments } from './promo-arguments.ts'
import { addCode, listCodes, stopCode } from './promo-sql.ts'

/** `npm run promo -- add SUMMER --percent 10 | list | stop SUMMER [--persist-to DIR | --remote]` */
try {
  const command = promoArguments(process.argv.slice(2))
  const database = await openReadyDatabase(command.target)
  try {
    console.log(await run(command, database, new Date()))
  } finally {
    await database.close()
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function run(
  command: ReturnType<typeof promoArguments>,
  database: Awaited<ReturnType<typeof openReadyDatabase>>,
  now: Date,
): Promise<string> {
  if (command.action === 'list') {
    const codes = await listCodes(database, now)
    return codes.length === 0 ? 'There are no promo codes.' : codes.join('\n')
  }
  if (command.action === 'stop') {
    await stopCode(database, command.code, now)
    return `Stopped ${command.code}.`
  }
  await addCode(database, command.promo, now)
  return `Added ${command.promo.code}.`
}
