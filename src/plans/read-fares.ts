import type { z } from 'zod'
import type { Tariff, tariffFares } from './plans-contract.ts'
import { ok } from '../kit/result.shared.ts'
import { pickNames, pickNeeds } from './fares.ts'
import { dayRangeNames, dayRanges } from '../kit/plan-sizes.shared.ts'
import type { BackendContext } from '../context.ts'
import type { OperationResult } from '../api/operation-result.ts'
import { placeOf, unlimitedMb } from './placements.ts'
import { tariffColumn, tariffJoins, toTariff } from './plan-rows.ts'
import type { TariffRow } from './plan-rows.ts'

/** Maximum pairs of size and validity to read per place. */
const maxFares = 200

/**
 * SQL: the fares of a place in stock. A plan for one region does not work in the rest of its
 * country, so it is not a fare of the country.
 * @param place a parameter of the query
 */
export const fareRows = (place: string) => `FROM placements INDEXED BY placements_fares
  WHERE place = ${place} AND in_stock = 1 AND (kind <> 'region' OR instr(place, '/') > 0)`

type PairSearch = {
  /** SQL: the rows to search, sorted by an index on both columns, the price and the id. */
  readonly rows: string
  readonly columns: readonly [string, string]
  /** SQL: the smallest values of the columns. */
  readonly from?: readonly [string, string]
  /**
   * SQL: a price that no plan with this value of the first column is below. With it, the search
   * finds the cheapest plan, but not all pairs: it skips values whose plans all cost more than a
   * plan that it has found.
   */
  readonly floor?: (value: string) => string
  readonly most: number
}

/**
 * Returns two tables of a WITH RECURSIVE clause. The second, `name`, has the cheapest plan for each
 * pair of values of two columns. The first skips from one pair to the next in the index, so the
 * cost grows with the number of pairs, not of plans. The first row of a pair in the index is its
 * cheapest plan. A step returns its columns as one text, because a scalar subquery has only one
 * column.
 */
export function cheapestOfPairs(
  name: string,
  {
    rows,
    columns: [first, second],
    from: [least, leastOfSecond] = ['0', '0'],
    floor,
    most,
  }: PairSearch,
): string {
  const pair = 'CAST(row AS INTEGER)'
  const rest = `substr(row, instr(row, ' ') + 1)`
  const [firstOfRow, secondOfRow] = [`${pair} / ${pairBase}`, `${pair} % ${pairBase}`]
  const [price, id] = [`CAST(${rest} AS INTEGER)`, `substr(${rest}, instr(${rest}, ' ') + 1)`]
  const isLeast = `${secondOfRow} >= ${leastOfSecond}`
  const lowest = floor ? `iif(${isLeast}, min(lowest, ${price}), lowest)` : 'NULL'
  const following = `max(${secondOfRow} + 1, ${leastOfSecond})`
  const nextOfSecond = floor
    ? `iif(${floor(firstOfRow)} > ${lowest}, ${pairBase}, ${following})`
    : following
  const next = (after: string) =>
    `(SELECT (${first} * ${pairBase} + ${second}) || ' ' || price || ' ' || tariff_id ${rows}
      AND (${first}, ${second}) >= (${after}) ORDER BY ${first}, ${second}, price, tariff_id LIMIT 1)`
  return `${name}_step (row, lowest, number) AS (
    SELECT ${next(`${least}, ${leastOfSecond}`)}, ${maxPrice}, 1
    UNION ALL
    SELECT ${next(`${firstOfRow}, ${nextOfSecond}`)}, ${lowest}, number + 1
    FROM ${name}_step WHERE row IS NOT NULL AND number < ${most}
  ), ${name} AS (
    SELECT ${firstOfRow} AS ${first}, ${secondOfRow} AS ${second}, ${price} AS price,
      ${id} AS tariff_id
    FROM ${name}_step WHERE row IS NOT NULL AND ${isLeast}
  )`
}

/** More than the price of any plan, in minor units. */
export const maxPrice = Number.MAX_SAFE_INTEGER

/** More than any value of a second column. Two values below it make one 64-bit number. */
const pairBase = 1_000_000_000

/** Selects the cheapest plan in stock of each size and validity in a place. */
export const faresOfPlace = `WITH RECURSIVE ${cheapestOfPairs('fare', {
  rows: fareRows('?1'),
  columns: ['traffic_mb', 'validity_days'],
  most: maxFares,
})}`

/** SQL: a number for each range of days, so that a table of ranges has a fare for each. */
const dayRange = dayRangeNames.map((name) => `(validity_days > ${dayRanges[name].to})`).join(' + ')

/**
 * Selects the fares that a page needs. Of the same size and range of days, a fare that lasts longer
 * and does not cost more replaces the others. Unlimited plans stay, because they slow down at
 * different amounts.
 */
export const usefulFares = `${faresOfPlace}, compared AS (
    SELECT *, min(price) OVER (PARTITION BY traffic_mb, ${dayRange} ORDER BY validity_days DESC
      ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS longer_price
    FROM fare
  ), useful AS (
    SELECT * FROM compared
    WHERE traffic_mb = ${unlimitedMb} OR longer_price IS NULL OR price < longer_price
  )`

/** Selects the cheapest fare for each kind of trip. Reads only the fares that fit. */
export const pickedFares = `WITH RECURSIVE ${pickNames
  .map((name) => {
    const { from, to, days } = pickNeeds[name]
    return cheapestOfPairs(name, {
      rows: `${fareRows('?1')} AND traffic_mb <= ${to ?? unlimitedMb}`,
      columns: ['traffic_mb', 'validity_days'],
      from: [String(from), String(days)],
      most: maxFares,
    })
  })
  .join(', ')}, useful AS (${pickNames
  .map(
    (name) => `SELECT * FROM (SELECT traffic_mb, validity_days, tariff_id FROM ${name}
      ORDER BY price, traffic_mb DESC, validity_days DESC LIMIT 1)`,
  )
  .join(' UNION ')})`

/** Returns the fares of a place that pages use, by data and days. */
export async function listFares(
  { catalogue: db, words }: BackendContext,
  query: z.output<typeof tariffFares.input>,
): Promise<OperationResult<{ data: Tariff[] }>> {
  const { results } = await db
    .prepare(
      `${query.picks === 'true' ? pickedFares : usefulFares} SELECT ${tariffColumn(query.lang, '1')}
      FROM useful JOIN tariffs t ON t.id = useful.tariff_id ${tariffJoins}
      ORDER BY useful.traffic_mb, useful.validity_days`,
    )
    .bind(placeOf(query))
    .all<TariffRow>()
  return ok({ data: results.map((row) => toTariff(row, words)) })
}
