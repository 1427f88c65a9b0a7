import { z } from 'zod'
import { worldRegions } from './operations.ts'
import type { Locale } from '../words/locales.shared.ts'
import { wordsOf } from '../words/words.shared.ts'
import { narrowBySearch } from './countries.ts'
import { everywhere } from './placements.ts'
import { tariffJoins, tariffColumn, toTariff } from './plan-rows.ts'
import type { TariffRow } from './plan-rows.ts'
import type { BackendContext } from '../context.ts'
import { supplierFacts } from '../supply/suppliers.ts'
import type { Money, Prices } from '../kit/money.shared.ts'
import { tariffName } from '../words/plan-words.ts'
import { countStock, nextCost, saleState } from './can-sell.ts'
import type { SaleState } from './can-sell.ts'
import { storedJson } from '../kit/stored-json.ts'

export const planGroups = ['all', 'sold-out', 'off'] as const
export type PlanGroup = (typeof planGroups)[number]

export type PlanSearch = {
  /**
   * The start of a plan's id, a place, an operator or a supplier. '' finds every plan of the group.
   */
  readonly query: string
  /** Ignored when there is a query. */
  readonly group: PlanGroup
  /** Page number, starting at 1. */
  readonly page: number
}

type PlanPage = {
  readonly plans: readonly ListedPlan[]
  /**
   * Number of plans that the search finds, at most `mostPlans`. 0 on a page that does not exist.
   */
  readonly total: number
}

export const plansPerPage = 50
/** Limit of plans to sort and count, because D1 reads a row for each plan. */
export const mostPlans = 5000

/**
 * Returns plans by place, operator, data and days. A search returns plans of one country before
 * plans of several countries. Reads at most `mostPlans` plans through indexes.
 */
export async function listPlans(
  { db }: Pick<BackendContext, 'db'>,
  search: PlanSearch,
  locale: Locale,
): Promise<PlanPage> {
  const query = search.query.trim().toLowerCase()
  const { ranges, params } =
    query === '' ? groupRanges[search.group] : await matchesOf(db, query, locale)
  // At most five ranges, because D1 allows five terms of UNION ALL.
  const ids = ranges.map(
    ({ id, from }) => `SELECT * FROM (SELECT ${id} AS id ${from} LIMIT ${mostPlans})`,
  )
  const sorting = query === '' ? order : `${isForSeveral}, ${order}`
  // ?1 is the number of plans before the page.
  const { results } = await db
    .prepare(
      `SELECT ${listedPlanColumns(locale)}, page.total
      FROM (SELECT t.id, count(*) OVER () AS total, row_number() OVER (ORDER BY ${sorting}) AS position
        FROM (SELECT DISTINCT id FROM (${ids.join(' UNION ALL ')}) LIMIT ${mostPlans}) plan
        CROSS JOIN tariffs t ON t.id = plan.id
        ORDER BY position LIMIT ${plansPerPage} OFFSET ?1) page
      CROSS JOIN tariffs t ON t.id = page.id ${tariffJoins} ORDER BY page.position`,
    )
    .bind((search.page - 1) * plansPerPage, ...params)
    .all<ListedPlanRow & { total: number }>()
  const plans = results.map((row) => toListedPlan(row, locale))
  return { plans, total: results[0]?.total ?? 0 }
}

const isForSeveral = 'json_array_length(t.country_codes) > 1'

const order = `coalesce(t.world_region, t.country_codes ->> 0), t.region_ident, t.operator_ident,
  t.traffic_mb IS NULL, t.traffic_mb, t.validity_days, t.id`

/** A range of an index that ends with the id of a plan. */
type IdRange = { readonly id: string; readonly from: string }
type IdRanges = { readonly ranges: readonly IdRange[]; readonly params: readonly string[] }

const groupRanges: { readonly [group in PlanGroup]: IdRanges } = {
  all: { ranges: [{ id: 'id', from: `FROM tariffs WHERE id > ''` }], params: [] },
  'sold-out': {
    ranges: [
      {
        id: 'tariff_id',
        from: `FROM placements INDEXED BY placements_sold_out
          WHERE place = '${everywhere}' AND in_stock = 0 AND tariff_id > ''`,
      },
    ],
    params: [],
  },
  off: { ranges: [{ id: 'id', from: `FROM tariffs WHERE is_listed = 0 AND id > ''` }], params: [] },
}

async function matchesOf(db: D1Database, query: string, locale: Locale): Promise<IdRanges> {
  const words = wordsOf(locale)
  const narrowed = await narrowBySearch(db, locale, query)
  const { operators, worldRegion } = narrowed
  const region =
    worldRegion ??
    worldRegions.find(
      (each) => each === query || words(`worldRegions.${each}`).toLowerCase() === query,
    )
  // A query such as `tr-` is the start of an id, but would also match country names.
  const country = /^[a-z]{2}-/.test(query) ? null : narrowed.country
  const supplier = supplierFacts.find(({ id }) => id === query)?.id
  const params: string[] = []
  const param = (value: string) => `?${params.push(value) + 1}`
  const place = region ?? country
  const ranges: IdRange[] = [
    { id: 'id', from: `FROM tariffs WHERE id >= ${param(query)} AND id < ${param(`${query}~`)}` },
  ]
  const add = (id: string, from: string) => ranges.push({ id, from })
  if (place !== null) add('tariff_id', `FROM placements WHERE place = ${param(place)}`)
  // Plans that are not listed have no rows in `placements`.
  if (country !== null) {
    const codes = param(JSON.stringify([country]))
    add('id', `FROM tariffs WHERE is_listed = 0 AND country_codes = ${codes}`)
  }
  if (operators.length > 0) {
    const idents = `SELECT value FROM json_each(${param(JSON.stringify(operators))})`
    add('id', `FROM tariffs WHERE operator_ident IN (${idents})`)
  }
  if (supplier !== undefined)
    add('tariff_id', `FROM tariff_sources WHERE supplier = ${param(supplier)}`)
  return { ranges, params }
}

export type ListedPlan = {
  readonly tariffID: string
  /** The name that customers see: place, data and days. */
  readonly title: string
  readonly operator: string
  readonly operatorIdent: string
  /**
   * The supplier whose catalogue describes the plan. Null when the operator's files describe it.
   */
  readonly supplier: string | null
  readonly prices: Prices
  readonly state: SaleState
  /** Profiles for sale, counted up to `mostCounted`. */
  readonly left: number
  /** The shop's cost of the next eSIM. Null when it is unknown or nothing is left. */
  readonly cost: Money | null
}

export type ListedPlanRow = TariffRow & {
  supplier: string | null
  state: SaleState
  profiles: number
  next_cost: string | null
}

/** Limit of profiles to count, because D1 reads a row for each profile. */
export const mostCounted = 1000

/** Columns of `tariffs t JOIN operators o` that `toListedPlan` reads. */
export function listedPlanColumns(locale: Locale): string {
  return `${tariffColumn(locale, '1')}, t.supplier, ${saleState} AS state,
    ${nextCost} AS next_cost, ${countStock('t.id', mostCounted)} AS profiles`
}

const cost = z.object({ minor: z.int(), currency: z.string() }).nullable()

export function toListedPlan(row: ListedPlanRow, locale: Locale): ListedPlan {
  const words = wordsOf(locale)
  const tariff = toTariff(row, words)
  return {
    tariffID: tariff.tariffID,
    title: tariffName({ locale, words }, tariff),
    operator: tariff.operator.title,
    operatorIdent: tariff.operator.ident,
    supplier: row.supplier,
    prices: tariff.prices,
    state: row.state,
    left: row.profiles,
    cost: row.next_cost === null ? null : storedJson(cost, row.next_cost, null),
  }
}
