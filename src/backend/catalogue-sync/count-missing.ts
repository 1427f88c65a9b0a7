import type { Currency } from '../../domain/money.ts'
import type { PlanPrices } from '../../domain/price-rules.ts'
import type { SyncDraft } from './sync-draft.ts'

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
