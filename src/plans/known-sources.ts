import { z } from 'zod'
import { prices as storedPrices } from '../api/common.ts'
import type { Money, Prices } from '../kit/money.shared.ts'
import type { SqlStore } from '../kit/sql-store.ts'
import { jsonStatements, literal } from '../kit/sql-text.ts'
import { hasStock } from './can-sell.ts'
import { storedColumns, storedRow, toStoredTariff } from './stored-plans.ts'
import type { StoredTariff } from './plan-changes.ts'
import { readJsonColumn } from '../kit/stored-json.ts'

/** A supplier's plan that is a source of a plan in the shop. */
export type KnownSource = {
  readonly planCode: string
  readonly tariff: StoredTariff
  readonly setPrices: Prices
  readonly cost: Money | null
  readonly minimumPrice: Money | null
  readonly activationDays: number | null
  readonly isAvailable: boolean
  /** The source is available, or out of stock for a few hours. */
  readonly isOffered: boolean
  /** The shop has profiles of the plan, or another source of the plan is offered. */
  readonly hasOtherSource: boolean
  /** The shop has profiles of the plan, or another supplier offers the plan. */
  readonly hasOtherSupplier: boolean
  /** The supplier's other codes of the plan, and whether each is offered. */
  readonly otherCodes: ReadonlyMap<string, boolean>
}

/** Rows per query. */
const pageSize = 5000

const row = storedRow.extend({
  plan_code: z.string(),
  set_prices: z.string(),
  cost_minor: z.int().nullable(),
  cost_currency: z.string().nullable(),
  minimum_minor: z.int().nullable(),
  minimum_currency: z.string().nullable(),
  activation_days: z.int().nullable(),
  is_available: z.literal([0, 1]),
  is_offered: z.literal([0, 1]),
  has_other_supplier: z.literal([0, 1]),
  other_codes: z.string(),
})
const otherCodes = z.record(z.string(), z.literal([0, 1]))
const anyPrices = storedPrices.or(z.record(z.string(), z.never()))

/** SQL: whether a source is available, or out of stock for a few hours. */
const isOffered = (source: string) =>
  `(${source}.is_available = 1 OR ${source}.back_at IS NOT NULL)`

const selectSources = `SELECT ${storedColumns}, s.plan_code, t.set_prices, s.cost_minor,
    s.cost_currency, s.minimum_minor, s.minimum_currency, s.activation_days, s.is_available,
    ${isOffered('s')} AS is_offered,
    ${hasStock('t.id')} OR EXISTS (SELECT 1 FROM tariff_sources other
      WHERE other.tariff_id = t.id AND ${isOffered('other')}
      AND other.supplier <> s.supplier) AS has_other_supplier,
    (SELECT json_group_object(other.plan_code, ${isOffered('other')}) FROM tariff_sources other
      WHERE other.tariff_id = t.id AND other.supplier = s.supplier
      AND other.plan_code <> s.plan_code) AS other_codes
  FROM tariffs t JOIN tariff_sources s ON s.tariff_id = t.id`

/** Returns the shop's sources with these plan codes of a supplier. */
export async function readSourcesByCode(
  { query }: Pick<SqlStore, 'query'>,
  supplier: string,
  planCodes: readonly string[],
): Promise<KnownSource[]> {
  const sources: KnownSource[] = []
  for (const select of jsonStatements(
    planCodes,
    (codes) => `${selectSources} WHERE s.supplier = ${literal(supplier)}
      AND s.plan_code IN (SELECT value FROM json_each(${codes}))`,
  ))
    sources.push(...(await query(select, row)).map(toSource))
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
export async function findDescribingSource(
  { query }: Pick<SqlStore, 'query'>,
  tariffID: string,
): Promise<KnownSource | null> {
  const [found] = await query(
    `${selectSources} WHERE t.id = ${literal(tariffID)} AND s.supplier = t.supplier
    ORDER BY ${describingOrder('s')} LIMIT 1`,
    row,
  )
  return found ? toSource(found) : null
}

/** Returns the describing source of each plan that has one, page by page. */
export async function* readDescribingSources({
  query,
}: Pick<SqlStore, 'query'>): AsyncGenerator<KnownSource[]> {
  for (let last = ''; ;) {
    const rows = await query(
      `${selectSources} WHERE t.supplier IS NOT NULL AND s.supplier = t.supplier
        AND t.id > ${literal(last)}
        AND s.plan_code = (SELECT plan_code FROM tariff_sources describing
          WHERE describing.tariff_id = t.id AND describing.supplier = t.supplier
          ORDER BY ${describingOrder('describing')} LIMIT 1)
      ORDER BY t.id LIMIT ${pageSize}`,
      row,
    )
    yield rows.map(toSource)
    const end = rows.at(-1)
    if (!end || rows.length < pageSize) return
    last = end.id
  }
}

/** A code of a supplier, and whether the supplier offered the plan so far. */
type ListedCode = { readonly code: string; readonly isOffered: boolean }

/**
 * Returns the codes of a supplier's plans that it offers or that the shop lists, page by page. A
 * plan that the supplier refused stays in the lists until a sync.
 */
export async function* listedCodes(
  { query }: Pick<SqlStore, 'query'>,
  supplier: string,
): AsyncGenerator<ListedCode[]> {
  for (let last = ''; ;) {
    const rows = await query(
      `SELECT s.plan_code, max(${isOffered('s')}) AS is_offered
      FROM tariff_sources s JOIN tariffs t ON t.id = s.tariff_id
      WHERE s.supplier = ${literal(supplier)} AND s.plan_code > ${literal(last)}
        AND (${isOffered('s')} OR t.supplier = s.supplier AND t.is_listed = 1)
      GROUP BY s.plan_code ORDER BY s.plan_code LIMIT ${pageSize}`,
      row.pick({ plan_code: true, is_offered: true }),
    )
    yield rows.map((each) => ({ code: each.plan_code, isOffered: each.is_offered === 1 }))
    const end = rows.at(-1)
    if (!end || rows.length < pageSize) return
    last = end.plan_code
  }
}

function toSource(found: z.output<typeof row>): KnownSource {
  const hasOtherSupplier = found.has_other_supplier === 1
  const codes = Object.entries(
    readJsonColumn('tariff_sources.other_codes', otherCodes, found.other_codes),
  )
  return {
    planCode: found.plan_code,
    tariff: toStoredTariff(found),
    setPrices: readJsonColumn('tariffs.set_prices', anyPrices, found.set_prices),
    cost: moneyOf(found.cost_minor, found.cost_currency),
    minimumPrice: moneyOf(found.minimum_minor, found.minimum_currency),
    activationDays: found.activation_days,
    isAvailable: found.is_available === 1,
    isOffered: found.is_offered === 1,
    hasOtherSource: hasOtherSupplier || codes.some(([, isOther]) => isOther === 1),
    hasOtherSupplier,
    otherCodes: new Map(codes.map(([code, isOther]) => [code, isOther === 1])),
  }
}

function moneyOf(minor: number | null, currency: string | null): Money | null {
  return minor === null || currency === null ? null : { minor, currency }
}
