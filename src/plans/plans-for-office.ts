import { z } from 'zod'
import { prices as storedPrices } from '../api/common.ts'
import { planDetails, worldRegions, type PlanDetails } from './operations.ts'
import type { Money, Prices } from '../kit/money.shared.ts'
import type { Locale } from '../words/locales.shared.ts'
import { ownStock, countStock, nextCost, saleState, type SaleState } from './can-sell.ts'
import { detailsJson, statedTopUp, planJoins, planColumn, toPlan } from './plan-rows.ts'
import type { PlanRow } from './plan-rows.ts'
import { readJsonColumn, storedJson } from '../kit/db.ts'
import type { BackendContext } from '../context.ts'
import { auditOf, type AuditEntry } from '../api/audit.ts'
import { wordsOf } from '../words/words.shared.ts'
import { narrowBySearch } from './places.ts'
import { everywhere } from './placements.ts'
import { supplierFacts } from '../supply/suppliers.ts'
import { planName } from '../words/plan-words.ts'
import { join, prepare, raw, readRows, runBatch, sql, type Sql } from '../kit/sql.ts'

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
  readonly isAvailable: number
  /** 0 for own stock without an explicit priority, which has no row. */
  readonly isStored: number
}

/** Unsold profiles of equal cost, counted up to `mostProfiles` of the plan. */
export type StockOfPlan = {
  readonly profiles: number
  /** Withdrawn profiles are not for sale. */
  readonly isWithdrawn: number
  readonly isSample: number
  readonly cost: Money | null
}

type StaffPlanRow = ListedPlanRow & {
  version: number
  setPrices: string
  offSaleAt: string | null
  details: string
  unlimitedApps: string
}
type CostRow = { minor: number | null; currency: string | null }

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
    prepare<StaffPlanRow>(db)`SELECT ${raw(listedPlanColumns(locale))}, v.version,
        t.set_prices AS setPrices, t.off_sale_at AS offSaleAt, t.unlimited_apps AS unlimitedApps,
        ${raw(detailsJson({ topUp: statedTopUp }))} AS details
      FROM plans t ${raw(planJoins)} JOIN plan_versions v ON v.plan_id = ${tariffID}
      WHERE t.id = ${tariffID}`,
    prepare<Omit<SourceOfPlan, 'cost'> & CostRow>(db)`SELECT supplier, plan_code AS planCode,
        priority, cost_minor AS minor, cost_currency AS currency, is_available AS isAvailable,
        1 AS isStored
      FROM plan_sources WHERE plan_id = ${tariffID}
      ORDER BY priority, supplier, plan_code LIMIT 50`,
    prepare<Omit<StockOfPlan, 'cost'> & CostRow>(db)`SELECT count(*) AS profiles,
        cost_minor AS minor, cost_currency AS currency, is_sample AS isSample,
        withdrawn_at IS NOT NULL AS isWithdrawn
      FROM (SELECT * FROM stock
        WHERE plan_id = ${tariffID} AND order_id IS NULL LIMIT ${raw(mostProfiles)})
      GROUP BY minor, currency, isSample, isWithdrawn
      ORDER BY isWithdrawn, isSample, currency, minor LIMIT 50`,
  ])
  const [plan] = plans.results
  if (!plan) return null
  const listed = toListedPlan(plan, locale)
  return {
    ...listed,
    version: plan.version,
    setPrices: storedJson(storedPrices, plan.setPrices, {}),
    offSaleAt: plan.offSaleAt,
    ...readJsonColumn('plans.details', planDetails, plan.details),
    unlimitedApps: readJsonColumn('plans.unlimited_apps', z.array(z.string()), plan.unlimitedApps),
    sources: withStock(sources.results.map(withCost), listed),
    stock: stock.results.map(withCost),
    history: await auditOf(context, { kind: 'plan', id: tariffID }),
  }
}

/** Adds own stock as the first source, if it has no row. */
function withStock(sources: readonly SourceOfPlan[], { left, supplier }: ListedPlan) {
  const isKnown = sources.some((source) => source.supplier === ownStock)
  if (isKnown || (left === 0 && supplier !== null)) return sources
  const stock = { planCode: '', priority: 0, cost: null, isAvailable: 1, isStored: 0 }
  return [{ supplier: ownStock, ...stock }, ...sources]
}

/** Replaces the columns of a cost with the cost. */
function withCost<Row extends CostRow>({ minor, currency, ...row }: Row) {
  return { ...row, cost: minor === null || currency === null ? null : { minor, currency } }
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
  const ranges = query === '' ? [groupRanges[search.group]] : await matchesOf(db, query, locale)
  // At most five ranges, because D1 allows five terms of UNION ALL.
  const ids = ranges.map((range) => sql`SELECT * FROM (${range} LIMIT ${raw(mostPlans)})`)
  const sorting = query === '' ? order : sql`json_array_length(t.country_codes) > 1, ${order}`
  const results = await readRows<ListedPlanRow & { total: number }>(db)`SELECT
      ${raw(listedPlanColumns(locale))}, page.total
    FROM (SELECT t.id, count(*) OVER () AS total, row_number() OVER (ORDER BY ${sorting}) AS position
      FROM (SELECT DISTINCT id FROM (${join(ids, ' UNION ALL ')}) LIMIT ${raw(mostPlans)}) plan
      CROSS JOIN plans t ON t.id = plan.id
      ORDER BY position LIMIT ${raw(plansPerPage)}
      OFFSET ${(search.page - 1) * plansPerPage}) page
    CROSS JOIN plans t ON t.id = page.id ${raw(planJoins)} ORDER BY page.position`
  const plans = results.map((row) => toListedPlan(row, locale))
  return { plans, total: results[0]?.total ?? 0 }
}

const order = sql`coalesce(t.world_region, t.country_codes ->> 0), t.region_ident, t.operator_ident,
  t.traffic_mb IS NULL, t.traffic_mb, t.validity_days, t.id`

/** SQL: ranges of an index that ends with the id of a plan. */
const groupRanges: { readonly [group in PlanGroup]: Sql } = {
  all: sql`SELECT id FROM plans WHERE id > ''`,
  'sold-out': sql`SELECT plan_id AS id FROM placements INDEXED BY placements_sold_out
    WHERE place = '${raw(everywhere)}' AND in_stock = 0 AND plan_id > ''`,
  off: sql`SELECT id FROM plans WHERE is_listed = 0 AND id > ''`,
}

async function matchesOf(db: D1Database, query: string, locale: Locale): Promise<Sql[]> {
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
  const place = region ?? country
  const ranges = [sql`SELECT id FROM plans WHERE id >= ${query} AND id < ${`${query}~`}`]
  if (place !== null) ranges.push(sql`SELECT plan_id AS id FROM placements WHERE place = ${place}`)
  // Plans that are not listed have no rows in `placements`.
  if (country !== null)
    ranges.push(sql`SELECT id FROM plans
      WHERE is_listed = 0 AND country_codes = ${JSON.stringify([country])}`)
  if (operators.length > 0)
    ranges.push(sql`SELECT id FROM plans
      WHERE operator_ident IN (SELECT value FROM json_each(${JSON.stringify(operators)}))`)
  if (supplier !== undefined)
    ranges.push(sql`SELECT plan_id AS id FROM plan_sources WHERE supplier = ${supplier}`)
  return ranges
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
