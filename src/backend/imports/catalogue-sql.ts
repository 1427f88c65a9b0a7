import { raiseContentVersion } from '../catalogue/content-version.ts'
import { numberPlans } from '../catalogue-changes/plan-numbers.ts'
import { plansPerTransaction, tariffChangesSql } from '../catalogue-changes/tariff-changes-sql.ts'
import { failIfChanged } from '../catalogue-changes/unchanged-plans.ts'
import type { Currency } from '../../domain/money.ts'
import { catalogueDifference } from './catalogue-difference.ts'
import type { CatalogueDifference } from './catalogue-difference.ts'
import type { Catalogue } from './read-catalogue.ts'
import { emptyShop } from './stored-catalogue.ts'

/**
 * Returns batches of statements that write a difference, one transaction per batch. Returns none
 * when nothing differs. A batch fails when one of its plans has changed since the comparison.
 */
export function catalogueBatches(
  { dictionaries, plans }: CatalogueDifference,
  base: Currency,
): string[][] {
  if (dictionaries.length === 0 && plans.length === 0) return []
  const count = Math.max(1, Math.ceil(plans.length / plansPerTransaction))
  return Array.from({ length: count }, (_, index) => {
    const part = plans.slice(index * plansPerTransaction, (index + 1) * plansPerTransaction)
    return [
      ...failIfChanged(part),
      ...(index === 0 ? dictionaries : []),
      ...tariffChangesSql(part, base),
      ...(index === count - 1 && plans.length > 0 ? numberPlans : []),
      raiseContentVersion,
    ]
  })
}

/** Statements that import a catalogue into an empty shop. */
export function catalogueSql(catalogue: Catalogue): string[] {
  return catalogueBatches(catalogueDifference(catalogue, emptyShop), catalogue.base).flat()
}
