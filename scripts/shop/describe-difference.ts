import { prices as storedPrices } from '../../src/api/common.ts'
import { decimalOf } from '../../src/kit/money.shared.ts'
import { dictionaryKinds, type CatalogueDifference } from '../../src/plans/catalogue-difference.ts'
import { limitLines } from '../../src/plans/sync-catalogue.ts'
import { changeKind, changeKinds } from '../../src/plans/plan-changes.ts'
import type { ChangeKind, PlanChange, PlanRecord } from '../../src/plans/plan-changes.ts'

type Counts = { readonly added: number; readonly changed?: number; readonly unchanged: number }

/** `2 new, 1 changed, 38 unchanged.` */
export function describeCounts({ added, changed, unchanged }: Counts): string {
  const changes = changed === undefined ? '' : `${changed} changed, `
  return `${added} new, ${changes}${unchanged} unchanged.`
}

/**
 * Describes the countries, regions and operators of a file. Other kinds have no rows and no line.
 */
export function describeDictionaries({ counts }: Pick<CatalogueDifference, 'counts'>): string[] {
  return dictionaryKinds.flatMap((kind) => {
    const { added, changed, unchanged } = counts[kind]
    return added + changed + unchanged === 0 ? [] : [`${kind}: ${describeCounts(counts[kind])}`]
  })
}

/** Describes a difference for the operator: counts, then at most 50 plans. */
export function describePlans(changes: readonly PlanChange[], unchanged: number): string[] {
  const groups = Map.groupBy(changes, changeKind)
  const count = (kind: ChangeKind) => groups.get(kind)?.length ?? 0
  const lines = changeKinds.flatMap((kind) =>
    (groups.get(kind) ?? []).map((change) => `${kind.padEnd(8)}${describe(change)}`),
  )
  return [
    `${count('new')} new, ${count('gone')} gone, ${count('price')} with other prices, ${count('changed')} changed, ${unchanged} unchanged.`,
    ...limitLines(lines),
  ]
}

function describe(change: PlanChange): string {
  const { before, after, fields } = change
  const kind = changeKind(change)
  if (kind === 'gone') return after.id
  if (kind === 'new' || before === null) return `${after.id}  ${pricesOf(after)}`
  if (kind === 'price') return `${after.id}  ${pricesOf(before)} → ${pricesOf(after)}`
  return `${after.id}  ${fields.join(', ')}`
}

function pricesOf({ prices }: Pick<PlanRecord, 'prices'>): string {
  const parsed = storedPrices.safeParse(JSON.parse(prices))
  if (!parsed.success) return 'no price'
  return Object.entries(parsed.data)
    .map(([currency, minor]) => `${decimalOf({ minor, currency })} ${currency}`)
    .join(', ')
}
