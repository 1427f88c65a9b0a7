import type { z } from 'zod'
import type { Tariff } from '../../contract/tariffs.ts'
import type { tripPlans } from '../../contract/trip-plans.ts'
import { ok } from '../../domain/result.ts'
import { cheapestCombination, cheapestForAll, countOf } from '../../domain/trip/trip-cover.ts'
import type { BackendContext, CatalogueDatabase } from '../context.ts'
import type { OperationResult } from '../operation-result.ts'
import { tariffColumns, tariffJoins, toTariff } from './tariff-rows.ts'
import type { TariffRow } from './tariff-rows.ts'
import { readCandidates } from './trip-candidates.ts'
import type { Candidate } from './trip-candidates.ts'

type TripQuery = z.output<typeof tripPlans.input>
type TripAnswer = z.output<typeof tripPlans.output>

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
  const candidates = await readCandidates(db, stops, query)
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
