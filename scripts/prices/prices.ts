import { unstable_readConfig } from 'wrangler'
import { currencies } from '../../src/config/currencies.ts'
import { openReadyDatabase } from '../import/d1.ts'
import { pricesArguments } from './prices-arguments.ts'
import { runPrices } from './run-prices.ts'

/** `npm run prices -- list | add … | preview … | remove | rate | set | unset [--remote]` */
try {
  const command = pricesArguments(process.argv.slice(2))
  const { vars } = unstable_readConfig({ config: 'wrangler.toml' })
  const store = await openReadyDatabase(command.target)
  try {
    const shop = { store, currencies: currencies.parse(vars['CURRENCIES']), now: new Date() }
    for (const line of await runPrices(shop, command)) console.log(line)
  } finally {
    await store.close()
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
