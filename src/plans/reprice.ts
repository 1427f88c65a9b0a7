import { z } from 'zod'
import { pricesOfPlan } from './price-rules.ts'
import type { PlanPrices, PriceBook } from './price-rules.ts'
import type { Money, Currency } from '../kit/money.shared.ts'
import { findCatalogueRisks } from './catalogue-risks.ts'
import { compareTariff } from './plan-changes.ts'
import type { TariffChange } from './plan-changes.ts'
import type { SqlStore } from '../kit/sql-store.ts'
import { readJsonColumn } from '../kit/stored-json.ts'
import { readDescribingSources } from './known-sources.ts'
import type { KnownSource } from './known-sources.ts'
import { newDraft } from './sync-draft.ts'
import type { CatalogueSync, SyncDraft } from './sync-draft.ts'

const codes = z.array(z.string())

/** Computes the changes of a price book for the plans of all suppliers. */
export async function reprice(
  store: Pick<SqlStore, 'query'>,
  book: PriceBook,
): Promise<CatalogueSync> {
  const draft = newDraft('')
  let listed = 0
  for await (const sources of readDescribingSources(store))
    for (const source of sources) {
      draft.total += 1
      const { record } = source.tariff
      listed += record.is_listed
      const priced = repricePlan(book, source)
      if (priced === null) continue
      countMissing(draft, priced.missing, priced.cost.currency)
      if (priced.tooLow.length > 0)
        draft.tooLow.push({ tariffID: record.id, currencies: priced.tooLow })
      if (priced.change) draft.tariffs.push(priced.change)
    }
  // A price book does not change the data of plans.
  draft.risks = findCatalogueRisks(draft.tariffs, listed).filter(({ kind }) => kind !== 'tiny')
  return draft
}

type RepricedPlan = PlanPrices & { readonly cost: Money; readonly change: TariffChange | null }

/**
 * Computes the changes of a price book for one plan of a supplier. Returns null if the plan's cost
 * is unknown. A plan without a base price keeps its prices and is delisted.
 */
export function repricePlan(book: PriceBook, source: KnownSource): RepricedPlan | null {
  const { tariff, setPrices, cost, minimumPrice, isOffered, hasOtherSource } = source
  const { record } = tariff
  if (cost === null || record.supplier === null) return null
  const [base] = book.currencies
  const priced = pricesOfPlan(book, {
    tariffID: record.id,
    supplier: record.supplier,
    countryCodes: readJsonColumn('tariffs.country_codes', codes, record.country_codes),
    cost,
    minimumPrice,
    setPrices,
  })
  const isPriced = base in priced.prices
  const next = {
    ...record,
    prices: isPriced ? JSON.stringify(priced.prices) : record.prices,
    is_listed: isPriced && (isOffered || hasOtherSource) ? (1 as const) : (0 as const),
  }
  return { ...priced, cost, change: compareTariff(tariff, next, base) }
}

/** Adds a plan to the counts of plans without a price, by currency and reason. */
export function countMissing(
  { unpriced }: SyncDraft,
  missing: PlanPrices['missing'],
  cost: Currency,
): void {
  for (const { currency, reason } of missing) {
    const index = unpriced.findIndex(
      (each) =>
        each.reason === reason &&
        each.currency === currency &&
        (reason === 'no rule' || each.cost === cost),
    )
    const known = unpriced[index]
    if (known) unpriced[index] = { ...known, plans: known.plans + 1 }
    else unpriced.push({ reason, currency, cost, plans: 1 })
  }
}

export function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}
