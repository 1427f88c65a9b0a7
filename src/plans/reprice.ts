import { z } from 'zod'
import { pricesOfPlan } from './price-rules.ts'
import type { PlanPrices, PriceBook } from './price-rules.ts'
import type { Money } from '../kit/money.shared.ts'
import { findCatalogueRisks } from './catalogue-risks.ts'
import { compareTariff } from './plan-changes.ts'
import type { PlanDatabase, TariffChange } from './plan-changes.ts'
import { readJsonColumn } from '../kit/stored-json.ts'
import { hasOtherSource, readDescribingSources } from './known-sources.ts'
import type { KnownSource } from './known-sources.ts'
import { countMissing, newSync } from './plan-sync.ts'
import type { CatalogueSync } from './plan-sync.ts'

const codes = z.array(z.string())

/** Computes the changes of a price book for the plans of all suppliers. */
export async function reprice(db: PlanDatabase, book: PriceBook): Promise<CatalogueSync> {
  const sync = newSync('')
  let listed = 0
  for await (const sources of readDescribingSources(db))
    for (const source of sources) {
      sync.total += 1
      const { record } = source.tariff
      listed += record.is_listed
      const priced = repricePlan(book, source)
      if (priced === null) continue
      countMissing(sync, priced.missing, priced.cost.currency)
      if (priced.tooLow.length > 0)
        sync.tooLow.push({ tariffID: record.id, currencies: priced.tooLow })
      if (priced.change) sync.tariffs.push(priced.change)
    }
  // A price book does not change the data of plans.
  sync.risks = findCatalogueRisks(sync.tariffs, listed).filter(({ kind }) => kind !== 'tiny')
  return sync
}

type RepricedPlan = PlanPrices & { readonly cost: Money; readonly change: TariffChange | null }

/**
 * Computes the changes of a price book for one plan of a supplier. Returns null if the plan's cost
 * is unknown. A plan without a base price keeps its prices and is delisted.
 */
export function repricePlan(book: PriceBook, source: KnownSource): RepricedPlan | null {
  const { tariff, setPrices, cost, minimumPrice, isOffered } = source
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
    is_listed:
      isPriced && (isOffered === 1 || hasOtherSource(source)) ? (1 as const) : (0 as const),
  }
  return { ...priced, cost, change: compareTariff(tariff, next, base) }
}
