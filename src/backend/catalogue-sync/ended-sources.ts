import { compareTariff } from '../catalogue-changes/tariff-changes.ts'
import type { KnownSource } from './known-sources.ts'
import type { SyncContext, SyncDraft } from './sync-draft.ts'

/** Marks a source as unavailable. A source that was out of stock does not return on its own. */
export function endSource({ draft, ended }: SyncContext, source: KnownSource): void {
  const { planCode, tariff, cost, minimumPrice, activationDays, isOffered } = source
  const { id: tariffID } = tariff.record
  ended.set(tariffID, source)
  if (!isOffered) return
  draft.entries.push({ kind: 'gone', tariffID, planCode, before: cost, after: null })
  draft.sources.push({
    tariffID,
    planCode,
    cost,
    minimumPrice,
    activationDays,
    isAvailable: false,
  })
}

/** Delists the plans of ended sources that no other source can deliver after the sync. */
export function delistGone({ draft, book, ended }: SyncContext): void {
  const [base] = book.currencies
  for (const source of ended.values()) {
    const { tariff, hasOtherSupplier } = source
    const { supplier } = tariff.record
    if (supplier !== draft.supplier || hasOtherSupplier || hasOtherCode(draft, source)) continue
    const change = compareTariff(tariff, { ...tariff.record, is_listed: 0 }, base)
    if (change) draft.tariffs.push(change)
  }
}

/** Returns whether another code of the plan is offered after the sync. */
function hasOtherCode({ sources }: SyncDraft, { tariff, otherCodes }: KnownSource): boolean {
  const { id } = tariff.record
  return [...otherCodes].some(([code, isOffered]) => {
    const change = sources.find(({ tariffID, planCode }) => tariffID === id && planCode === code)
    return change?.isAvailable ?? isOffered
  })
}
