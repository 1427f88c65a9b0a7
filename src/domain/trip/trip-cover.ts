/** A plan that a trip could use. */
export type TripCandidate = {
  /** Minor units of one currency. */
  readonly price: number
}

/**
 * Whether a plan is enough for a group of countries. Countries of a trip are numbered from 0, and a
 * group has the bit of each of its countries.
 */
export type Fits<Candidate> = (plan: Candidate, countries: number) => boolean

/** A group of countries, and the plan for them. */
export type TripGroup<Candidate> = { readonly plan: Candidate; readonly countries: number }

/** More countries would make too many groups. Five countries have 52. */
export const maxStops = 5

/**
 * Returns the cheapest plan for all countries of a trip, or null when no plan fits them all.
 */
export function cheapestForAll<Candidate extends TripCandidate>(
  stops: number,
  candidates: readonly Candidate[],
  fits: Fits<Candidate>,
): Candidate | null {
  return cheapestFor(allOf(stops), candidates, fits)
}

/**
 * Returns the cheapest two or more plans that cover a trip, each for different countries, in the
 * order of their first countries. Returns null when there is no such combination.
 */
export function cheapestCombination<Candidate extends TripCandidate>(
  stops: number,
  candidates: readonly Candidate[],
  fits: Fits<Candidate>,
): readonly TripGroup<Candidate>[] | null {
  const all = allOf(stops)
  const found = splitsOf(all).map((countries) => {
    const plan = cheapestFor(countries, candidates, fits)
    const rest = cheapestCover(all & ~countries, candidates, fits)
    return plan && rest && [{ plan, countries }, ...rest]
  })
  return cheapest(found)
}

function cheapestCover<Candidate extends TripCandidate>(
  countries: number,
  candidates: readonly Candidate[],
  fits: Fits<Candidate>,
): readonly TripGroup<Candidate>[] | null {
  const plan = cheapestFor(countries, candidates, fits)
  const split = splitsOf(countries).map((group) => {
    const first = cheapestFor(group, candidates, fits)
    const rest = first && cheapestCover(countries & ~group, candidates, fits)
    return first && rest && [{ plan: first, countries: group }, ...rest]
  })
  return cheapest([plan && [{ plan, countries }], ...split])
}

/** At equal prices, prefers fewer plans. */
function cheapest<Candidate extends TripCandidate>(
  ways: readonly (readonly TripGroup<Candidate>[] | null)[],
): readonly TripGroup<Candidate>[] | null {
  const [best = null] = ways
    .filter((way) => way !== null)
    .toSorted((a, b) => priceOf(a) - priceOf(b) || a.length - b.length)
  return best
}

function priceOf(parts: readonly TripGroup<TripCandidate>[]): number {
  return parts.reduce((sum, { plan }) => sum + plan.price, 0)
}

function cheapestFor<Candidate extends TripCandidate>(
  countries: number,
  candidates: readonly Candidate[],
  fits: Fits<Candidate>,
): Candidate | null {
  const [best = null] = candidates
    .filter((plan) => fits(plan, countries))
    .toSorted((a, b) => a.price - b.price)
  return best
}

/** Returns every group that has the first of the countries and omits at least one country. */
function splitsOf(countries: number): number[] {
  const first = countries & -countries
  const groups = []
  for (let group = countries; group > 0; group = (group - 1) & countries)
    if (group !== countries && (group & first) !== 0) groups.push(group)
  return groups
}

function allOf(stops: number): number {
  return 2 ** stops - 1
}

/** Returns the number of countries in the bits. */
export function countOf(countries: number): number {
  let count = 0
  for (let left = countries; left !== 0; left &= left - 1) count += 1
  return count
}
