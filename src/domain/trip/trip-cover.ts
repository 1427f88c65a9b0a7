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
  const parts: (TripGroup<Candidate> | null)[] = [null]
  const ways: (readonly TripGroup<Candidate>[] | null)[] = [[]]
  // The cheapest way for each group, from the cheapest ways for smaller groups.
  for (let countries = 1; countries <= all; countries += 1) {
    const plan = cheapestFor(countries, candidates, fits)
    parts.push(plan && { plan, countries })
    const groups = countries === all ? splitsOf(all) : [countries, ...splitsOf(countries)]
    const found = groups.map((group) => {
      const [part, rest] = [parts[group], ways[countries & ~group]]
      return part && rest ? [part, ...rest] : null
    })
    ways.push(cheapest(found))
  }
  return ways[all] ?? null
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
  let best: Candidate | null = null
  for (const plan of candidates)
    if ((best === null || plan.price < best.price) && fits(plan, countries)) best = plan
  return best
}

/** Returns every group that has the first of the countries and omits at least one country. */
function splitsOf(countries: number): number[] {
  const first = firstOf(countries)
  const groups = []
  for (let group = countries; group > 0; group = (group - 1) & countries)
    if (group !== countries && (group & first) !== 0) groups.push(group)
  return groups
}

/** Returns the groups of two countries or more that omit at least one country of a trip. */
export function groupsOf(stops: number): readonly number[] {
  return Array.from({ length: allOf(stops) }, (_, group) => group).filter(
    (group) => countOf(group) > 1,
  )
}

/** Returns the bit of the first of the countries. */
export function firstOf(countries: number): number {
  return countries & -countries
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
