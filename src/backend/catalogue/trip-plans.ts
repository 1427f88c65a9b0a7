import type { z } from 'zod'
import type { Tariff } from '../../contract/tariffs.ts'
import type { tripPlans } from '../../contract/trip-plans.ts'
import { usualThreshold } from '../../domain/fares.ts'
import { ok } from '../../domain/result.ts'
import { megabytesInGigabyte } from '../../domain/tariff.ts'
import { cheapestCombination, cheapestForAll, countOf } from '../../domain/trip/trip-cover.ts'
import type { TripCandidate } from '../../domain/trip/trip-cover.ts'
import { prepareQuery, runBatch } from '../batch.ts'
import type { BackendContext, CatalogueDatabase } from '../context.ts'
import type { OperationResult } from '../operation-result.ts'
import { fareRows, faresOfPlace } from './fares.ts'
import { unlimitedMb } from './placements.ts'
import { tariffColumns, tariffJoins, toTariff } from './tariff-rows.ts'
import type { TariffRow } from './tariff-rows.ts'
import { union } from './union-all.ts'

type TripQuery = z.output<typeof tripPlans.input>
type TripAnswer = z.output<typeof tripPlans.output>
type Candidate = TripCandidate & { readonly id: string }

/**
 * Maximum unlimited plans, and plans for several countries, to read per country. Cheapest first.
 */
const maxPlans = 2000
const maxPartial = 2

/**
 * Finds the cheapest plan for a trip and the cheapest combination of plans. Divides the data
 * equally, so a plan for two of five countries needs two fifths of the data. An unlimited plan must
 * keep its full speed. The result can be inexact if a country has over 2,000 cheaper unlimited
 * plans, or over 2,000 cheaper plans for several countries.
 */
export async function planTrip(
  { catalogue: db, words }: BackendContext,
  query: TripQuery,
): Promise<OperationResult<TripAnswer>> {
  const stops = [...new Set(query.countries.split(','))]
  const candidates = await candidatesFor(db, stops, query)
  const single = cheapestForAll(stops.length, candidates)
  const combination = cheapestCombination(stops.length, candidates)
  const partial = partialPlans(stops.length, candidates, single?.price ?? Infinity)
  const chosen = [single, ...(combination ?? []).map(({ plan }) => plan), ...partial]
  const rows = await readTariffs(
    db,
    query.lang,
    chosen.flatMap((each) => each?.id ?? []),
  )
  const tariffs = new Map(rows.map((row) => [row.id, toTariff(row, words)]))
  const tariffOf = ({ id }: Candidate): readonly Tariff[] => {
    const found = tariffs.get(id)
    return found ? [found] : []
  }
  const codesOf = (bits: number) => stops.filter((_, index) => (bits & (1 << index)) !== 0)
  return ok({
    data: {
      single: (single && tariffOf(single)[0]) ?? null,
      combination:
        combination?.flatMap(({ plan, countries }) =>
          tariffOf(plan).map((tariff) => ({ tariff, countryCodes: codesOf(countries) })),
        ) ?? null,
      partial: partial.flatMap((plan) =>
        tariffOf(plan).map((tariff) => ({ tariff, missing: codesOf(~plan.covers) })),
      ),
    },
  })
}

async function candidatesFor(
  db: CatalogueDatabase,
  stops: readonly string[],
  { days, gigabytes }: TripQuery,
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

/** Returns plans with all the data, cheaper than `price`, that miss the fewest countries. */
function partialPlans(
  stops: number,
  candidates: readonly Candidate[],
  price: number,
): readonly Candidate[] {
  return candidates
    .filter((plan) => plan.carries === stops && countOf(plan.covers) < stops && plan.price < price)
    .toSorted((a, b) => countOf(b.covers) - countOf(a.covers) || a.price - b.price)
    .slice(0, maxPartial)
}

async function readTariffs(
  db: CatalogueDatabase,
  lang: TripQuery['lang'],
  ids: readonly string[],
): Promise<readonly TariffRow[]> {
  if (ids.length === 0) return []
  const { results } = await db
    .prepare(
      `SELECT ${tariffColumns(lang)}, 1 AS in_stock FROM tariffs t ${tariffJoins}
      WHERE t.id IN (SELECT value FROM json_each(?))`,
    )
    .bind(JSON.stringify(ids))
    .all<TariffRow>()
  return results
}
