import { openReadyDatabase } from '../import/d1.ts'
import { ordersArguments } from './orders-arguments.ts'
import { decideOrder, listOrders } from './orders-sql.ts'

/** `npm run supplier:orders -- list | retry | found | give-up` */
try {
  const command = ordersArguments(process.argv.slice(2))
  const database = await openReadyDatabase(command.target)
  try {
    if (command.action === 'list') console.log((await listOrders(database)).join('\n'))
    else console.log(await decideOrder(database, command, new Date()))
  } finally {
    await database.close()
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
