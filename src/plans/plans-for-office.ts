import { z } from 'zod'
import { prices as storedPrices } from '../api/common.ts'
import { planDetails, worldRegions } from './operations.ts'
import type { PlanDetails } from './operations.ts'
import type { Money, Prices } from '../kit/money.shared.ts'
import type { Locale } from '../words/locales.shared.ts'
import { ownStock, countStock, nextCost, saleState } from './can-sell.ts'
import type { SaleState } from './can-sell.ts'
import { detailsJson, statedTopUp, planJoins, planColumn, toPlan } from './plan-rows.ts'
import type { PlanRow } from './plan-rows.ts'
import { prepareQuery, runBatch, readJsonColumn, storedJson } from '../kit/db.ts'
import type { BackendContext } from '../context.ts'
import { auditOf } from '../api/audit.ts'
import type { AuditEntry } from '../api/audit.ts'
import { wordsOf } from '../words/words.shared.ts'
import { narrowBySearch } from './places.ts'
import { everywhere } from './placements.ts'
import { supplierFacts } from '../supply/suppliers.ts'
import { planName } from '../words/plan-words.ts'

/** A plan in the back office, with the version that the next action must send. */
export type PlanForOffice = ListedPlan &
  PlanDetails & {
    readonly version: number
    /** Prices that staff set for a supplier's plan. They override price rules. */
    readonly setPrices: Prices
    readonly offSaleAt: string | null
    readonly unlimitedApps: readonly string[]
    /** In the order in which the shop tries them. */
    readonly sources: readonly SourceOfPlan[]
    readonly stock: readonly StockOfPlan[]
    /** Staff actions, oldest first. */
    readonly history: readonly AuditEntry[]
  }

export type SourceOfPlan = {
  readonly supplier: string
  /** '' for the shop's own stock. */
  readonly planCode: string
  readonly priority: number
  readonly cost: Money | null
  readonly isAvailable: boolean
  /** False for own stock without an explicit priority, which has no row. */
  readonly isStored: boolean
}

/** Unsold profiles of equal cost, counted up to `mostProfiles` of the plan. */
export type StockOfPlan = {
  readonly profiles: number
  /** Withdrawn profiles are not for sale. */
  readonly isWithdrawn: boolean
  readonly isSample: boolean
  readonly cost: Money | null
}

type StaffPlanRow = ListedPlanRow & {
  version: number
  set_prices: string
  off_sale_at: string | null
  /** JSON. */
  details: string
  unlimited_apps: string
}
type CostRow = { cost_minor: number | null; cost_currency: string | null }
type SourceRow = CostRow & {
  supplier: string
  plan_code: string
  priority: number
  is_available: number
}
type PlanStockRow = CostRow & { profiles: number; is_withdrawn: number; is_sample: number }

/** Limit of profiles to read. */
const mostProfiles = 10_000

/** Returns a plan with its sources, stock and history, or null for an unknown id. */
export async function planForOffice(
  context: Pick<BackendContext, 'db'>,
  tariffID: string,
  locale: Locale,
): Promise<PlanForOffice | null> {
  const { db } = context
  const [plans, sources, stock] = await runBatch(db, [
    prepareQuery<StaffPlanRow>(db, planSql(locale), tariffID),
    prepareQuery<SourceRow>(db, sourcesSql, tariffID),
    prepareQuery<PlanStockRow>(db, stockSql, tariffID),
  ])
  const [plan] = plans.results
  if (!plan) return null
  const listed = toListedPlan(plan, locale)
  return {
    ...listed,
    version: plan.version,
    setPrices: storedJson(storedPrices, plan.set_prices, {}),
    offSaleAt: plan.off_sale_at,
    ...readJsonColumn('plans.details', planDetails, plan.details),
    unlimitedApps: readJsonColumn('plans.unlimited_apps', z.array(z.string()), plan.unlimited_apps),
    sources: withStock(sources.results.map(toSource), listed),
    stock: stock.results.map(toStock),
    history: await auditOf(context, { kind: 'plan', id: tariffID }),
  }
}

function planSql(locale: Locale): string {
  return `SELECT ${listedPlanColumns(locale)}, v.version, t.set_prices, t.off_sale_at,
      t.unlimited_apps, ${detailsJson({ topUp: statedTopUp })} AS details
    FROM plans t ${planJoins} JOIN plan_versions v ON v.plan_id = ?1 WHERE t.id = ?1`
}

const sourcesSql = `SELECT supplier, plan_code, priority, cost_minor, cost_currency, is_available
  FROM plan_sources WHERE plan_id = ? ORDER BY priority, supplier, plan_code LIMIT 50`

const stockSql = `SELECT count(*) AS profiles, cost_minor, cost_currency, is_sample,
    withdrawn_at IS NOT NULL AS is_withdrawn
  FROM (SELECT * FROM stock WHERE plan_id = ? AND order_id IS NULL LIMIT ${mostProfiles})
  GROUP BY cost_minor, cost_currency, is_sample, is_withdrawn
  ORDER BY is_withdrawn, is_sample, cost_currency, cost_minor LIMIT 50`

/** Adds own stock as the first source, if it has no row. */
function withStock(
  sources: readonly SourceOfPlan[],
  { left, supplier }: ListedPlan,
): readonly SourceOfPlan[] {
  const isKnown = sources.some((source) => source.supplier === ownStock)
  if (isKnown || (left === 0 && supplier !== null)) return sources
  const stock = {
    supplier: ownStock,
    planCode: '',
    priority: 0,
    cost: null,
    isAvailable: true,
    isStored: false,
  }
  return [stock, ...sources]
}

function toSource(row: SourceRow): SourceOfPlan {
  return {
    supplier: row.supplier,
    planCode: row.plan_code,
    priority: row.priority,
    cost: costOf(row),
    isAvailable: row.is_available === 1,
    isStored: true,
  }
}

function toStock(row: PlanStockRow): StockOfPlan {
  return {
    profiles: row.profiles,
    isWithdrawn: row.is_withdrawn === 1,
    isSample: row.is_sample === 1,
    cost: costOf(row),
  }
}

function costOf({ cost_minor: minor, cost_currency: currency }: CostRow): Money | null {
  return minor === null || currency === null ? null : { minor, currency }
}

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

type PlansForOfficePage = {
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
): Promise<PlansForOfficePage> {
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
        CROSS JOIN plans t ON t.id = plan.id
        ORDER BY position LIMIT ${plansPerPage} OFFSET ?1) page
      CROSS JOIN plans t ON t.id = page.id ${planJoins} ORDER BY page.position`,
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
  all: { ranges: [{ id: 'id', from: `FROM plans WHERE id > ''` }], params: [] },
  'sold-out': {
    ranges: [
      {
        id: 'plan_id',
        from: `FROM placements INDEXED BY placements_sold_out
          WHERE place = '${everywhere}' AND in_stock = 0 AND plan_id > ''`,
      },
    ],
    params: [],
  },
  off: { ranges: [{ id: 'id', from: `FROM plans WHERE is_listed = 0 AND id > ''` }], params: [] },
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
    { id: 'id', from: `FROM plans WHERE id >= ${param(query)} AND id < ${param(`${query}~`)}` },
  ]
  const add = (id: string, from: string) => ranges.push({ id, from })
  if (place !== null) add('plan_id', `FROM placements WHERE place = ${param(place)}`)
  // Plans that are not listed have no rows in `placements`.
  if (country !== null) {
    const codes = param(JSON.stringify([country]))
    add('id', `FROM plans WHERE is_listed = 0 AND country_codes = ${codes}`)
  }
  if (operators.length > 0) {
    const idents = `SELECT value FROM json_each(${param(JSON.stringify(operators))})`
    add('id', `FROM plans WHERE operator_ident IN (${idents})`)
  }
  if (supplier !== undefined)
    add('plan_id', `FROM plan_sources WHERE supplier = ${param(supplier)}`)
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

type ListedPlanRow = PlanRow & {
  supplier: string | null
  state: SaleState
  profiles: number
  next_cost: string | null
}

/** Limit of profiles to count, because D1 reads a row for each profile. */
export const mostCounted = 1000

/** Columns of `plans t JOIN operators o` that `toListedPlan` reads. */
function listedPlanColumns(locale: Locale): string {
  return `${planColumn(locale, '1')}, t.supplier, ${saleState} AS state,
    ${nextCost} AS next_cost, ${countStock('t.id', mostCounted)} AS profiles`
}

const cost = z.object({ minor: z.int(), currency: z.string() }).nullable()

function toListedPlan(row: ListedPlanRow, locale: Locale): ListedPlan {
  const words = wordsOf(locale)
  const plan = toPlan(row, words)
  return {
    tariffID: plan.tariffID,
    title: planName({ locale, words }, plan),
    operator: plan.operator.title,
    operatorIdent: plan.operator.ident,
    supplier: row.supplier,
    prices: plan.prices,
    state: row.state,
    left: row.profiles,
    cost: row.next_cost === null ? null : storedJson(cost, row.next_cost, null),
  }
}
