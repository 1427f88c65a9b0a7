import type { InputOf } from '../operations.ts'
import type { Tariff } from './operations.ts'
import { ok } from '../kit/result.shared.ts'
import { pickNames, pickNeeds } from './fares.ts'
import { dayRangeNames, dayRanges } from '../kit/plan-sizes.shared.ts'
import type { BackendContext } from '../context.ts'
import type { OperationResult } from '../api/operation-result.ts'
import { placeOf, unlimitedMb } from './placements.ts'
import { tariffColumn, tariffJoins, toTariff } from './plan-rows.ts'
import type { TariffRow } from './plan-rows.ts'

/** Maximum pairs of size and validity of a place. */
const maxFares = 200

/** SQL: a plan for one region does not work in the rest of its country. */
export const worksInPlace = `(kind <> 'region' OR instr(place, '/') > 0)`

const nextFare = (after: string) => `SELECT tariff_id FROM placements INDEXED BY placements_fares
  WHERE place = ?1 AND in_stock = 1 AND ${worksInPlace} AND (traffic_mb, validity_days) > (${after})
  ORDER BY traffic_mb, validity_days, price, tariff_id LIMIT 1`

/**
 * SQL: a table with the cheapest plan in stock of each size and validity in a place. Skips from one
 * pair to the next in the index, so the cost grows with the number of pairs, not of plans. SQLite
 * seeks both columns of a pair only if they are expressions, such as `+fare.traffic_mb`.
 */
export const faresOfPlace = `WITH RECURSIVE fare AS (
    SELECT traffic_mb, validity_days, price, tariff_id FROM placements
    WHERE place = ?1 AND tariff_id = (${nextFare('0, 0')})
    UNION ALL
    SELECT p.traffic_mb, p.validity_days, p.price, p.tariff_id FROM fare CROSS JOIN placements p
    WHERE p.place = ?1
      AND p.tariff_id = (${nextFare('+fare.traffic_mb, +fare.validity_days')})
    LIMIT ${maxFares}
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

/** Selects the cheapest fare for each kind of trip, as `picksOf` does. */
export const pickedFares = `${faresOfPlace}, useful AS (${pickNames
  .map((name) => {
    const { from, to, days } = pickNeeds[name]
    return `SELECT * FROM (SELECT * FROM fare
      WHERE traffic_mb BETWEEN ${from} AND ${to ?? unlimitedMb} AND validity_days >= ${days}
      ORDER BY price, traffic_mb DESC, validity_days DESC LIMIT 1)`
  })
  .join(' UNION ')})`

/** Returns the fares of a place that pages use, by data and days. */
export async function listFares(
  { catalogue: db, words }: BackendContext,
  query: InputOf<'tariffFares'>,
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
