import { z } from 'zod'
import type { Currency } from '../kit/money.shared.ts'
import { changedPlans, failIfChanged, knownTitlesSql } from './stored-plans.ts'
import type { SqlStore } from '../kit/sql-store.ts'
import type { CatalogueSync, SourceChange } from './sync-draft.ts'
import { locales } from '../words/locales.shared.ts'
import { refreshPlacements } from './can-sell.ts'
import { raiseContentVersion } from './content-version.ts'
import { plansPerTransaction, tariffChangesSql } from './plan-changes.ts'
import { searchTitle } from './place-titles.ts'
import { insertRows, jsonStatements, replaceOn, literal } from '../kit/sql-text.ts'
import { dayMs, isoAfter } from '../kit/time.shared.ts'

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

/** By default, the shop's own stock has priority 0 and is sold first. */
const priority = 10

const sourceColumns = [
  'tariff_id',
  'supplier',
  'plan_code',
  'priority',
  'cost_minor',
  'cost_currency',
  'minimum_minor',
  'minimum_currency',
  'activation_days',
  'is_available',
  'back_at',
  'seen_at',
]
/**
 * SQL: the supplier refused the plan as gone after the sync began, or in the same run of the
 * scheduled jobs, so its list can be older. SQLite uses the index of refused orders only with its
 * own condition.
 */
const isGoneSince = `EXISTS (SELECT 1 FROM supplier_orders o
  WHERE o.ended_at >= excluded.seen_at AND o.refusal IN ('plan-gone', 'out-of-stock')
    AND o.refusal = 'plan-gone' AND o.kind = 'plan'
    AND o.supplier = excluded.supplier AND o.plan_code = excluded.plan_code)`
/** A catalogue also lists plans without stock, so a plan that was out of stock stays paused. */
const isStillPaused = `excluded.is_available = 1
  AND (tariff_sources.back_at IS NOT NULL OR ${isGoneSince})`
const pauseColumns = ['is_available', 'back_at']

/** The operator may have set the priority, so a sync does not change it. */
const onKnownSource = [
  replaceOn(
    ['tariff_id', 'supplier', 'plan_code'],
    sourceColumns.filter((column) => column !== 'priority' && !pauseColumns.includes(column)),
  ),
  ...pauseColumns.map(
    (column) => `${column} = CASE WHEN ${isStillPaused} THEN tariff_sources.${column}
      ELSE excluded.${column} END`,
  ),
].join(', ')

/**
 * Returns statements that write a sync, in one batch per transaction. Returns no batches when
 * nothing changed. `now` is a time before the sync read the catalogue. `seen_at` is the time of a
 * source's last change, because D1 bills each written row.
 */
export function syncBatches(sync: CatalogueSync, base: Currency, now: Date): string[][] {
  return syncParts(sync).map((part) => syncSql(part, base, now))
}

/** Splits a sync into parts that each fit into one transaction. */
function syncParts(sync: CatalogueSync): CatalogueSync[] {
  const plans = new Set([
    ...sync.tariffs.map(({ after }) => after.id),
    ...sync.sources.map(({ tariffID }) => tariffID),
  ])
  const ids = [...plans]
  const starts = ids.keys().filter((index) => index % plansPerTransaction === 0)
  return Array.from(starts, (start) => {
    const chunk = new Set(ids.slice(start, start + plansPerTransaction))
    return {
      ...sync,
      tariffs: sync.tariffs.filter(({ after }) => chunk.has(after.id)),
      sources: sync.sources.filter(({ tariffID }) => chunk.has(tariffID)),
      // The first part writes all operators and countries.
      ...(start === 0 ? {} : { operators: new Map(), countries: new Set() }),
    }
  })
}

/** Returns statements that write a part of a sync. */
function syncSql(part: CatalogueSync, base: Currency, now: Date): string[] {
  const { supplier, tariffs, sources } = part
  return [
    ...dictionariesSql(part),
    ...tariffChangesSql(tariffs, base, sourcesSql(supplier, sources, now)),
    ...jsonStatements(
      sources.map(({ tariffID }) => tariffID),
      (list) => refreshPlacements(`tariff_id IN (SELECT value FROM json_each(${list}))`),
    ),
    ...(tariffs.length > 0 ? [raiseContentVersion] : []),
  ]
}

/**
 * Does not change existing operators and countries, because the shop's operator may have edited
 * them.
 */
function dictionariesSql({ operators, countries }: CatalogueSync): string[] {
  return [
    ...insertRows(
      'operators',
      ['ident', 'title', 'search_title'],
      Array.from(operators, ([ident, title]) => [ident, title, searchTitle(title)]),
      // Older releases wrote other search titles.
      `ON CONFLICT DO UPDATE SET search_title = excluded.search_title
      WHERE title = excluded.title AND search_title <> excluded.search_title`,
    ),
    ...insertRows(
      'countries',
      ['code'],
      Array.from(countries, (code) => [code]),
      'ON CONFLICT DO NOTHING',
    ),
    ...knownTitlesSql([...countries], locales),
  ]
}

function sourcesSql(supplier: string, sources: readonly SourceChange[], now: Date): string[] {
  const rows = sources.map((source) => {
    const { tariffID, planCode, cost, minimumPrice, activationDays, isAvailable } = source
    return [
      tariffID,
      supplier,
      planCode,
      priority,
      cost?.minor ?? null,
      cost?.currency ?? null,
      minimumPrice?.minor ?? null,
      minimumPrice?.currency ?? null,
      activationDays,
      isAvailable,
      null,
      now.toISOString(),
    ]
  })
  return insertRows('tariff_sources', sourceColumns, rows, onKnownSource)
}

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
