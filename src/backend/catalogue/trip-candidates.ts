import type { TripCandidate } from '../../domain/trip/trip-cover.ts'
import { tripNeed } from '../../domain/trip/trip-needs.ts'
import type { TripTime } from '../../domain/trip/trip-needs.ts'
import { prepareQuery, runBatch } from '../batch.ts'
import type { CatalogueDatabase } from '../context.ts'
import { cheapestOfPairs, fareRows } from './fares.ts'
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
  /** 1 for a plan for several countries whose `covers` is complete. */
  readonly is_multi: 0 | 1
}

/** Maximum pairs of size and validity, or of validity and limit, to read per country. */
const maxPairs = 1000

/** Returns the cheapest plans for each country of a trip, and for several of its countries. */
export async function readCandidates(
  db: CatalogueDatabase,
  countries: readonly string[],
  trip: SizedTrip,
): Promise<Candidate[]> {
  const { days, megabytes } = trip
  const needs = countries.map((country, index) => {
    const bit = 1 << index
    const need = tripNeed(trip, bit)
    const ownMegabytes = Math.ceil((megabytes * need.part) / need.whole)
    return { bit, values: [country, need.days, ownMegabytes] }
  })
  // Data use per day is the same in every country.
  const ofTrip = [days, megabytes, Math.ceil(megabytes / days)]
  const own = needs.map(({ bit, values }) =>
    prepareQuery<Candidate>(db, cheapestOfCountry, ...values, ...ofTrip, bit),
  )
  const several = prepareQuery<Candidate>(
    db,
    cheapestOfSeveral(countries.length),
    ...ofTrip,
    ...needs.flatMap(({ values }) => values),
  )
  const results = await runBatch(db, [...own, several])
  return results.flatMap((each) => each.results)
}

/** SQL: treats plans with more than the trip needs as equal to it. */
function atMost(column: string, limit: string): string {
  return `min(${column}, ${limit})`
}

/**
 * SQL: the cheapest plan in country ?1 for ?2 days and ?3 MB. Compares the limited plans that are
 * large and long enough, and the unlimited plans that keep their full speed. The whole trip has ?4
 * days and ?5 MB, and at most ?6 MB a day. ?7 is the bit of the country.
 */
const cheapestOfCountry = `WITH RECURSIVE ${cheapestOfPairs('limited', {
  rows: `${fareRows} AND traffic_mb < ${unlimitedMb}`,
  columns: ['traffic_mb', 'validity_days'],
  from: ['?3', '?2'],
  most: maxPairs,
})}, ${cheapestOfPairs('unlimited', {
  rows: `FROM placements INDEXED BY placements_unlimited
    WHERE place = ?1 AND in_stock = 1 AND full_speed_mb IS NOT NULL AND kind <> 'region'
      AND length(place) = 2`,
  columns: ['validity_days', 'full_speed_mb'],
  from: ['?2', '?6'],
  most: maxPairs,
})}, plan AS (
    SELECT tariff_id, price, validity_days, traffic_mb FROM limited
    UNION ALL
    SELECT tariff_id, price, validity_days, ${unlimitedMb} FROM unlimited
  )
  SELECT tariff_id AS id, price, ?7 AS covers, 0 AS is_multi, ${atMost('validity_days', '?4')} AS days,
    ${atMost('traffic_mb', '?5')} AS megabytes
  FROM plan ORDER BY price, traffic_mb DESC, tariff_id LIMIT 1`

/** SQL: plans for several countries in stock in one of them. The index has the cheapest first. */
const severalIn = (country: string) => `FROM placements INDEXED BY placements_trips
  WHERE place = ${country} AND in_stock = 1 AND countries IS NOT NULL AND length(place) = 2
    AND coalesce(full_speed_mb, ?3) >= ?3`
const includes = (country: string) => `instr(countries, ${country} || ',') > 0`
const fitsTrip = 'validity_days >= ?1 AND traffic_mb >= ?2'
const [daysOfPlan, megabytesOfPlan] = [atMost('validity_days', '?1'), atMost('traffic_mb', '?2')]
/** More than the price of any plan, in minor units. */
const maxPrice = Number.MAX_SAFE_INTEGER
const isCheaper = `price < coalesce((SELECT price FROM single), ${maxPrice})`

/** SQL parameters: a country of a trip, and the days and MB that a plan for it needs. */
type Stop = { readonly [Name in 'country' | 'days' | 'megabytes']: string } & {
  readonly bit: number
}

/**
 * SQL: the cheapest plans for several countries, for each set of the trip's countries. The trip has
 * ?1 days and ?2 MB, and at most ?3 MB a day. The following parameters are each country's code, and
 * the days and MB that a plan for it needs.
 *
 * The cheapest plan for the whole trip is better than every plan of its price or more, so the query
 * reads only cheaper plans. If no plan fits the whole trip, it reads the plans of all countries but
 * the last.
 */
function cheapestOfSeveral(count: number): string {
  const stops = Array.from({ length: count }, (_, index): Stop => {
    const [country = '', days = '', megabytes = ''] = [4, 5, 6].map((at) => `?${at + index * 3}`)
    return { country, days, megabytes, bit: 1 << index }
  })
  const rest = stops
    .slice(1)
    .map(({ country }) => `AND ${includes(country)}`)
    .join(' ')
  const others = stops.flatMap((stop, index) => [
    ...plansForOne(stop, stops),
    ...(index < count - 1 ? [plansForMore(index, stops)] : []),
  ])
  return `WITH single AS MATERIALIZED (
      SELECT tariff_id AS id, price, ${2 ** count - 1} AS covers, 1 AS is_multi, ?1 AS days,
        ?2 AS megabytes
      ${severalIn('?4')} AND ${fitsTrip} ${rest} ORDER BY price, tariff_id LIMIT 1)
    SELECT * FROM single UNION ALL SELECT * FROM (${union(others)})`
}

/**
 * SQL: the cheapest plan for a country, which may include others, and the cheapest plan for the
 * whole trip that includes no other of its countries.
 */
function plansForOne({ country, days, megabytes, bit }: Stop, stops: readonly Stop[]): string[] {
  const alone = stops
    .filter((other) => other.bit !== bit)
    .map((other) => `AND NOT ${includes(other.country)}`)
  const first = (isMulti: 0 | 1, condition: string) =>
    `SELECT * FROM (
      SELECT tariff_id, price, ${bit}, ${isMulti}, ${daysOfPlan}, ${megabytesOfPlan}
      ${severalIn(country)} AND ${isCheaper} AND ${condition} ORDER BY price, tariff_id LIMIT 1)`
  return [
    first(0, `validity_days >= ${days} AND traffic_mb >= ${megabytes}`),
    first(1, `${fitsTrip} ${alone.join(' ')}`),
  ]
}

/** SQL: the cheapest plans for a country and later ones of the trip, but no earlier ones. */
function plansForMore(index: number, stops: readonly Stop[]): string {
  const { country = '', days = '', megabytes = '', bit = 0 } = stops[index] ?? {}
  const later = stops.slice(index + 1)
  const covers = later.map((other) => `${other.bit} * (${includes(other.country)})`)
  const earlier = stops.slice(0, index).map((other) => `AND NOT ${includes(other.country)}`)
  return `SELECT tariff_id, min(price), ${[bit, ...covers].join(' + ')} AS covers, 1,
      ${daysOfPlan} AS days, ${megabytesOfPlan} AS megabytes
    ${severalIn(country)} AND ${isCheaper}
      AND validity_days >= ${days} AND traffic_mb >= ${megabytes}
      AND (${later.map((other) => includes(other.country)).join(' OR ')}) ${earlier.join(' ')}
    GROUP BY covers, days, megabytes`
}
