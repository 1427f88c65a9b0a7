import { z } from 'zod'
import type { Currencies } from '../../../domain/money.ts'
import type { PriceBook, PriceRule } from '../../../domain/price-rules.ts'
import { reprice } from '../../catalogue-sync/reprice.ts'
import type { CatalogueSync } from '../../catalogue-sync/sync-draft.ts'
import type { PriceBookChange } from '../../pricing/price-book-sql.ts'
import { readExchangeRates, readPriceRules } from '../../pricing/read-price-book.ts'
import type { SqlStore } from '../../sql-store.ts'
import { digestOf } from './digest-of.ts'
import { mostChanges, mostComparedPlans } from './limits.ts'

export type PricePreview = {
  /** The changes of prices. Null when there are too many for a page. */
  readonly sync: CatalogueSync | null
  readonly digest: string
}

/** Computes how a change of the price book changes the prices of suppliers' plans. */
export async function previewPrices(
  store: Pick<SqlStore, 'query'>,
  currencies: Currencies,
  change: PriceBookChange,
): Promise<PricePreview> {
  const [counted] = await store.query(
    `SELECT count(*) AS plans FROM (
      SELECT 1 FROM tariffs WHERE supplier IS NOT NULL LIMIT ${mostComparedPlans + 1})`,
    z.object({ plans: z.int() }),
  )
  if ((counted?.plans ?? 0) > mostComparedPlans) return { sync: null, digest: '' }
  const sync = await reprice(store, await readChangedPriceBook(store, currencies, change))
  if (sync.tariffs.length > mostChanges.plans) return { sync: null, digest: '' }
  return { sync, digest: await digestOf(sync.tariffs) }
}

/** Returns the price book as it would be after a change. */
async function readChangedPriceBook(
  store: Pick<SqlStore, 'query'>,
  currencies: Currencies,
  change: PriceBookChange,
): Promise<PriceBook> {
  const [rules, rates] = [await readPriceRules(store), await readExchangeRates(store)]
  switch (change.kind) {
    case 'rule': {
      const others = rules.filter((rule) => scopeOf(rule) !== scopeOf(change.rule))
      return { currencies, rules: [...others, change.rule], rates }
    }
    case 'remove':
      return { currencies, rules: rules.filter(({ id }) => id !== change.id), rates }
    case 'rate':
      return { currencies, rules, rates: [change.rate, ...rates] }
  }
}

function scopeOf({ supplier, countryCode, tariffID, currency }: PriceRule): string {
  return JSON.stringify([supplier, countryCode, tariffID, currency])
}
