import { dayRangeNames, trafficSizes } from '../kit/plan-sizes.shared.ts'
import type { DayRange, TariffSort, TrafficSize } from '../kit/plan-sizes.shared.ts'

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
  return `(SELECT tariff_id FROM placements
    WHERE place = ${place} AND in_stock = 1 ORDER BY price LIMIT 1)`
}

export type TariffFilter = {
  readonly place: string
  readonly operators: readonly string[] | null
  readonly size: TrafficSize | undefined
  readonly days: DayRange | undefined
}

type PlacementKeys = {
  /** Selects rows of `placements` in order, with the plan's id, stock and sort columns. */
  readonly sql: string
  readonly countSql: string
  readonly params: readonly string[]
}

/**
 * Maximum plans to filter and sort in memory, for a list with several operators and without an
 * index in its order. The query reads the cheapest plans of each operator.
 */
const maxUnindexed = 5000

/**
 * Sort columns after `in_stock`. `placements` has an index for every sort, with and without
 * filters.
 */
const orders: { readonly [sort in TariffSort]: readonly string[] } = {
  price: ['price', 'tariff_id'],
  '-price': ['price DESC', 'tariff_id'],
  traffic: ['traffic_mb', 'price', 'tariff_id'],
  days: ['validity_days', 'price', 'tariff_id'],
  price_per_gb: ['unit_price', 'price', 'tariff_id'],
}

/** Returns the ORDER BY of a list of plans: plans in stock come first. */
export function orderOf(sort: TariffSort, table?: string): string {
  const prefix = table === undefined ? '' : `${table}.`
  return ['in_stock DESC', ...orders[sort]].map((column) => prefix + column).join(', ')
}

/**
 * Returns queries that use only indexes and stop reading at the end of the page, unless the list
 * has several operators.
 */
export function placementKeys(filter: TariffFilter, sort: TariffSort): PlacementKeys {
  const { place, operators, size, days } = filter
  if (operators !== null && operators.length !== 1)
    return keysOfOperators({ ...filter, operators }, sort)
  const where = [place, ...(operators ?? [])]
  const isWhole =
    size === undefined && days === undefined && (operators === null || sort === 'price')
  const ranges = isWhole ? [[]] : indexRanges(size, days)
  const own = operators === null ? '' : ' AND operator_ident = ?2'
  const from = ranges.map((range, index) => {
    const first = where.length + 1 + 2 * index
    const filters =
      range.length === 0 ? '' : ` AND traffic_size = ?${first} AND day_range = ?${first + 1}`
    return `FROM placements WHERE place = ?1${own}${filters}`
  })
  return {
    sql: `${union(from.map((each) => `SELECT ${columnsOf(sort)} ${each}`))} ORDER BY ${orderOf(sort)}`,
    countSql: union(from.map((each) => `SELECT 1 ${each}`)),
    params: [...where, ...ranges.flat()],
  }
}

/**
 * Returns every pair of size and validity that passes the filters. Each pair is a range of an
 * index. SQLite merges the ranges in order.
 */
function indexRanges(size: TrafficSize | undefined, days: DayRange | undefined): string[][] {
  const sizes = size === undefined ? trafficSizes : [size]
  const validities = days === undefined ? dayRangeNames : [days]
  return sizes.flatMap((each) => validities.map((validity) => [each, validity]))
}

function keysOfOperators(
  { place, operators, size, days }: TariffFilter & { readonly operators: readonly string[] },
  sort: TariffSort,
): PlacementKeys {
  const isInOrder = sort === 'price' && size === undefined && days === undefined
  const limit = isInOrder ? '' : `LIMIT ${Math.ceil(maxUnindexed / Math.max(operators.length, 1))}`
  const each = (operators.length === 0 ? [noOperator] : operators).map(
    (_, index) => `SELECT * FROM (SELECT ${filteredColumns} FROM placements
      WHERE place = ?1 AND operator_ident = ?${index + 4} ORDER BY ${orderOf('price')} ${limit})`,
  )
  const from = `FROM (${union(each)}) WHERE ?2 IN ('', traffic_size) AND ?3 IN ('', day_range)`
  return {
    sql: `SELECT ${columnsOf(sort)} ${from} ORDER BY ${orderOf(sort)}`,
    countSql: `SELECT 1 ${from}`,
    params: [place, size ?? '', days ?? '', ...(operators.length === 0 ? [noOperator] : operators)],
  }
}

/** A placeholder that matches no operator, because D1 rejects an empty union. */
const noOperator = ''

const filteredColumns =
  'in_stock, price, tariff_id, traffic_size, day_range, traffic_mb, validity_days, unit_price'

function columnsOf(sort: TariffSort): string {
  return ['in_stock', ...orders[sort].map((column) => column.replace(' DESC', ''))].join(', ')
}

/** Maximum terms of a compound SELECT in D1. */
const maxTerms = 5

export function union(selects: readonly string[]): string {
  if (selects.length <= maxTerms) return selects.join(' UNION ALL ')
  const size = Math.ceil(selects.length / maxTerms)
  const groups = Array.from({ length: Math.ceil(selects.length / size) }, (_, index) =>
    selects.slice(index * size, (index + 1) * size),
  )
  return groups.map((group) => `SELECT * FROM (${union(group)})`).join(' UNION ALL ')
}
