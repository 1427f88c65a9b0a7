import { dayRangeNames, trafficSizes } from '../../domain/tariff.ts'
import type { DayRange, TariffSort, TrafficSize } from '../../domain/tariff.ts'
import { union } from './union-all.ts'

/** Which plans a list shows: those of a place that pass every filter. */
export type TariffFilter = {
  readonly place: string
  /** null: of any operator. */
  readonly operators: readonly string[] | null
  readonly size: TrafficSize | undefined
  readonly days: DayRange | undefined
}

type PlanKeys = {
  /** Plans in order, as their keys in `placements`: the plan, its stock and what it is sorted by. */
  readonly sql: string
  /** A row for each of them. */
  readonly countSql: string
  readonly params: readonly string[]
}

/** Of several operators at once, when plans are also filtered or sorted in another way, this many are looked through, cheapest first. */
const lookedThrough = 2000

/** Each, after what is in stock, is the order of one index of `placements`, and of more behind the filters. */
const orders: { readonly [sort in TariffSort]: readonly string[] } = {
  price: ['price', 'tariff_id'],
  '-price': ['price DESC', 'tariff_id'],
  traffic: ['traffic_mb', 'price', 'tariff_id'],
  days: ['validity_days', 'price', 'tariff_id'],
  price_per_gb: ['unit_price', 'price', 'tariff_id'],
}

/** In stock first, then as asked; of a table or alias when named. */
export function orderOf(sort: TariffSort, table?: string): string {
  const prefix = table === undefined ? '' : `${table}.`
  return ['in_stock DESC', ...orders[sort]].map((column) => prefix + column).join(', ')
}

/** Reads indexes alone and no further than the page: what comes before it is skipped in the index. */
export function planKeys(wanted: TariffFilter, sort: TariffSort): PlanKeys {
  const { place, operators, size, days } = wanted
  if (operators !== null && operators.length !== 1)
    return keysOfOperators({ ...wanted, operators }, sort)
  const where = [place, ...(operators ?? [])]
  const isWhole =
    size === undefined && days === undefined && (operators === null || sort === 'price')
  const shelves = isWhole ? [[]] : shelvesOf(size, days)
  const own = operators === null ? '' : ' AND operator_ident = ?2'
  const from = shelves.map((shelf, index) => {
    const first = where.length + 1 + 2 * index
    const filters =
      shelf.length === 0 ? '' : ` AND traffic_size = ?${first} AND day_range = ?${first + 1}`
    return `FROM placements WHERE place = ?1${own}${filters}`
  })
  return {
    sql: `${union(from.map((each) => `SELECT ${columnsOf(sort)} ${each}`))} ORDER BY ${orderOf(sort)}`,
    countSql: union(from.map((each) => `SELECT 1 ${each}`)),
    params: [...where, ...shelves.flat()],
  }
}

/** Every size with every validity that the filters let through. Each is a stretch of one index, and they are merged as they are read. */
function shelvesOf(size: TrafficSize | undefined, days: DayRange | undefined): string[][] {
  const sizes = size === undefined ? trafficSizes : [size]
  const ranges = days === undefined ? dayRangeNames : [days]
  return sizes.flatMap((each) => ranges.map((range) => [each, range]))
}

function keysOfOperators(
  { place, operators, size, days }: TariffFilter & { readonly operators: readonly string[] },
  sort: TariffSort,
): PlanKeys {
  const isInOrder = sort === 'price' && size === undefined && days === undefined
  const atMost = isInOrder
    ? ''
    : `LIMIT ${Math.ceil(lookedThrough / Math.max(operators.length, 1))}`
  const each = (operators.length === 0 ? [nobody] : operators).map(
    (_, index) => `SELECT * FROM (SELECT ${filteredColumns} FROM placements
      WHERE place = ?1 AND operator_ident = ?${index + 4} ORDER BY ${orderOf('price')} ${atMost})`,
  )
  const from = `FROM (${union(each)}) WHERE ?2 IN ('', traffic_size) AND ?3 IN ('', day_range)`
  return {
    sql: `SELECT ${columnsOf(sort)} ${from} ORDER BY ${orderOf(sort)}`,
    countSql: `SELECT 1 ${from}`,
    params: [place, size ?? '', days ?? '', ...(operators.length === 0 ? [nobody] : operators)],
  }
}

/** No operator is called so. */
const nobody = ''

const filteredColumns =
  'in_stock, price, tariff_id, traffic_size, day_range, traffic_mb, validity_days, unit_price'

function columnsOf(sort: TariffSort): string {
  return ['in_stock', ...orders[sort].map((column) => column.replace(' DESC', ''))].join(', ')
}
