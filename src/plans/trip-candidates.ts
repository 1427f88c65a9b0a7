import { firstOf, groupsOf, tripNeed } from './trip.ts'
import type { TripCandidate, TripTime } from './trip.ts'
import type { CatalogueDatabase } from '../context.ts'
import { cheapestOfPairs, fareRows, maxPrice } from './read-fares.ts'
import { unlimitedMb } from './placements.ts'

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
  db: Pick<CatalogueDatabase, 'prepare'>,
  countries: readonly string[],
  trip: SizedTrip,
): Promise<Candidate[]> {
  const { days, megabytes } = trip
  const groups = groupsOf(trip.stops).map((bits) => ({ bits, ...needOf(trip, bits) }))
  const stops = countries.flatMap((country, index) => {
    const own = needOf(trip, 1 << index)
    const later = groups.filter(({ bits }) => firstOf(bits) >= 1 << index)
    const leastDays = Math.min(days, ...later.map((group) => group.days))
    const leastMegabytes = Math.min(megabytes, ...later.map((group) => group.megabytes))
    return [country, own.days, own.megabytes, leastDays, leastMegabytes]
  })
  // Data use per day is the same in every country.
  const perDay = Math.ceil(megabytes / days)
  const sizes = JSON.stringify(groups.map((group) => [group.bits, group.days, group.megabytes]))
  const { results } = await db
    .prepare(candidatesFor(countries.length))
    .bind(days, megabytes, perDay, sizes, ...stops)
    .all<Candidate>()
  return results
}

type Need = { readonly days: number; readonly megabytes: number }

/** Returns what a plan for some countries of a trip needs. */
function needOf(trip: SizedTrip, countries: number): Need {
  const { days, part, whole } = tripNeed(trip, countries)
  return { days, megabytes: Math.ceil((trip.megabytes * part) / whole) }
}

const stopParameters = ['country', 'days', 'megabytes', 'leastDays', 'leastMegabytes'] as const

/**
 * SQL parameters: a country of a trip, the days and MB that a plan for it needs, and the least days
 * and MB of a plan for this country and later ones, or for later ones.
 */
type Stop = { readonly [Name in (typeof stopParameters)[number]]: string } & {
  readonly bit: number
}

function stopOf(index: number): Stop {
  const [country = '', days = '', megabytes = '', leastDays = '', leastMegabytes = ''] =
    stopParameters.map((_, at) => `?${5 + index * stopParameters.length + at}`)
  return { country, days, megabytes, leastDays, leastMegabytes, bit: 1 << index }
}

/**
 * SQL: the cheapest plan for each country of a trip, and the cheapest plans for several countries,
 * for each set of the trip's countries. The trip has ?1 days and ?2 MB, and at most ?3 MB a day. ?4
 * has the groups of two countries or more, but not of all, with the days and MB that a plan for
 * them needs.
 *
 * A plan with less than the data of the trip is useful for a group if it does not cost more than
 * one plan for each country of the group. A plan with all days and data can also be shown alone, so
 * it must cost less than the cheapest known way to cover the trip. The query reads only such plans:
 * the index has the cheapest of each size first. If a country has no plan of its own, it reads
 * more.
 */
function candidatesFor(count: number): string {
  const stops = Array.from({ length: count }, (_, index) => stopOf(index))
  return `WITH RECURSIVE ${stops.map(faresOf).join(', ')}, ${ownPrices(stops)},
    ${sizesOf(stops)}, ${singlePlan(stops)}, ${smallPlans(stops)}, ${largePlans(stops)}
    SELECT * FROM own
    UNION ALL
    SELECT id, price, ${2 ** count - 1}, 1, ?1, ?2 FROM single
    UNION ALL
    SELECT * FROM small
    UNION ALL
    SELECT * FROM large`
}

/**
 * SQL: the cheapest plan for each country, and tables with the price of one plan for each country
 * of a group.
 */
function ownPrices(stops: readonly Stop[]): string {
  return `own AS MATERIALIZED (${stops.map(cheapestFare).join(' UNION ALL ')}),
    own_price (bit, price) AS MATERIALIZED (
      SELECT column1, coalesce((SELECT price FROM own WHERE covers = column1), ${maxPrice})
      FROM (VALUES ${stops.map(({ bit }) => `(${bit})`).join(', ')})),
    country_group (bits, days, megabytes, price) AS MATERIALIZED (
      SELECT value ->> 0, value ->> 1, value ->> 2,
        (SELECT sum(price) FROM own_price WHERE (value ->> 0) & bit > 0)
      FROM json_each(?4))`
}

/** SQL: a table with the sizes of plans for several countries that are useful in each of them. */
function sizesOf(stops: readonly Stop[]): string {
  const rows = stops.map(
    ({ bit, country, leastDays, leastMegabytes }) =>
      `(${bit}, ${country}, ${leastDays}, ${leastMegabytes})`,
  )
  return `size (bit, country, days, megabytes) AS (
      SELECT column1, column2, column3,
        (SELECT min(traffic_mb) FROM ${severalIn('column2')} AND traffic_mb >= column4)
      FROM (VALUES ${rows.join(', ')})
      UNION ALL
      SELECT bit, country, days,
        (SELECT min(traffic_mb) FROM ${severalIn('country')} AND traffic_mb > megabytes)
      FROM size WHERE megabytes IS NOT NULL)`
}

/** SQL: a table with the cheapest plan for the whole trip. Stops at the first of each size. */
function singlePlan(stops: readonly Stop[]): string {
  const rest = stops.slice(1).map((stop) => `AND ${includes(stop)}`)
  return `single AS MATERIALIZED (
      SELECT plan.tariff_id AS id, price FROM size CROSS JOIN placements plan
      ON place = country AND plan.tariff_id = (
        SELECT tariff_id FROM ${severalIn('country')} AND traffic_mb = size.megabytes
          AND validity_days >= ?1 AND ${keepsSpeed} ${rest.join(' ')}
        ORDER BY price, tariff_id LIMIT 1)
      WHERE bit = 1 AND megabytes >= ?2 ORDER BY price, id LIMIT 1)`
}

/**
 * SQL: plans for several countries with less than the data of the trip. The price of a size is that
 * of one plan for each country of a group for which the size is enough.
 */
function smallPlans(stops: readonly Stop[]): string {
  return `useful (below, own) AS MATERIALIZED (
      SELECT min(sum(price), coalesce((SELECT price FROM single), ${maxPrice})), sum(price)
      FROM own_price),
    small_size (bit, country, days, megabytes, below) AS MATERIALIZED (
      SELECT bit, country, days, megabytes, min(below, (
        SELECT max(price) + 1 FROM country_group
        WHERE bits & -bits >= bit AND country_group.megabytes <= size.megabytes))
      FROM size CROSS JOIN useful WHERE megabytes < ?2),
    ${plansForSeveral('small', 'small_size', stops)}`
}

/**
 * SQL: plans for several countries with the data of the trip. Small plans for one group, or for two
 * without a common country, and own plans for the rest are a way to cover the trip. Large plans
 * that cost as much are of no use.
 */
function largePlans(stops: readonly Stop[]): string {
  return `saving (bits, amount) AS MATERIALIZED (
      SELECT bits, country_group.price - min(small.price) FROM country_group JOIN small
      ON covers & bits = bits AND small.days >= country_group.days
        AND small.megabytes >= country_group.megabytes
      GROUP BY bits),
    large_size (bit, country, days, megabytes, below) AS MATERIALIZED (
      SELECT bit, country, days, megabytes,
        min(below, own - coalesce((
          SELECT max(amount + max(0, coalesce((SELECT max(amount) FROM saving other
            WHERE other.bits & saving.bits = 0), 0))) FROM saving), 0))
      FROM size CROSS JOIN useful WHERE megabytes >= ?2),
    ${plansForSeveral('large', 'large_size', stops)}`
}

/** SQL: a table with the cheapest plans of some sizes for each set of countries. */
function plansForSeveral(name: string, sizes: string, stops: readonly Stop[]): string {
  const covers = stops.map((stop) => `${stop.bit} * (${includes(stop)})`)
  return `${name}_plan (tariff_id, price, first, covers, days, megabytes) AS MATERIALIZED (
      SELECT tariff_id, price, bit, ${covers.join(' + ')}, ${daysOfPlan}, ${megabytesOfPlan}
      FROM ${sizes} CROSS JOIN ${severalIn('country')}
        AND traffic_mb = megabytes AND price < below AND validity_days >= days AND ${keepsSpeed}),
    ${name} AS MATERIALIZED (
      SELECT tariff_id AS id, min(price) AS price, covers, 1 AS is_multi, days, megabytes
      FROM ${name}_plan
      WHERE covers & -covers = first AND (covers > first OR (days = ?1 AND megabytes = ?2))
      GROUP BY covers, days, megabytes)`
}

/**
 * SQL: tables with plans for a country, which may include others: limited plans that are large and
 * long enough, and unlimited plans that keep their full speed. The cheapest is among them.
 */
function faresOf({ country, days, megabytes, bit }: Stop): string {
  const limited = cheapestOfPairs(`limited_${bit}`, {
    rows: `${fareRows(country)} AND traffic_mb < ${unlimitedMb}`,
    columns: ['traffic_mb', 'validity_days'],
    from: [megabytes, days],
    floor: (size) => `(SELECT price FROM placements INDEXED BY placements_by_traffic
      WHERE place = ${country} AND in_stock = 1 AND traffic_mb = ${size} ORDER BY price LIMIT 1)`,
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
  return `${limited}, ${unlimited}`
}

/** SQL: the cheapest plan in a country. */
function cheapestFare({ bit }: Stop): string {
  return `SELECT * FROM (
    SELECT tariff_id AS id, price, ${bit} AS covers, 0 AS is_multi, ${daysOfPlan} AS days,
      ${megabytesOfPlan} AS megabytes
    FROM (
      SELECT tariff_id, price, validity_days, traffic_mb FROM limited_${bit}
      UNION ALL
      SELECT tariff_id, price, validity_days, ${unlimitedMb} FROM unlimited_${bit}
    ) ORDER BY price, traffic_mb DESC, tariff_id LIMIT 1)`
}

/** SQL: plans for several countries in stock in one of them, by size, then cheapest first. */
const severalIn = (country: string) => `placements INDEXED BY placements_trips
  WHERE place = ${country} AND in_stock = 1 AND countries IS NOT NULL AND length(place) = 2`
/** SQL: `countries` has a comma between codes of two letters, so it contains no other code. */
const includes = ({ country }: Stop) => `instr(countries, ${country}) > 0`
const keepsSpeed = 'coalesce(full_speed_mb, ?3) >= ?3'
/** SQL: plans with more than the trip needs are equal to it. */
const [daysOfPlan, megabytesOfPlan] = ['min(validity_days, ?1)', 'min(traffic_mb, ?2)']
