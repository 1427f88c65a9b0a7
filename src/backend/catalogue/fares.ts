import type { z } from 'zod'
import type { Tariff, tariffFares } from '../../contract/tariffs.ts'
import { ok } from '../../domain/result.ts'
import { dayRangeNames, dayRanges } from '../../domain/tariff.ts'
import type { BackendContext } from '../context.ts'
import type { OperationResult } from '../operation-result.ts'
import { placeOf, unlimitedMb } from './placements.ts'
import { tariffColumn, tariffJoins, toTariff } from './tariff-rows.ts'
import type { TariffRow } from './tariff-rows.ts'

/** Maximum pairs of size and validity to read per place. */
const maxFares = 200

/**
 * SQL: the fares of place ?1 in stock. A plan for one region does not work in the rest of its
 * country, so it is not a fare of the country.
 */
export const fareRows = `FROM placements INDEXED BY placements_fares
  WHERE place = ?1 AND in_stock = 1 AND (kind <> 'region' OR instr(place, '/') > 0)`
/** Size and validity as one number, because a scalar subquery has only one column. */
const packed = 'traffic_mb * 100000 + validity_days'
const [size, days] = ['pair / 100000', 'pair % 100000']
const first = 'ORDER BY traffic_mb, validity_days LIMIT 1'
/** Price and id as one text, for one lookup of both. */
const cheapest = `(SELECT price || ' ' || tariff_id ${fareRows} AND traffic_mb = ${size}
  AND validity_days = ${days} ORDER BY price, tariff_id LIMIT 1)`

/**
 * Selects the cheapest plan in stock of each size and validity in a place. Skips from one pair to
 * the next in the index, so the cost grows with the number of pairs, not of plans.
 */
export const faresOfPlace = `WITH RECURSIVE step (pair, number) AS (
    SELECT (SELECT ${packed} ${fareRows} ${first}), 1
    UNION ALL
    SELECT coalesce(
      (SELECT ${packed} ${fareRows} AND traffic_mb = ${size} AND validity_days > ${days} ${first}),
      (SELECT ${packed} ${fareRows} AND traffic_mb > ${size} ${first})), number + 1
    FROM step WHERE pair IS NOT NULL AND number < ${maxFares}
  ), priced AS MATERIALIZED (
    SELECT ${size} AS traffic_mb, ${days} AS validity_days, ${cheapest} AS plan
    FROM step WHERE pair IS NOT NULL
  ), fare AS (
    SELECT traffic_mb, validity_days, CAST(plan AS INTEGER) AS price,
      substr(plan, instr(plan, ' ') + 1) AS tariff_id
    FROM priced
  )`

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

/** Returns the fares of a place that pages use, by data and days. */
export async function listFares(
  { catalogue: db, words }: BackendContext,
  query: z.output<typeof tariffFares.input>,
): Promise<OperationResult<{ data: Tariff[] }>> {
  const { results } = await db
    .prepare(
      `${usefulFares} SELECT ${tariffColumn(query.lang, '1')}
      FROM useful JOIN tariffs t ON t.id = useful.tariff_id ${tariffJoins}
      ORDER BY useful.traffic_mb, useful.validity_days`,
    )
    .bind(placeOf(query))
    .all<TariffRow>()
  return ok({ data: results.map((row) => toTariff(row, words)) })
}
