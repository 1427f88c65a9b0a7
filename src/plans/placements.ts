import type { DayRange, PlanSort, TrafficSize } from '../kit/plan-sizes.shared.ts'
import { join, raw, sql, type Sql } from '../kit/sql.ts'

/** Returns a place such as `tr`, `ru/mow`, `europe` or `all`. */
export function placeOf(where: {
  country?: string | undefined
  region?: string | undefined
  worldRegion?: string | undefined
}): string {
  const { country, region, worldRegion } = where
  if (worldRegion !== undefined) return worldRegion
  if (country === undefined) return everywhere
  return region === undefined ? country : `${country}/${region}`
}

export const everywhere = 'all'

/** The size of unlimited plans, which sorts them last. */
export const unlimitedMb = 1_000_000_000

/**
 * SQL: the id of the cheapest plan in stock in a place, or NULL. Reads one row of an index.
 * @param place an SQL expression
 */
export function cheapestPlan(place: string): string {
  return `(SELECT plan_id FROM placements
    WHERE place = ${place} AND in_stock = 1 ORDER BY price LIMIT 1)`
}

export type PlanFilter = {
  readonly place: string
  readonly operators: readonly string[] | null
  readonly size: TrafficSize | undefined
  readonly days: DayRange | undefined
}

type PlacementKeys = {
  /** Selects rows of `placements` in order, with the plan's id, stock and sort columns. */
  readonly sql: Sql
  readonly countSql: Sql
}

/** Sort columns after `in_stock`. `placements` has an index for every sort. */
const orders: { readonly [sort in PlanSort]: readonly string[] } = {
  price: ['price', 'plan_id'],
  '-price': ['price DESC', 'plan_id'],
  traffic: ['traffic_mb', 'price', 'plan_id'],
  days: ['validity_days', 'price', 'plan_id'],
  price_per_gb: ['unit_price', 'price', 'plan_id'],
}

/** Returns the ORDER BY of a list of plans: plans in stock come first. */
export function orderOf(sort: PlanSort, table?: string): string {
  const prefix = table === undefined ? '' : `${table}.`
  return ['in_stock DESC', ...orders[sort]].map((column) => prefix + column).join(', ')
}

/**
 * Returns queries for a list of plans. Without operators, they read an index in the order of the
 * list and stop at the end of the page.
 */
export function placementKeys(filter: PlanFilter, sort: PlanSort): PlacementKeys {
  const { place, operators, size, days } = filter
  const conditions = [
    sql`WHERE place = ${place}`,
    ...(operators === null
      ? []
      : [sql`operator_ident IN (SELECT value FROM json_each(${JSON.stringify(operators)}))`]),
    ...(size === undefined ? [] : [sql`traffic_size = ${size}`]),
    ...(days === undefined ? [] : [sql`day_range = ${days}`]),
  ]
  const where = join(conditions, ' AND ')
  const byOperator = sql`placements INDEXED BY placements_by_operator`
  return {
    sql: sql`SELECT ${raw(columnsOf(sort))}
      FROM ${operators === null ? sql`placements` : byOperator}
      ${where} ORDER BY ${raw(orderOf(sort))}`,
    countSql: sql`SELECT 1 FROM ${byOperator} ${where}`,
  }
}

function columnsOf(sort: PlanSort): string {
  return ['in_stock', ...orders[sort].map((column) => column.replace(' DESC', ''))].join(', ')
}
