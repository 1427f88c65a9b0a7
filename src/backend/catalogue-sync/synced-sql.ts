import { literal } from '../sql-text.ts'
import type { CatalogueSync } from './sync-draft.ts'
import { dayMs, isoAfter } from '../../domain/time-units.ts'

/** Returns statements to run after a sync by staff. They schedule the next sync and end alerts. */
export function syncedSql({ supplier, tooLow }: CatalogueSync, now: Date): string[] {
  const next = literal(isoAfter(now, dayMs))
  const time = literal(now.toISOString())
  return [
    `INSERT INTO catalogue_syncs (supplier, next_at, synced_at)
    VALUES (${literal(supplier)}, ${next}, ${time})
    ON CONFLICT DO UPDATE SET next_at = ${next}, synced_at = ${time}, failures = 0;`,
    `UPDATE alerts SET ended_at = ${time} WHERE (kind = 'catalogue-sync'
        OR kind = 'prices-too-low' AND ${tooLow.length === 0})
      AND subject = ${literal(supplier)} AND ended_at IS NULL;`,
  ]
}
