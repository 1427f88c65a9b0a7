import { refreshPlacements } from '../plans/can-sell.ts'
import type { SourcingContext } from './claims.ts'

type CodePage = { readonly supplier: string; readonly after: string; readonly end: string | null }

/**
 * Plan codes per page. A plan has up to several hundred placements, and D1 ends a statement after
 * 30 s.
 */
const pageSize = 200
/** Leaves queries for other jobs, because all jobs of a run share 1,000 queries. */
const mostPages = 50

/**
 * Marks the placements of all plans of a supplier for a refresh. Run it in the batch that changes
 * the supplier.
 */
export function markPlansOutdated(db: D1Database, supplierID: string): D1PreparedStatement {
  return db.prepare(`UPDATE suppliers SET refreshed_to = '' WHERE id = ?`).bind(supplierID)
}

/** Refreshes the placements of changed suppliers. A later run continues with the rest. */
export async function refreshOutdatedPlans({ db }: Pick<SourcingContext, 'db'>): Promise<void> {
  for (let count = 0; count < mostPages; count += 1) {
    const page = await nextPage(db)
    if (page === null) return
    await db.batch(refreshPage(db, page))
  }
}

async function nextPage(db: D1Database): Promise<CodePage | null> {
  return db
    .prepare(
      `SELECT suppliers.id AS supplier, suppliers.refreshed_to AS after,
        (SELECT source.plan_code FROM tariff_sources source
          WHERE source.supplier = suppliers.id AND source.plan_code > suppliers.refreshed_to
          ORDER BY source.plan_code LIMIT 1 OFFSET ${pageSize - 1}) AS end
      FROM suppliers WHERE suppliers.refreshed_to IS NOT NULL LIMIT 1`,
    )
    .first<CodePage>()
}

/**
 * If the supplier has changed again in the meantime, its refresh still starts from the first page.
 */
function refreshPage(db: D1Database, { supplier, after, end }: CodePage): D1PreparedStatement[] {
  return [
    db
      .prepare(
        refreshPlacements(`tariff_id IN (SELECT tariff_id FROM tariff_sources
          WHERE supplier = ?1 AND plan_code > ?2 AND (?3 IS NULL OR plan_code <= ?3))`),
      )
      .bind(supplier, after, end),
    db
      .prepare('UPDATE suppliers SET refreshed_to = ?3 WHERE id = ?1 AND refreshed_to = ?2')
      .bind(supplier, after, end),
  ]
}
