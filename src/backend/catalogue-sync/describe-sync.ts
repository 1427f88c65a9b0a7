import { decimalOf } from '../../domain/money.ts'
import type { Money } from '../../domain/money.ts'
import type { CatalogueSync, SyncEntry, PriceGap } from './sync-draft.ts'

const maxLines = 50

/** Returns lines for the operator: counts, problems, then up to 50 plans. */
export function describeSync(sync: CatalogueSync): string[] {
  const { entries, tariffs, total, unpriced, skipped, tooLow } = sync
  const groups = Map.groupBy(entries, groupOf)
  const lines = groupNames.flatMap((group) => (groups.get(group) ?? []).map(describeEntry))
  const counts = groupNames.map((group) => `${groups.get(group)?.length ?? 0} ${group}`)
  return [
    `${sync.supplier}: ${total} plans. ${counts.join(', ')}. ${tariffs.length} plans of the shop change.`,
    ...unpriced.map(
      (each) => `not sold in ${each.currency}: ${reasonOf(each)} (plans: ${each.plans})`,
    ),
    ...Array.from(skipped, ([reason, plans]) => `left out: ${reason} (plans: ${plans})`),
    ...limitLines(
      tooLow.map(
        ({ tariffID, currencies }) => `below margin: ${tariffID} in ${currencies.join(', ')}`,
      ),
    ),
    ...limitLines(lines),
  ]
}

function reasonOf({ reason, currency, cost }: PriceGap): string {
  return reason === 'no rule' ? 'no price rule' : `no rate ${cost} to ${currency}`
}

const groupNames = ['new', 'back', 'gone', 'dearer', 'cheaper'] as const

function groupOf({ kind, before, after }: SyncEntry): (typeof groupNames)[number] {
  if (kind !== 'cost') return kind
  return (after?.minor ?? 0) > (before?.minor ?? 0) ? 'dearer' : 'cheaper'
}

function describeEntry(entry: SyncEntry): string {
  const { tariffID, planCode, before, after } = entry
  const costs = [before, after].flatMap((cost) => (cost === null ? [] : [amountOf(cost)]))
  const name = groupOf(entry).padEnd(8)
  return `${name}${tariffID} (${planCode})  ${[...new Set(costs)].join(' → ')}`
}

function limitLines(lines: readonly string[]): string[] {
  const more = lines.length - maxLines
  return [...lines.slice(0, maxLines), ...(more > 0 ? [`… and ${more} more`] : [])]
}

function amountOf(money: Money): string {
  return `${decimalOf(money)} ${money.currency}`
}
