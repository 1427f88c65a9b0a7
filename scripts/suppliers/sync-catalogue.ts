import { describeSync } from '../../src/backend/catalogue-sync/describe-sync.ts'
import { planSync } from '../../src/backend/catalogue-sync/plan-sync.ts'
import { syncBatches } from '../../src/backend/catalogue-sync/sync-batches.ts'
import type { SqlStore } from '../../src/backend/sql-store.ts'
import { literal } from '../../src/backend/sql-text.ts'
import type { Supplier } from '../../src/backend/suppliers/supplier.ts'
import type { Currencies } from '../../src/domain/money.ts'
import type { SyncCommand } from './sync-arguments.ts'

type Sync = {
  readonly lines: readonly string[]
  /** Why nothing was written. */
  readonly refused: readonly string[]
}

const dayMs = 86_400_000

/**
 * Compares a supplier's catalogue with the shop and writes the difference. From then on the shop
 * syncs it every day.
 */
export async function syncCatalogue(
  store: SqlStore,
  supplier: Pick<Supplier, 'id' | 'catalogue'>,
  {
    currencies,
    now,
    isDryRun,
    isConfirmed,
  }: Pick<SyncCommand, 'isDryRun' | 'isConfirmed'> & {
    readonly currencies: Currencies
    readonly now: Date
  },
): Promise<Sync> {
  const sync = await planSync(store, supplier, currencies)
  const lines = describeSync(sync)
  if (isDryRun) return { lines: [...lines, 'Dry run: nothing was written.'], refused: sync.risks }
  if (sync.risks.length > 0 && !isConfirmed) return { lines, refused: sync.risks }
  for (const batch of syncBatches(sync, currencies[0], now)) await store.execute(batch)
  const next = literal(new Date(now.getTime() + dayMs).toISOString())
  const time = literal(now.toISOString())
  await store.execute([
    `INSERT INTO catalogue_syncs (supplier, next_at, synced_at)
    VALUES (${literal(supplier.id)}, ${next}, ${time})
    ON CONFLICT DO UPDATE SET next_at = ${next}, synced_at = ${time}, failures = 0;`,
    `UPDATE alerts SET ended_at = ${time} WHERE (kind = 'catalogue-sync'
        OR kind = 'prices-too-low' AND ${sync.tooLow.length === 0})
      AND subject = ${literal(supplier.id)} AND ended_at IS NULL;`,
  ])
  return { lines, refused: [] }
}
