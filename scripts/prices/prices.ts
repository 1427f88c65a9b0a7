import { openShop, openShopD1 } from '../database/d1.ts'
import { commandContext, commandStaff } from '../staff/command-context.ts'
import { exitOnError } from '../command/exit-on-error.ts'
import { pricesArguments } from './prices-arguments.ts'
import { runPrices } from './run-prices.ts'

/** `npm run prices -- list | add … | remove | rate | set | unset [--dry-run] [--yes] [--remote]` */
await exitOnError(async () => {
  const command = pricesArguments(process.argv.slice(2))
  const store = await openShop(command.target)
  const { db, close } = await openShopD1(command.target)
  try {
    const shop = { context: commandContext(db), store, staff: commandStaff(command.name) }
    for (const line of await runPrices(shop, command)) console.log(line)
  } finally {
    await close()
    await store.close()
  }
})
