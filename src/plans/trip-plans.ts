import type { z } from 'zod'
import type { Tariff } from './plans-contract.ts'
import type { tripPlans } from './trip-plans-contract.ts'
import type { Words } from '../words/words.shared.ts'
import { ok } from '../kit/result.shared.ts'
import { megabytesInGigabyte } from '../kit/plan-sizes.shared.ts'
import { cheapestCombination, cheapestForAll, countOf, sumOf, tripNeed } from './trip.ts'
import type { BackendContext, CatalogueDatabase } from '../context.ts'
import { refuseFields } from '../api/operation-result.ts'
import type { OperationResult } from '../api/operation-result.ts'
import { tariffColumn, tariffJoins, toTariff } from './plan-rows.ts'
import type { TariffRow } from './plan-rows.ts'
import { readCandidates } from './trip-candidates.ts'
import type { Candidate, SizedTrip } from './trip-candidates.ts'

type TripQuery = z.output<typeof tripPlans.input>
type TripAnswer = z.output<typeof tripPlans.output>
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
  const tariffs = await readTariffs(
    { db, words },
    query.lang,
    chosen.flatMap((each) => each?.id ?? []),
  )
  const tariffOf = ({ id }: Candidate): readonly Tariff[] => {
    const found = tariffs.get(id)
    return found ? [found] : []
  }
  const codesOf = (bits: number) => countries.filter((_, index) => (bits & (1 << index)) !== 0)
  return ok({
    data: {
      single: (single && tariffOf(single)[0]) ?? null,
      combination:
        combination?.flatMap(({ plan, countries: group }) =>
          tariffOf(plan).map((tariff) => ({ tariff, countryCodes: codesOf(group) })),
        ) ?? null,
      partial: partial.flatMap((plan) =>
        tariffOf(plan).map((tariff) => ({ tariff, missing: codesOf(~plan.covers) })),
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

async function readTariffs(
  { db, words }: { readonly db: CatalogueDatabase; readonly words: Words },
  lang: TripQuery['lang'],
  ids: readonly string[],
): Promise<ReadonlyMap<string, Tariff>> {
  if (ids.length === 0) return new Map()
  const { results } = await db
    .prepare(
      `SELECT ${tariffColumn(lang, '1')} FROM tariffs t ${tariffJoins}
      WHERE t.id IN (SELECT value FROM json_each(?))`,
    )
    .bind(JSON.stringify(ids))
    .all<TariffRow>()
  const plans = results.map((row) => toTariff(row, words))
  return new Map(plans.map((plan) => [plan.tariffID, plan]))
}
