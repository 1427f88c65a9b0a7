import { prices as storedPrices } from '../api/common.ts'
import type { Money, Prices } from '../kit/money.shared.ts'
import { prepareRows, storedJson } from '../kit/db.ts'
import { hasStock } from './can-sell.ts'
import { storedColumns, storedPageSize, toStoredPlan } from './plan-changes.ts'
import type { PlanDatabase, StoredPlan } from './plan-changes.ts'
import { raw, readRow, readRows, sql } from '../kit/sql.ts'

type StoredSource = {
  readonly planCode: string
  readonly cost: Money | null
  readonly minimumPrice: Money | null
  readonly activationDays: number | null
  /** 1: the source is available, or out of stock for a few hours. */
  readonly isOffered: 0 | 1
  /** 1: the shop has profiles of the plan, or another supplier offers the plan. */
  readonly hasOtherSupplier: 0 | 1
  /** The supplier's other codes of the plan, and whether each is offered. */
  readonly otherCodes: { readonly [code: string]: 0 | 1 }
}

/** A supplier's plan that is a source of a plan in the shop. */
export type KnownSource = StoredSource & {
  readonly tariff: StoredPlan
  readonly setPrices: Prices
}

/** SQL: whether a source is available, or out of stock for a few hours. */
const isOffered = (source: string) =>
  `(${source}.is_available = 1 OR ${source}.back_at IS NOT NULL)`

const money = (name: string) => `json(iif(
  s.${name}_minor IS NULL OR s.${name}_currency IS NULL, NULL,
  json_object('minor', s.${name}_minor, 'currency', s.${name}_currency)))`

const selectSources = `SELECT ${storedColumns}, json_object('planCode', s.plan_code,
    'cost', ${money('cost')}, 'minimumPrice', ${money('minimum')},
    'activationDays', s.activation_days, 'isOffered', ${isOffered('s')},
    'hasOtherSupplier', ${hasStock('t.id')} OR EXISTS (SELECT 1 FROM plan_sources other
      WHERE other.plan_id = t.id AND ${isOffered('other')} AND other.supplier <> s.supplier),
    'otherCodes', json((SELECT json_group_object(other.plan_code, ${isOffered('other')})
      FROM plan_sources other WHERE other.plan_id = t.id AND other.supplier = s.supplier
      AND other.plan_code <> s.plan_code))) AS source
  FROM plans t JOIN plan_sources s ON s.plan_id = t.id`

type KnownSourceRow = Parameters<typeof toStoredPlan>[0] & { readonly source: string }

function toSource({ source, ...row }: KnownSourceRow): KnownSource {
  const stored: StoredSource = JSON.parse(source)
  const setPrices = storedJson(storedPrices, row.set_prices, {})
  return { ...stored, setPrices, tariff: toStoredPlan(row) }
}

/** Returns whether something else can deliver the plan of a source. */
export function hasOtherSource({ hasOtherSupplier, otherCodes }: KnownSource): boolean {
  return hasOtherSupplier === 1 || Object.values(otherCodes).includes(1)
}

/** Returns the shop's sources with these plan codes of a supplier. */
export async function readSourcesByCode(
  db: PlanDatabase,
  supplier: string,
  planCodes: readonly string[],
): Promise<KnownSource[]> {
  const sources: KnownSource[] = []
  const select = (codes: string) => sql`${raw(selectSources)} WHERE s.supplier = ${supplier}
    AND s.plan_code IN (SELECT value FROM json_each(${codes}))`
  for (const statement of prepareRows(db, planCodes, select))
    sources.push(...(await statement.all<KnownSourceRow>()).results.map(toSource))
  return sources
}

/**
 * A supplier may have replaced the code of a plan, whose old source is then unavailable. A sync
 * uses the same order.
 */
const describingOrder = (source: string) => `${isOffered(source)} DESC, ${source}.plan_code`

/**
 * Returns the source that describes a plan, or null if no supplier's catalogue describes the plan.
 */
export async function findDescribingSource(db: PlanDatabase, tariffID: string) {
  const found = await readRow<KnownSourceRow>(db)`${raw(selectSources)} WHERE t.id = ${tariffID}
      AND s.supplier = t.supplier
    ORDER BY ${raw(describingOrder('s'))} LIMIT 1`
  return found && toSource(found)
}

/** Returns the describing source of each plan that has one, page by page. */
export async function* readDescribingSources(db: PlanDatabase): AsyncGenerator<KnownSource[]> {
  for (let last = ''; ;) {
    const results = await readRows<KnownSourceRow>(db)`${raw(selectSources)}
      WHERE t.supplier IS NOT NULL AND s.supplier = t.supplier AND t.id > ${last}
        AND s.plan_code = (SELECT plan_code FROM plan_sources describing
          WHERE describing.plan_id = t.id AND describing.supplier = t.supplier
          ORDER BY ${raw(describingOrder('describing'))} LIMIT 1)
      ORDER BY t.id LIMIT ${raw(storedPageSize)}`
    yield results.map(toSource)
    const end = results.at(-1)
    if (!end || results.length < storedPageSize) return
    last = end.id
  }
}

/** A code of a supplier, and whether the supplier offered the plan so far. */
type ListedCode = { readonly code: string; readonly isOffered: 0 | 1 }

/**
 * Returns the codes of a supplier's plans that it offers or that the shop lists. A plan that the
 * supplier refused stays in the lists until a sync.
 */
export async function readListedCodes(db: PlanDatabase, supplier: string): Promise<ListedCode[]> {
  return readRows<ListedCode>(db)`SELECT s.plan_code AS code,
      max(${raw(isOffered('s'))}) AS isOffered
    FROM plan_sources s JOIN plans t ON t.id = s.plan_id
    WHERE s.supplier = ${supplier} AND (${raw(isOffered('s'))} OR t.supplier = s.supplier
      AND t.is_listed = 1)
    GROUP BY s.plan_code ORDER BY s.plan_code`
}
