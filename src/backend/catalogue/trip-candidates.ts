import type { TripCandidate } from '../../domain/trip/trip-cover.ts'
import { tripNeed } from '../../domain/trip/trip-needs.ts'
import type { TripTime } from '../../domain/trip/trip-needs.ts'
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
  const needs = countries.flatMap((country, index) => {
    const need = tripNeed(trip, 1 << index)
    return [country, `${country},`, need.days, Math.ceil((megabytes * need.part) / need.whole)]
  })
  // Data use per day is the same in every country.
  const perDay = Math.ceil(megabytes / days)
  const query = candidatesFor(countries.length)
  const { results } = await db
    .prepare(query)
    .bind(days, megabytes, perDay, ...needs)
    .all<Candidate>()
  return results
}

/**
 * SQL parameters: a country of a trip, its text in a list of countries, and the days and MB that a
 * plan for it needs.
 */
type Stop = { readonly [Name in 'country' | 'listed' | 'days' | 'megabytes']: string } & {
  readonly bit: number
}

/**
 * SQL: the cheapest plan for each country of a trip, and the cheapest plans for several countries,
 * for each set of the trip's countries. The trip has ?1 days and ?2 MB, and at most ?3 MB a day.
 * The following parameters are each country's code, and the days and MB that a plan for it needs.
 *
 * A plan for several countries is useful if it costs less than the cheapest plan for the whole
 * trip, and less than one plan for each country together. The query reads only such plans, and the
 * index has the cheapest first. If no plan fits the whole trip, or a country has no plan of its
 * own, it reads more, at most the plans of all countries but the last.
 */
function candidatesFor(count: number): string {
  const stops = Array.from({ length: count }, (_, index): Stop => {
    const [country = '', listed = '', days = '', megabytes = ''] = [4, 5, 6, 7].map(
      (at) => `?${at + index * 4}`,
    )
    return { country, listed, days, megabytes, bit: 1 << index }
  })
  const own = stops.map(({ bit }) => `own_${bit}`)
  const rest = stops
    .slice(1)
    .map((stop) => `AND ${includes(stop)}`)
    .join(' ')
  // The price of one plan for each country from an index on.
  const sums = own.map((_, index) => {
    const prices = own.slice(index).map((name) => `(SELECT price FROM ${name})`)
    return `coalesce(${prices.join(' + ')}, ${maxPrice}) AS sum_${index}`
  })
  const others = stops.map(cheapestForSeveral)
  const found = [...own, 'single'].map((name) => `SELECT * FROM ${name}`)
  return `WITH RECURSIVE ${stops.map(ownPlan).join(', ')},
    single AS MATERIALIZED (
      SELECT tariff_id AS id, price, ${2 ** count - 1} AS covers, 1 AS is_multi, ?1 AS days,
        ?2 AS megabytes
      ${severalIn('?4')} AND ${fitsTrip} ${rest} ORDER BY price, tariff_id LIMIT 1),
    own AS MATERIALIZED (SELECT ${sums.join(', ')}),
    useful (price) AS MATERIALIZED (SELECT min(sum_0, coalesce((SELECT price FROM single), ${maxPrice}))
      FROM own),
    ${stops.map((_, index) => plansForSeveral(index, stops)).join(', ')}
    ${union([...found, ...others])}`
}

/** SQL: treats plans with more than the trip needs as equal to it. */
function atMost(column: string, limit: string): string {
  return `min(${column}, ${limit})`
}

/**
 * SQL: a table with the cheapest plan in a country, which may include others. Compares the limited
 * plans that are large and long enough, and the unlimited plans that keep their full speed.
 */
function ownPlan({ country, days, megabytes, bit }: Stop): string {
  const limited = cheapestOfPairs(`limited_${bit}`, {
    rows: `${fareRows(country)} AND traffic_mb < ${unlimitedMb}`,
    columns: ['traffic_mb', 'validity_days'],
    from: [megabytes, days],
    most: maxPairs,
  })
  const unlimited = cheapestOfPairs(`unlimited_${bit}`, {
    rows: `FROM placements INDEXED BY placements_unlimited
      WHERE place = ${country} AND in_stock = 1 AND full_speed_mb IS NOT NULL AND kind <> 'region'
        AND length(place) = 2`,
    columns: ['validity_days', 'full_speed_mb'],
    from: [days, '?3'],
    most: maxPairs,
  })
  return `${limited}, ${unlimited}, own_${bit} AS MATERIALIZED (
    SELECT tariff_id AS id, price, ${bit} AS covers, 0 AS is_multi, ${daysOfPlan} AS days,
      ${megabytesOfPlan} AS megabytes
    FROM (
      SELECT tariff_id, price, validity_days, traffic_mb FROM limited_${bit}
      UNION ALL
      SELECT tariff_id, price, validity_days, ${unlimitedMb} FROM unlimited_${bit}
    ) ORDER BY price, traffic_mb DESC, tariff_id LIMIT 1)`
}

/** SQL: plans for several countries in stock in one of them. The index has the cheapest first. */
const severalIn = (country: string) => `FROM placements INDEXED BY placements_trips
  WHERE place = ${country} AND in_stock = 1 AND countries IS NOT NULL AND length(place) = 2
    AND coalesce(full_speed_mb, ?3) >= ?3`
const includes = ({ listed }: Stop) => `instr(countries, ${listed}) > 0`
const fitsTrip = 'validity_days >= ?1 AND traffic_mb >= ?2'
const [daysOfPlan, megabytesOfPlan] = [atMost('validity_days', '?1'), atMost('traffic_mb', '?2')]
/** More than the price of any plan, in minor units. */
const maxPrice = Number.MAX_SAFE_INTEGER
const isCheaper = 'price < (SELECT price FROM useful)'

/**
 * SQL: a table with the plans for a country of the trip and any later ones, but no earlier ones. A
 * plan with all days and data can be shown alone. Another is part of a combination, so it must not
 * cost more than one plan for each of these countries. A combination may use it in the later
 * countries only, so it may be too short for the first.
 */
function plansForSeveral(index: number, stops: readonly Stop[]): string {
  const { country = '', bit = 0 } = stops[index] ?? {}
  const later = stops.slice(index + 1)
  // The last country is not the first of several.
  const starts = later.length > 0 ? stops.slice(index, -1) : stops.slice(index)
  const days = lowest(starts.map((stop) => stop.days))
  const megabytes = lowest(starts.map((stop) => stop.megabytes))
  const covers = later.map((other) => `${other.bit} * (${includes(other)})`)
  const earlier = stops.slice(0, index).map((other) => `AND NOT ${includes(other)}`)
  const isPart = `price <= (SELECT sum_${index} FROM own) AND (${later.map(includes).join(' OR ')})`
  return `several_${bit} AS MATERIALIZED (
    SELECT tariff_id, price, ${[bit, ...covers].join(' + ')} AS covers, ${daysOfPlan} AS days,
      ${megabytesOfPlan} AS megabytes
    ${severalIn(country)} AND ${isCheaper}
      AND validity_days >= ${days} AND traffic_mb >= ${megabytes}
      AND (${fitsTrip} ${later.length > 0 ? `OR ${isPart}` : ''}) ${earlier.join(' ')})`
}

/** SQL: the cheapest plans of `plansForSeveral` for each set of countries. */
function cheapestForSeveral({ bit }: Stop): string {
  return `SELECT tariff_id, min(price), covers, 1, days, megabytes FROM several_${bit}
    GROUP BY covers, days, megabytes`
}

/** SQL: the lowest of some values. With one argument, min() is an aggregate. */
function lowest(values: readonly string[]): string {
  return values.length === 1 ? values.join() : `min(${values.join(', ')})`
}
