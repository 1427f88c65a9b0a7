import type { TripCandidate } from '../../domain/trip/trip-cover.ts'
import { usualThreshold } from '../../domain/trip/trip-fares.ts'
import { tripNeed } from '../../domain/trip/trip-needs.ts'
import type { TripTime } from '../../domain/trip/trip-needs.ts'
import { prepareQuery, runBatch } from '../batch.ts'
import type { CatalogueDatabase } from '../context.ts'
import { fareRows, faresOfPlace } from './fares.ts'
import { unlimitedMb } from './placements.ts'
import { union } from './union-all.ts'

export type SizedTrip = TripTime & { readonly megabytes: number }
/** A plan that may be part of a trip. */
export type Candidate = TripCandidate & {
  readonly id: string
  /** Bits of the trip's countries in which the plan works. */
  readonly covers: number
  /** At most the days of the trip. */
  readonly days: number
  /** At most the MB of the trip. */
  readonly megabytes: number
  /** 1 for a plan for several countries. */
  readonly is_multi: 0 | 1
}

/**
 * Maximum unlimited plans, and plans for several countries, to read per country. Cheapest first.
 */
const maxPlans = 2000

/** Returns the cheapest plans for each country of a trip, and for several of its countries. */
export async function readCandidates(
  db: CatalogueDatabase,
  countries: readonly string[],
  trip: SizedTrip,
): Promise<Candidate[]> {
  const { days, megabytes } = trip
  const needs = countries.map((country, index) => {
    const bit = 1 << index
    return { country, bit, ...tripNeed(trip, bit) }
  })
  const own = needs.map((need) =>
    prepareQuery<Candidate>(
      db,
      cheapestOfCountry,
      need.country,
      need.days,
      need.part,
      need.whole,
      days,
      megabytes,
      need.bit,
    ),
  )
  const several = prepareQuery<Candidate>(
    db,
    cheapestOfSeveral(countries.length),
    days,
    megabytes,
    ...needs.flatMap((need) => [need.country, need.days, need.part, need.whole]),
  )
  const results = await runBatch(db, [...own, several])
  return results.flatMap((each) => each.results)
}

/**
 * SQL: whether an unlimited plan keeps its full speed on a day of the trip. Data use per day is the
 * same in every country, so the check compares the data and days of the whole trip.
 */
const staysFast = (tariff: string, days: string, megabytes: string) =>
  `(SELECT coalesce(fair_use_threshold_mb, ${usualThreshold}) FROM tariffs WHERE id = ${tariff})
    * ${days} >= ${megabytes}`

/** SQL: treats plans with more than the trip needs as equal to it. */
function atMost(column: string, limit: string): string {
  return `min(${column}, ${limit})`
}

/**
 * SQL: the cheapest plan in country ?1 for ?2 days with ?3 of ?4 parts of the trip's data. Compares
 * the limited plans and the cheapest unlimited plan that keeps its speed. The whole trip has ?5
 * days and ?6 MB. ?7 is the bit of the country.
 */
const cheapestOfCountry = `${faresOfPlace}, unlimited AS (
    -- The inner rows are sorted, so the check of their limits stops at the first match.
    SELECT * FROM (
      SELECT traffic_mb, validity_days, price, tariff_id
      ${fareRows} AND traffic_mb = ${unlimitedMb} AND validity_days >= ?2
      ORDER BY price, tariff_id LIMIT ${maxPlans})
    WHERE ${staysFast('tariff_id', '?5', '?6')} LIMIT 1
  ), plan AS (
    SELECT * FROM fare WHERE traffic_mb < ${unlimitedMb}
    UNION ALL
    SELECT * FROM unlimited
  )
  SELECT tariff_id AS id, price, ?7 AS covers, 0 AS is_multi, ${atMost('validity_days', '?5')} AS days,
    ${atMost('traffic_mb', '?6')} AS megabytes
  FROM plan WHERE validity_days >= ?2 AND traffic_mb * ?4 >= ?6 * ?3
  ORDER BY price, traffic_mb DESC, tariff_id LIMIT 1`

/**
 * SQL: the cheapest plans for several countries. Selects one plan for each set of the trip's
 * countries, days and MB. The trip has ?1 days and ?2 MB. The following parameters are, for each
 * country, its code, the days that a plan for it needs, and its part and all parts of the data. If
 * the limit cut a country's list, plans from its last price on may cover more countries than the
 * lists show. The query omits these plans.
 */
function cheapestOfSeveral(stops: number): string {
  const lists = Array.from({ length: stops }, (_, index) => {
    const [country, days, part, whole] = [3, 4, 5, 6].map((first) => `?${first + index * 4}`)
    return `SELECT * FROM (SELECT tariff_id, price, traffic_mb, validity_days, ${1 << index} AS bit
      FROM placements INDEXED BY placements_trips
      WHERE place = ${country} AND in_stock = 1 AND kind = 'multi'
        AND validity_days >= ${days} AND traffic_mb * ${whole} >= ?2 * ${part}
      ORDER BY price, tariff_id LIMIT ${maxPlans})`
  })
  return `WITH listed AS (${union(lists)}),
    plan AS (SELECT tariff_id, price, sum(bit) AS covers, ${atMost('traffic_mb', '?2')} AS megabytes,
        ${atMost('validity_days', '?1')} AS days, traffic_mb = ${unlimitedMb} AS is_unlimited
      FROM listed GROUP BY tariff_id),
    cut AS (SELECT max(price) AS price FROM listed GROUP BY bit HAVING count(*) = ${maxPlans})
    SELECT tariff_id AS id, min(price) AS price, covers, days, megabytes, 1 AS is_multi
    FROM plan WHERE price < coalesce((SELECT min(price) FROM cut), price + 1)
      AND (NOT is_unlimited OR ${staysFast('plan.tariff_id', '?1', '?2')})
    GROUP BY covers, days, megabytes`
}
