import { parseArgs } from 'node:util'
import { readSales } from '../../src/backend/pricing/profit.ts'
import { baseCurrency } from '../import/base-currency.ts'
import { targetFlags, targetOf } from '../database/target.ts'
import { openReadyDatabase } from '../database/d1.ts'
import { describeSales } from './describe-sales.ts'
import { timeBefore } from './time-before.ts'

const usage = `Usage: npm run money:profit -- [--since 30d] [--remote | --persist-to DIR]
--since takes minutes, hours or days: 30m, 12h, 2d.`

/**
 * `npm run money:profit -- --since 30d [--remote]` prints sales, cost and profit by day and
 * country.
 */
try {
  const { values } = parseArgs({
    options: { ...targetFlags, since: { type: 'string', default: '30d' } },
  })
  const since = timeBefore(new Date(), values.since)
  if (since === null) throw new Error(usage)
  const database = await openReadyDatabase(targetOf(values))
  try {
    const currency = baseCurrency()
    const sales = await readSales(database, since, currency)
    for (const line of describeSales(sales, currency)) console.log(line)
  } finally {
    await database.close()
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
