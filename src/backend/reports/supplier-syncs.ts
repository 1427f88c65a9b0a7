import type { BackendContext } from '../context.ts'

/** The last sync of a supplier's catalogue. */
export type SupplierSync = {
  readonly supplier: string
  /** Null when the catalogue was never synced. */
  readonly syncedAt: string | null
  /** Null when the catalogue is not synced every day. */
  readonly nextAt: string | null
  /** Failures since the last successful sync. */
  readonly failures: number
  /** Number of plans that the supplier sells, counted up to 10,000. */
  readonly plans: number
  /** Number of syncs by staff. */
  readonly version: number
}

/** Returns the last syncs of the given suppliers, in the same order. */
export async function listSyncs(
  { db }: Pick<BackendContext, 'db'>,
  suppliers: readonly string[],
): Promise<SupplierSync[]> {
  const { results } = await db
    .prepare(
      `SELECT each.value AS supplier, s.synced_at AS syncedAt, s.next_at AS nextAt,
        coalesce(s.failures, 0) AS failures,
        (SELECT count(*) FROM (SELECT 1 FROM tariff_sources source
          WHERE source.supplier = each.value AND source.is_available = 1 LIMIT 10000)) AS plans,
        (SELECT count(*) FROM audit a
          WHERE a.subject_kind = 'supplier' AND a.subject_id = each.value) AS version
      FROM json_each(?) AS each LEFT JOIN catalogue_syncs s ON s.supplier = each.value
      ORDER BY each.key`,
    )
    .bind(JSON.stringify(suppliers))
    .all<SupplierSync>()
  return results
}
