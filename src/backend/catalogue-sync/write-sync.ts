import { z } from 'zod'
import type { Currency } from '../../domain/money.ts'
import { changedPlans, failIfChanged } from '../catalogue-changes/unchanged-plans.ts'
import type { SqlStore } from '../sql-store.ts'
import { numberingBatches, syncParts, syncSql } from './sync-batches.ts'
import type { CatalogueSync } from './sync-draft.ts'

const plan = z.object({ id: z.string() })

/**
 * Skips plans that staff changed after the comparison, which can take minutes. The next sync
 * updates them.
 */
export async function writeSync(
  store: SqlStore,
  sync: CatalogueSync,
  base: Currency,
  now: Date,
): Promise<void> {
  for (const part of syncParts(sync)) await writePart(store, part, base, now)
  for (const batch of numberingBatches(sync)) await store.execute(batch)
}

async function writePart(
  store: SqlStore,
  part: CatalogueSync,
  base: Currency,
  now: Date,
): Promise<void> {
  const current = await withoutChanged(store, part)
  try {
    await store.execute([...failIfChanged(current.tariffs), ...syncSql(current, base, now)])
  } catch (error) {
    const rest = await withoutChanged(store, current)
    if (rest.tariffs.length === current.tariffs.length) throw error
    await writePart(store, rest, base, now)
  }
}

/** Removes plans that changed after the comparison, and their sources. */
async function withoutChanged(
  { query }: Pick<SqlStore, 'query'>,
  part: CatalogueSync,
): Promise<CatalogueSync> {
  const changed = new Set<string>()
  for (const select of changedPlans(part.tariffs))
    for (const { id } of await query(select, plan)) changed.add(id)
  return {
    ...part,
    tariffs: part.tariffs.filter(({ after }) => !changed.has(after.id)),
    sources: part.sources.filter(({ tariffID }) => !changed.has(tariffID)),
  }
}
