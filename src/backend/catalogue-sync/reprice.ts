import { z } from 'zod'
import { pricesOfPlan } from '../../domain/price-rules.ts'
import type { PlanPrices, PriceBook } from '../../domain/price-rules.ts'
import type { Money } from '../../domain/money.ts'
import { findCatalogueRisks } from '../catalogue-changes/catalogue-risks.ts'
import { compareTariff } from '../catalogue-changes/tariff-changes.ts'
import type { TariffChange } from '../catalogue-changes/tariff-changes.ts'
import type { SqlStore } from '../sql-store.ts'
import { readJsonColumn } from '../stored-json.ts'
import { readDescribingSources } from './known-sources.ts'
import type { KnownSource } from './known-sources.ts'
import { newDraft } from './sync-draft.ts'
import type { CatalogueSync } from './sync-draft.ts'
import { countMissing } from './count-missing.ts'

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
