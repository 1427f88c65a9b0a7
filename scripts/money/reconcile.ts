import { setTimeout } from 'node:timers/promises'
import { openShop } from '../database/d1.ts'
import type { Database } from '../database/d1.ts'
import { reconcileArguments } from './reconcile-arguments.ts'
import { countWaiting, openSearch, reconciliationReport, requestLookUps } from './reconcile-sql.ts'
import { exitOnError } from '../command/exit-on-error.ts'

/**
 * `npm run money:reconcile -- --since 2d [--remote]` makes the shop compare payments with their
 * providers now, and search there for charges that the ledger lacks. Then waits. The shop's
 * scheduled job does this, because it has the providers' secrets.
 */
const pollSeconds = 15

await exitOnError(async () => {
  const start = new Date()
  const { since, target } = reconcileArguments(process.argv.slice(2), start)
  const database = await openShop(target)
  try {
    await reconcile(database, { since, start })
  } finally {
    await database.close()
  }
})

async function reconcile(
  database: Database,
  period: { readonly since: Date; readonly start: Date },
): Promise<void> {
  const count = await requestLookUps(database, period)
  console.log(
    `The shop looks up ${count} payments at their providers, and searches there for other payments. Press Ctrl-C to stop waiting.`,
  )
  for (;;) {
    const waiting = await countWaiting(database, period)
    const search = await openSearch(database)
    if (waiting === 0 && search === null) break
    console.log([`${waiting} payments left`, search].filter((text) => text !== null).join('; '))
    await setTimeout(pollSeconds * 1000)
  }
  console.log((await reconciliationReport(database, period)).join('\n'))
}
