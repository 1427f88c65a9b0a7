import { openShopD1 } from '../database/d1.ts'
import { commandContext, commandStaff } from '../staff/command-context.ts'
import { exitOnError } from '../command/exit-on-error.ts'
import { supplierOrdersArguments } from './supplier-orders-arguments.ts'
import { runSupplierOrders } from './run-supplier-orders.ts'

/** `npm run supplier:orders -- list | retry | found | give-up [--as NAME] [--remote]` */
await exitOnError(async () => {
  const command = supplierOrdersArguments(process.argv.slice(2))
  const { db, close } = await openShopD1(command.target)
  try {
    const lines = await runSupplierOrders(commandContext(db), commandStaff(command.name), command)
    console.log(lines.join('\n'))
  } finally {
    await close()
  }
})
