import type { Currency } from '../kit/money.shared.ts'
import { insertRows, replaceOn } from '../kit/db.ts'
import { failIfChanged, planStatements, readChangedPlans, transactionsOf } from './plan-changes.ts'
import type { PlanDatabase } from './plan-changes.ts'
import type { CatalogueSync, SourceChange } from './plan-sync.ts'
import { refreshPlacements } from './can-sell.ts'
import { withTitles } from './catalogue-difference.ts'
import { raiseContentVersion } from './content-version.ts'
import { searchTitle } from './places.ts'
import { hourMs, isoAfter } from '../kit/time.shared.ts'
import { prepare, sql } from '../kit/sql.ts'

/**
 * Skips plans that staff changed after the comparison, which can take minutes. The next sync
 * updates them.
 */
export async function writeSync(
  db: PlanDatabase,
  sync: CatalogueSync,
  base: Currency,
  now: Date,
): Promise<void> {
  for (const part of syncParts(sync)) await writePart(db, part, base, now)
}

async function writePart(
  db: PlanDatabase,
  part: CatalogueSync,
  base: Currency,
  now: Date,
): Promise<void> {
  const current = await withoutChanged(db, part)
  const statements = syncStatements(db, current, base, now)
  if (statements.length === 0) return
  try {
    await db.batch([...failIfChanged(db, current.plans), ...statements])
  } catch (error) {
    const rest = await withoutChanged(db, current)
    if (rest.plans.length === current.plans.length) throw error
    await writePart(db, rest, base, now)
  }
}

/** Removes plans that changed after the comparison, and their sources. */
async function withoutChanged(db: PlanDatabase, part: CatalogueSync): Promise<CatalogueSync> {
  const changed = await readChangedPlans(db, part.plans)
  return selectPlans(part, (id) => !changed.has(id))
}

function selectPlans(sync: CatalogueSync, isSelected: (id: string) => boolean): CatalogueSync {
  return {
    ...sync,
    plans: sync.plans.filter(({ after }) => isSelected(after.id)),
    sources: sync.sources.filter(({ tariffID }) => isSelected(tariffID)),
  }
}

/**
 * Returns statements that write a sync, in one batch per transaction. Returns no batches when
 * nothing changed. `now` is a time before the sync read the catalogue. `seen_at` is the time of a
 * source's last change, because D1 bills each written row.
 */
export function syncBatches(
  db: PlanDatabase,
  sync: CatalogueSync,
  base: Currency,
  now: Date,
): D1PreparedStatement[][] {
  return syncParts(sync).map((part) => syncStatements(db, part, base, now))
}

/** Splits a sync into parts that each fit into one transaction. The first writes all places. */
function syncParts(sync: CatalogueSync): CatalogueSync[] {
  const changed = sync.plans.map(({ after }) => after.id)
  const plans = new Set([...changed, ...sync.sources.map(({ tariffID }) => tariffID)])
  return transactionsOf([...plans]).map((ids, index) => {
    const part = new Set(ids)
    const places = index === 0 ? {} : { operators: new Map(), countries: new Set<string>() }
    return { ...selectPlans(sync, (id) => part.has(id)), ...places }
  })
}

/** Returns statements that write a part of a sync. */
function syncStatements(
  db: PlanDatabase,
  part: CatalogueSync,
  base: Currency,
  now: Date,
): D1PreparedStatement[] {
  const { supplier, plans, sources } = part
  const changed = sources.map(({ tariffID }) => tariffID)
  return [
    ...dictionaryStatements(db, part),
    ...planStatements(db, plans, base, sourceStatements(db, supplier, sources, now)),
    refreshPlacements(
      db,
      sql`plan_id IN (SELECT value FROM json_each(${JSON.stringify(changed)}))`,
    ),
    ...(plans.length > 0 ? [raiseContentVersion(db)] : []),
  ]
}

/**
 * Does not change existing operators and countries, because the shop's operator may have edited
 * them.
 */
function dictionaryStatements(
  db: PlanDatabase,
  { operators, countries }: CatalogueSync,
): D1PreparedStatement[] {
  const named = {
    operators: Array.from(operators, ([ident, title]) => ({
      ident,
      title,
      search_title: searchTitle(title),
    })),
    countries: Array.from(countries, (place) => ({
      place,
      titles: JSON.stringify(withTitles(place, {})),
    })),
  }
  return [
    ...insertRows(db, 'operators', named.operators, 'ON CONFLICT DO NOTHING'),
    ...insertRows(db, 'places', named.countries, 'ON CONFLICT DO NOTHING'),
  ]
}

/** By default, the shop's own stock has priority 0 and is sold first. */
const priority = 10

/**
 * SQL: the supplier refused the plan as gone after the sync began, or in the same run of the
 * scheduled jobs, so its list can be older. SQLite uses the index of refused orders only with its
 * own condition.
 */
const isGoneSince = `EXISTS (SELECT 1 FROM purchases o
  WHERE o.ended_at >= excluded.seen_at AND o.refusal IN ('plan-gone', 'out-of-stock')
    AND o.refusal = 'plan-gone' AND o.kind = 'plan'
    AND o.supplier = excluded.supplier AND o.plan_code = excluded.plan_code)`
/** A catalogue also lists plans without stock, so a plan that was out of stock stays paused. */
const isStillPaused = `excluded.is_available = 1
  AND (plan_sources.back_at IS NOT NULL OR ${isGoneSince})`
const pauseColumns = ['is_available', 'back_at']

function sourceStatements(
  db: PlanDatabase,
  supplier: string,
  sources: readonly SourceChange[],
  now: Date,
): D1PreparedStatement[] {
  const rows = sources.map(({ cost, minimumPrice, ...source }) => ({
    plan_id: source.tariffID,
    supplier,
    plan_code: source.planCode,
    priority,
    cost_minor: cost?.minor ?? null,
    cost_currency: cost?.currency ?? null,
    minimum_minor: minimumPrice?.minor ?? null,
    minimum_currency: minimumPrice?.currency ?? null,
    activation_days: source.activationDays,
    is_available: source.isAvailable,
    back_at: null,
    seen_at: now.toISOString(),
  }))
  // The operator may have set the priority, so a sync does not change it.
  const columns = Object.keys(rows[0] ?? {}).filter(
    (column) => column !== 'priority' && !pauseColumns.includes(column),
  )
  const pauses = pauseColumns.map(
    (column) => `${column} = CASE WHEN ${isStillPaused} THEN plan_sources.${column}
      ELSE excluded.${column} END`,
  )
  const conflict = replaceOn(['plan_id', 'supplier', 'plan_code'], columns)
  return insertRows(db, 'plan_sources', rows, [conflict, ...pauses].join(', '))
}

/** Returns statements to run after a sync by staff. They schedule the next sync and end alerts. */
export function syncedStatements(
  db: PlanDatabase,
  { supplier, tooLow }: CatalogueSync,
  now: Date,
): D1PreparedStatement[] {
  const time = now.toISOString()
  return [
    prepare(db)`INSERT INTO suppliers (id, sync_at, synced_at)
      VALUES (${supplier}, ${isoAfter(now, hourMs)}, ${time})
      ON CONFLICT DO UPDATE SET sync_at = ${isoAfter(now, hourMs)}, synced_at = ${time},
        sync_failures = 0`,
    prepare(db)`UPDATE alerts SET ended_at = ${time} WHERE subject = ${supplier}
        AND ended_at IS NULL
      AND (kind = 'catalogue-sync' OR kind = 'prices-too-low' AND ${Number(tooLow.length === 0)})`,
  ]
}
