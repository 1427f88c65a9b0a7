import { z } from 'zod'
import { prices as storedPrices } from '../../src/contract/common.ts'
import { reprice } from '../../src/backend/catalogue-sync/reprice.ts'
import { describeSync } from '../../src/backend/catalogue-sync/describe-sync.ts'
import { syncBatches } from '../../src/backend/catalogue-sync/sync-batches.ts'
import { readPriceBook } from '../../src/backend/pricing/read-price-book.ts'
import type { SqlStore } from '../../src/backend/sql-store.ts'
import { literal } from '../../src/backend/sql-text.ts'
import type { Currencies } from '../../src/domain/money.ts'
import type { PriceRule } from '../../src/domain/price-rules.ts'
import { describePlans } from '../import/describe-difference.ts'
import { describePrices } from './describe-prices.ts'
import type { PricesCommand } from './prices-arguments.ts'
import { addRate, addRule, removeRule, setPrices } from './prices-sql.ts'

type Shop = { readonly store: SqlStore; readonly currencies: Currencies; readonly now: Date }

/** Runs a command and returns what to print. Every change recomputes the prices at once. */
export async function runPrices(shop: Shop, command: PricesCommand): Promise<string[]> {
  const { store, now } = shop
  if (command.action === 'list') return describePrices(store, shop.currencies)
  if (command.action === 'preview') return recompute(shop, command.rule)
  if (command.action === 'add' && command.rule !== null)
    await store.execute([addRule(command.rule)])
  if (command.action === 'remove') await removeRule(store, command.id)
  if (command.action === 'rate') await store.execute([addRate(command.rate, now)])
  if (command.action === 'set') {
    const { minor, currency } = command.price
    await changeSetPrices(store, command.tariffID, (known) => ({ ...known, [currency]: minor }))
  }
  if (command.action === 'unset')
    await changeSetPrices(store, command.tariffID, (known) =>
      Object.fromEntries(Object.entries(known).filter(([each]) => each !== command.currency)),
    )
  return recompute(shop)
}

/**
 * Writes the prices that follow from rules and rates, and says what changed.
 * @param trial null or a rule to add for a preview, which writes nothing
 */
async function recompute(
  { store, currencies, now }: Shop,
  trial?: PriceRule | null,
): Promise<string[]> {
  const book = await readPriceBook(store, currencies)
  const isReplaced = (rule: PriceRule) =>
    trial !== null && trial !== undefined && scopeOf(rule) === scopeOf(trial)
  const rules = [
    ...book.rules.filter((rule) => !isReplaced(rule)),
    ...(trial === null || trial === undefined ? [] : [trial]),
  ]
  const changes = await reprice(store, { ...book, rules })
  if (trial === undefined)
    for (const batch of syncBatches(changes, currencies[0], now)) await store.execute(batch)
  const [, ...problems] = describeSync({ ...changes, entries: [] })
  return [
    ...describePlans(changes.tariffs, changes.total - changes.tariffs.length),
    ...problems,
    ...(trial === undefined ? [] : ['Preview: nothing was written.']),
  ]
}

function scopeOf({ supplier, countryCode, tariffID, currency }: PriceRule): string {
  return JSON.stringify([supplier, countryCode, tariffID, currency])
}

type SetPrices = { readonly [currency: string]: number }

async function changeSetPrices(
  store: SqlStore,
  tariffID: string,
  change: (known: SetPrices) => SetPrices,
): Promise<void> {
  const [tariff] = await store.query(
    `SELECT supplier, set_prices AS prices FROM tariffs WHERE id = ${literal(tariffID)}`,
    z.object({ supplier: z.string().nullable(), prices: z.string() }),
  )
  if (!tariff) throw new Error(`There is no plan ${tariffID}.`)
  if (tariff.supplier === null)
    throw new Error(`${tariffID} is from your files. Change its price there and import them.`)
  const known = storedPrices.safeParse(JSON.parse(tariff.prices)).data ?? {}
  await store.execute([setPrices(tariffID, change(known))])
}
