import { openShopD1 } from '../database/d1.ts'
import { exitOnError } from '../command/exit-on-error.ts'
import { commandContext, commandStaff } from '../staff/command-context.ts'
import { ordersArguments } from './orders-arguments.ts'
import { runOrders } from './run-orders.ts'

/** `npm run orders -- find | show | note … [--as NAME] [--persist-to DIR | --remote]` */
await exitOnError(async () => {
  const { command, name, target } = ordersArguments(process.argv.slice(2))
  const { db, close } = await openShopD1(target)
  try {
    const lines = await runOrders(commandContext(db), commandStaff(name), command)
    console.log(lines.join('\n'))
  } finally {
    await close()
  }
})
