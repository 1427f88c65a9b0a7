import type { Currency } from '../../domain/money.ts'
import type { PlanPrices } from '../../domain/price-rules.ts'
import type { SyncDraft } from './sync-draft.ts'

/** Counts the currencies that a plan is not sold in, by the reason. */
export function countMissing(
  { unpriced }: SyncDraft,
  missing: PlanPrices['missing'],
  cost: Currency,
): void {
  for (const { currency, reason } of missing)
    count(
      unpriced,
      reason === 'no rule' ? `no price rule for ${currency}` : `no rate ${cost} to ${currency}`,
    )
}

export function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}
