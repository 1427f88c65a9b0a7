import type { InputOf, OutputOf } from '../operations.ts'
import type { Plan } from './operations.ts'
import { ok } from '../kit/result.shared.ts'
import { megabytesInGigabyte } from '../kit/plan-sizes.shared.ts'
import { cheapestCombination, cheapestForAll, countOf, groupsOf, tripNeed } from './trip.ts'
import { sumOf } from './trip-bounds.shared.ts'
import type { TripCandidate, TripTime } from './trip.ts'
import type { BackendContext, CatalogueDatabase } from '../context.ts'
import { refuseFields, type OperationResult } from '../api/operation-result.ts'
import { plansByID } from './plan-rows.ts'
import { worksInPlace } from './plans.ts'
import { join, raw, readRows, sql, type Sql } from '../kit/sql.ts'

type TripQuery = InputOf<'tripPlans'>
type TripAnswer = OutputOf<'tripPlans'>
type SizedTrip = TripTime & { readonly megabytes: number }

/** A plan that may be part of a trip. */
type Candidate = TripCandidate & {
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

const maxPartial = 2

/**
 * Finds the cheapest plan for a trip and the cheapest combination of plans. `tripNeed` returns the
 * days and data that each plan needs. An unlimited plan must keep its full speed.
 */
export async function planTrip(
  { catalogue: db, words }: BackendContext,
  query: TripQuery,
): Promise<OperationResult<TripAnswer>> {
  const countries = [...new Set(query.countries.split(','))]
  const trip = tripOf(query, countries.length)
  if (trip === null) return refuseFields('invalid-input', { stays: [words('api.invalid')] })
  const candidates = await readCandidates(db, countries, trip)
  const fits = (plan: Candidate, group: number) => isEnough(plan, group, trip)
  const single = cheapestForAll(trip.stops, candidates, fits)
  const combination = cheapestCombination(trip.stops, candidates, fits)
  const parts = combination?.map(({ plan }) => plan) ?? []
  const prices = [single?.price ?? Infinity, combination ? priceOf(parts) : Infinity]
  const partial = partialPlans(trip, candidates, Math.min(...prices))
  const chosen = [single, ...parts, ...partial]
  const ids = chosen.flatMap((each) => each?.id ?? [])
  const plans = await plansByID(db, ids, query.lang, words)
  const planOf = ({ id }: Candidate): readonly Plan[] => {
    const found = plans.get(id)
    return found ? [found] : []
  }
  const codesOf = (bits: number) => countries.filter((_, index) => (bits & (1 << index)) !== 0)
  return ok({
    data: {
      single: (single && planOf(single)[0]) ?? null,
      combination:
        combination?.flatMap(({ plan, countries: group }) =>
          planOf(plan).map((tariff) => ({ tariff, countryCodes: codesOf(group) })),
        ) ?? null,
      partial: partial.flatMap((plan) =>
        planOf(plan).map((tariff) => ({ tariff, missing: codesOf(~plan.covers) })),
      ),
    },
  })
}

/** Returns null if the stays do not match the countries. */
function tripOf({ days, stays: text, gigabytes }: TripQuery, stops: number): SizedTrip | null {
  const megabytes = gigabytes * megabytesInGigabyte
  if (text === undefined) return { stops, days, stays: null, megabytes }
  const stays = text.split(',').map(Number)
  return stays.length === stops ? { stops, days: sumOf(stays), stays, megabytes } : null
}

/** Returns the cheapest plans for each country of a trip, and for several of its countries. */
async function readCandidates(
  db: CatalogueDatabase,
  countries: readonly string[],
  trip: SizedTrip,
): Promise<Candidate[]> {
  const { days, megabytes } = trip
  const stops = countries.map((country, index) => {
    const need = needOf(trip, 1 << index)
    return [1 << index, country, need.days, need.megabytes]
  })
  const groups = groupsOf(trip.stops).map((bits) => needOf(trip, bits))
  const leastDays = Math.min(days, ...groups.map((group) => group.days))
  const leastMegabytes = Math.min(megabytes, ...groups.map((group) => group.megabytes))
  // Data use per day is the same in every country.
  const perDay = Math.ceil(megabytes / days)
  const need = { days, megabytes, perDay, stops: JSON.stringify(stops), leastDays, leastMegabytes }
  return readRows<Candidate>(db)`${candidatesFor(countries.length, need)}`
}

/** Returns what a plan for some countries of a trip needs. */
function needOf(trip: SizedTrip, countries: number) {
  const { days, part, whole } = tripNeed(trip, countries)
  return { days, megabytes: Math.ceil((trip.megabytes * part) / whole) }
}

type CandidateNeed = {
  readonly days: number
  readonly megabytes: number
  /** Maximum megabytes of a day. */
  readonly perDay: number
  /** JSON: a bit for each country, its code, and the days and MB that a plan for it alone needs. */
  readonly stops: string
  /** A plan for several countries needs at least these. */
  readonly leastDays: number
  readonly leastMegabytes: number
}

/**
 * SQL: the cheapest plan for each country of a trip, and the cheapest plans for several countries,
 * for each set of the trip's countries. Unless a plan for several countries covers the whole trip,
 * it is only useful if it costs less than one plan for each country.
 */
function candidatesFor(count: number, need: CandidateNeed): Sql {
  const { days, megabytes, perDay, stops, leastDays, leastMegabytes } = need
  const covers = Array.from(
    { length: count },
    (_, index) =>
      sql`${raw(1 << index)} * (instr(countries, ${stops} ->> '$[${raw(index)}][1]' || ',') > 0)`,
  )
  // An unlimited plan has full speed for the megabytes of a day.
  const keepsSpeed = sql`coalesce(full_speed_mb, ${perDay}) >= ${perDay}`
  // Plans with more than the trip needs are equal to it.
  const used = sql`min(validity_days, ${days}) AS days, min(traffic_mb, ${megabytes}) AS megabytes`
  return sql`WITH stop AS MATERIALIZED (
      SELECT value ->> 0 AS bit, value ->> 1 AS country, value ->> 2 AS days,
        value ->> 3 AS megabytes FROM json_each(${stops})),
    own AS MATERIALIZED (
      SELECT plan_id AS id, price, bit AS covers, 0 AS is_multi, ${used}
      FROM stop CROSS JOIN placements own ON place = country AND plan_id = (
        SELECT plan_id FROM placements INDEXED BY placements_by_price
        WHERE place = country AND in_stock = 1 AND ${raw(worksInPlace)}
          AND traffic_mb >= megabytes AND validity_days >= stop.days AND ${keepsSpeed}
        ORDER BY price, traffic_mb DESC, plan_id LIMIT 1)),
    several AS (
      SELECT plan_id AS id, price, ${join(covers, ' + ')} AS covers, bit, ${used}
      FROM stop CROSS JOIN placements INDEXED BY placements_trips
        ON place = country AND in_stock = 1 AND countries IS NOT NULL
      WHERE validity_days >= ${leastDays} AND traffic_mb >= ${leastMegabytes} AND ${keepsSpeed}),
    useful AS (
      SELECT id, min(price), covers, 1, days, megabytes FROM several
      WHERE covers & -covers = bit AND (covers <> bit OR days = ${days} AND megabytes = ${megabytes})
        AND (covers = ${raw(2 ** count - 1)}
          OR price < (SELECT iif(count(*) = ${raw(count)}, sum(price), 1e15) FROM own))
      GROUP BY covers, days, megabytes)
    SELECT * FROM own UNION ALL SELECT * FROM useful`
}

function isEnough(plan: Candidate, group: number, trip: SizedTrip): boolean {
  if ((plan.covers & group) !== group) return false
  const { days, part, whole } = tripNeed(trip, group)
  return plan.days >= days && plan.megabytes * whole >= trip.megabytes * part
}

function priceOf(plans: readonly Candidate[]): number {
  return sumOf(plans.map(({ price }) => price))
}

/**
 * Returns plans with all days and data, cheaper than `price`, that leave the fewest countries
 * uncovered. Plans that cost as much as the whole trip are of no use.
 */
function partialPlans(
  { stops, days, megabytes }: SizedTrip,
  candidates: readonly Candidate[],
  price: number,
): readonly Candidate[] {
  return candidates
    .filter((plan) => plan.is_multi === 1 && plan.days >= days && plan.megabytes >= megabytes)
    .filter((plan) => countOf(plan.covers) < stops && plan.price < price)
    .toSorted((a, b) => countOf(b.covers) - countOf(a.covers) || a.price - b.price)
    .slice(0, maxPartial)
}
