import { prices as storedPrices } from '../../src/contract/common.ts'
import { decimalOf } from '../../src/domain/money.ts'
import type { TariffChange } from '../../src/backend/catalogue/tariff-changes.ts'
import type { TariffRecord } from '../../src/backend/catalogue/tariff-record.ts'

const maxLines = 50

/** A difference for the operator: counts, then up to 50 plans. */
export function describePlans(changes: readonly TariffChange[], unchanged: number): string[] {
  const groups = Map.groupBy(changes, kindOf)
  const count = (kind: ReturnType<typeof kindOf>) => groups.get(kind)?.length ?? 0
  const lines = (['new', 'gone', 'price', 'changed'] as const).flatMap((kind) =>
    (groups.get(kind) ?? []).map((change) => `${kind.padEnd(8)}${describe(change)}`),
  )
  return [
    `${count('new')} new, ${count('gone')} gone, ${count('price')} with other prices, ${count('changed')} changed, ${unchanged} unchanged.`,
    ...lines.slice(0, maxLines),
    ...(lines.length > maxLines ? [`… and ${lines.length - maxLines} more`] : []),
  ]
}

function kindOf({ before, after, fields }: TariffChange): 'new' | 'gone' | 'price' | 'changed' {
  if (after.is_listed === 0) return before?.is_listed === 1 ? 'gone' : 'changed'
  if (before === null || before.is_listed === 0) return 'new'
  return fields.includes('prices') ? 'price' : 'changed'
}

function describe(change: TariffChange): string {
  const { before, after, fields } = change
  const kind = kindOf(change)
  if (kind === 'gone') return after.id
  if (kind === 'new' || before === null) return `${after.id}  ${pricesOf(after)}`
  if (kind === 'price') return `${after.id}  ${pricesOf(before)} → ${pricesOf(after)}`
  return `${after.id}  ${fields.join(', ')}`
}

export function pricesOf({ prices }: Pick<TariffRecord, 'prices'>): string {
  const parsed = storedPrices.safeParse(JSON.parse(prices))
  if (!parsed.success) return 'no price'
  return Object.entries(parsed.data)
    .map(([currency, minor]) => `${decimalOf({ minor, currency })} ${currency}`)
    .join(', ')
}
