import type { Currency } from '../../domain/money.ts'
import { placementRow } from './placement-rows.ts'
import { tariffFields } from './tariff-record.ts'
import type { TariffRecord } from './tariff-record.ts'

export type StoredTariff = {
  readonly record: TariffRecord
  /** In minor units of the base currency. Null if the plan is in no list. */
  readonly listedPrice: number | null
  readonly isOffSale: boolean
  /** The plan version. */
  readonly changes: number
}

export type TariffChange = {
  readonly before: TariffRecord | null
  readonly after: TariffRecord
  /** The plan version that was compared, or null for a new plan. */
  readonly changes: number | null
  /** Columns that differ. */
  readonly fields: readonly (keyof TariffRecord)[]
  /** The columns to write to lists. `prices` does not update indexes without a price. */
  readonly placements: 'same' | 'prices' | 'all'
}

/**
 * Compares a plan with the database. Returns null when the database already has these values. A
 * plan that staff took off sale stays off sale.
 */
export function compareTariff(
  stored: StoredTariff | undefined,
  described: TariffRecord,
  base: Currency,
): TariffChange | null {
  const after = stored?.isOffSale ? { ...described, is_listed: 0 as const } : described
  const before = stored?.record ?? null
  const fields = tariffFields.filter((field) => before?.[field] !== after[field])
  const placements = placementChange(stored, after, base)
  if (fields.length === 0 && placements === 'same') return null
  return { before, after, changes: stored?.changes ?? null, fields, placements }
}

function placementChange(
  stored: StoredTariff | undefined,
  after: TariffRecord,
  base: Currency,
): TariffChange['placements'] {
  const next = placementRow(after, base)
  if (!stored || stored.record.is_listed === 0 || next === null || stored.listedPrice === null)
    return (stored?.listedPrice ?? null) === null && next === null ? 'same' : 'all'
  const record = { ...stored.record, prices: after.prices }
  const known = placementRow(record, base)
  if (JSON.stringify(known) !== JSON.stringify(next)) return 'all'
  return stored.listedPrice === next.price ? 'same' : 'prices'
}

/** Kinds of changes that the shop shows to the operator, most important first. */
export const changeKinds = ['new', 'gone', 'price', 'changed'] as const
export type ChangeKind = (typeof changeKinds)[number]

/**
 * Returns the kind that summaries count the change under: `gone` and `new` are about lists of
 * plans.
 */
export function changeKind({ before, after, fields }: TariffChange): ChangeKind {
  if (after.is_listed === 0) return before?.is_listed === 1 ? 'gone' : 'changed'
  if (before === null || before.is_listed === 0) return 'new'
  return fields.includes('prices') ? 'price' : 'changed'
}
