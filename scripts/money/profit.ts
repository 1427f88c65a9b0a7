import { readSales } from '../../src/backend/pricing/profit.ts'
import { baseCurrency } from '../import/base-currency.ts'
import { targetFlags, targetOf } from '../database/target.ts'
import { openShop } from '../database/d1.ts'
import { describeSales } from './describe-sales.ts'
import { periodOf } from './period-of.ts'
import { exitOnError } from '../command/exit-on-error.ts'
import { parseCommand } from '../command/parse-command.ts'

const usage = `Usage: npm run money:profit -- [--since 30d | --month 2026-11] [--remote | --persist-to DIR]
--since takes minutes, hours or days: 30m, 12h, 2d. --month is a calendar month in UTC.`

/**
 * `npm run money:profit -- --since 30d | --month 2026-11 [--remote]` prints sales, cost and profit
 * by day and country.
 */
await exitOnError(async () => {
  const { values } = parseCommand(usage, {
    options: { ...targetFlags, since: { type: 'string' }, month: { type: 'string' } },
  })
  const period = periodOf(values, new Date())
  if (period === null)
    throw new Error(`Give --since with a time such as 30d, or --month such as 2026-11.\n${usage}`)
  const database = await openShop(targetOf(values))
  try {
    const currency = baseCurrency()
    const sales = await readSales(database, period, currency)
    for (const line of describeSales(sales, currency)) console.log(line)
  } finally {
    await database.close()
  }
})
