import { supplierConfig } from '../../src/supply/settings.ts'
import { currencies } from '../../src/kit/settings.ts'
import { pacedCatalogue } from '../../src/plans/daily-sync.ts'
import { createSuppliers } from '../../src/supply/suppliers.ts'
import { openShop } from '../database/d1.ts'
import { openTokens } from './open-tokens.ts'
import { commandStaff } from '../staff/command-context.ts'
import { syncArguments } from './sync-arguments.ts'
import { syncCatalogue } from './sync-catalogue.ts'
import { shopSettings } from '../staff/shop-settings.ts'
import { exitOnError } from '../command/exit-on-error.ts'

/** `npm run supplier:sync -- airalo [--dry-run] [--yes] [--persist-to DIR | --remote]` */
await exitOnError(async () => {
  const command = syncArguments(process.argv.slice(2))
  const settings = shopSettings()
  const config = supplierConfig(settings)
  const database = await openShop(command.target)
  const tokens = await openTokens(command.target)
  try {
    const suppliers = createSuppliers(config, { db: tokens.db, now: () => new Date() })
    const supplier = suppliers.find(({ id }) => id === command.supplier)
    if (!supplier)
      throw new Error(`SUPPLIERS in wrangler.toml does not name ${command.supplier}. Add it there.`)
    const { lines, refused } = await syncCatalogue(database, pacedCatalogue(supplier), {
      ...command,
      currencies: currencies.parse(settings['CURRENCIES']),
      now: new Date(),
      staff: commandStaff(),
    })
    for (const line of lines) console.log(line)
    for (const risk of refused) console.error(`suspicious: ${risk}`)
    if (refused.length > 0) {
      console.error('Nothing was written. If the catalogue is correct, add --yes.')
      process.exitCode = 1
    }
  } finally {
    await tokens.close()
    await database.close()
  }
})
