import { z } from 'zod'
import { pricesOfPlan } from '../../domain/price-rules.ts'
import type { PriceBook } from '../../domain/price-rules.ts'
import { tariffChange } from '../catalogue/tariff-changes.ts'
import type { SqlStore } from '../sql-store.ts'
import { describedTariffs } from './known-sources.ts'
import { newDraft } from './sync-draft.ts'
import type { CatalogueSync } from './sync-draft.ts'
import { countMissing } from './count-missing.ts'

const codes = z.array(z.string())

/** Compares the prices of all suppliers' plans with what a price book gives. */
export async function reprice(
  store: Pick<SqlStore, 'query'>,
  book: PriceBook,
): Promise<CatalogueSync> {
  const draft = newDraft('')
  const [base] = book.currencies
  for await (const sources of describedTariffs(store))
    for (const { tariff, setPrices, cost, minimumPrice, isAvailable, hasOtherSource } of sources) {
      const { record } = tariff
      draft.total += 1
      if (cost === null || record.supplier === null) continue
      const { prices, missing, tooLow } = pricesOfPlan(book, {
        tariffID: record.id,
        supplier: record.supplier,
        countryCodes: codes.parse(JSON.parse(record.country_codes)),
        cost,
        minimumPrice,
        setPrices,
      })
      countMissing(draft, missing, cost.currency)
      if (tooLow.length > 0) draft.tooLow.push({ tariffID: record.id, currencies: tooLow })
      const isPriced = base in prices
      const change = tariffChange(
        tariff,
        {
          ...record,
          prices: isPriced ? JSON.stringify(prices) : record.prices,
          is_listed: isPriced && (isAvailable || hasOtherSource) ? 1 : 0,
        },
        base,
      )
      if (change) draft.tariffs.push(change)
    }
  return draft
}
