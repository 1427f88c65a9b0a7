import { megabytesInGigabyte } from '../../domain/tariff.ts'
import type { TripCandidate } from '../../domain/trip/trip-cover.ts'
import { usualThreshold } from '../../domain/trip/trip-fares.ts'
import { prepareQuery, runBatch } from '../batch.ts'
import type { CatalogueDatabase } from '../context.ts'
import { fareRows, faresOfPlace } from './fares.ts'
import { unlimitedMb } from './placements.ts'
import { union } from './union-all.ts'

/** A plan that may be part of a trip. */
export type Candidate = TripCandidate & { readonly id: string }

type TripNeed = { readonly days: number; readonly gigabytes: number }

/**
 * Maximum unlimited plans, and plans for several countries, to read per country. Cheapest first.
 */
const maxPlans = 2000

/** Returns the cheapest plans for each country of a trip, and for several of its countries. */
export async function readCandidates(
  db: CatalogueDatabase,
  stops: readonly string[],
  { days, gigabytes }: TripNeed,
): Promise<Candidate[]> {
  const megabytes = gigabytes * megabytesInGigabyte
  const own = stops.map((country, index) =>
    prepareQuery<Candidate>(
      db,
      cheapestOfCountry,
      country,
      days,
      megabytes,
      stops.length,
      1 << index,
    ),
  )
  const several = prepareQuery<Candidate>(
    db,
    cheapestOfSeveral(stops.length),
    days,
    megabytes,
    ...stops,
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

/**
 * SQL: the cheapest plan in country ?1 for ?2 days with ?3 MB divided by ?4. Compares the limited
 * plans and the cheapest unlimited plan that keeps its speed. ?5 is the bit of the country.
 */
const cheapestOfCountry = `${faresOfPlace}, unlimited AS (
    -- The inner rows are sorted, so the check of their limits stops at the first match.
    SELECT * FROM (
      SELECT traffic_mb, validity_days, price, tariff_id
      ${fareRows} AND traffic_mb = ${unlimitedMb} AND validity_days >= ?2
      ORDER BY price, tariff_id LIMIT ${maxPlans})
    WHERE ${staysFast('tariff_id', '?2', '?3')} LIMIT 1
  ), plan AS (
    SELECT * FROM fare WHERE traffic_mb < ${unlimitedMb}
    UNION ALL
    SELECT * FROM unlimited
  )
  SELECT tariff_id AS id, price, ?5 AS covers, 1 AS carries
  FROM plan WHERE validity_days >= ?2 AND traffic_mb * ?4 >= ?3
  ORDER BY price, traffic_mb DESC, tariff_id LIMIT 1`

/**
 * SQL: the cheapest plans for several countries that last ?1 days. Selects one plan for each set of
 * the trip's countries and each number of shares of ?2 MB. The countries are ?3 and the following
 * parameters. If the limit cut a country's list, plans from its last price on may cover more
 * countries than the lists show. The query omits these plans.
 */
function cheapestOfSeveral(stops: number): string {
  const lists = Array.from(
    { length: stops },
    (_, index) => `SELECT * FROM (SELECT tariff_id, price, traffic_mb, ${1 << index} AS bit
      FROM placements INDEXED BY placements_trips
      WHERE place = ?${index + 3} AND in_stock = 1 AND kind = 'multi'
        AND validity_days >= ?1 AND traffic_mb * ${stops} >= ?2
      ORDER BY price, tariff_id LIMIT ${maxPlans})`,
  )
  return `WITH listed AS (${union(lists)}),
    plan AS (SELECT tariff_id, price, traffic_mb, sum(bit) AS covers FROM listed GROUP BY tariff_id),
    cut AS (SELECT max(price) AS price FROM listed GROUP BY bit HAVING count(*) = ${maxPlans})
    SELECT tariff_id AS id, min(price) AS price, covers,
      min(${stops}, CAST(traffic_mb * ${stops} / ?2 AS INTEGER)) AS carries
    FROM plan WHERE price < coalesce((SELECT min(price) FROM cut), price + 1)
      AND (traffic_mb < ${unlimitedMb} OR ${staysFast('plan.tariff_id', '?1', '?2')})
    GROUP BY covers, carries`
}
