import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cheapestCombination, cheapestForAll, countOf, groupsOf } from './trip.ts'
import { maxStops } from './trip-bounds.shared.ts'
import type { TripGroup } from './trip.ts'

type Plan = {
  /** Bits of the countries in which the plan works. */
  readonly covers: number
  /** The number of countries for which the plan has enough data. */
  readonly carries: number
  readonly price: number
}

const plan = (covers: number, price: number, carries = 5): Plan => ({ covers, carries, price })

function fits({ covers, carries }: Plan, countries: number): boolean {
  return (covers & countries) === countries && carries >= countOf(countries)
}

const catalogue = fc.integer({ min: 1, max: maxStops }).chain((stops) =>
  fc.tuple(
    fc.constant(stops),
    fc.array(
      fc.record({
        covers: fc.integer({ min: 1, max: 2 ** stops - 1 }),
        carries: fc.integer({ min: 1, max: stops }),
        price: fc.integer({ min: 1, max: 40 }),
      }),
      { maxLength: 7 },
    ),
  ),
)

it('finds the cheapest plan and the cheapest combination of any catalogue', () => {
  fc.assert(
    fc.property(catalogue, ([stops, plans]) => {
      const ways = everyWay(stops, plans)
      const lowest = (some: readonly (readonly TripGroup<Plan>[])[]) =>
        some.length === 0 ? null : Math.min(...some.map(totalOf))
      const single = cheapestForAll(stops, plans, fits)
      const combination = cheapestCombination(stops, plans, fits)
      expect(single && single.price).toBe(lowest(ways.filter(({ length }) => length === 1)))
      expect(combination && totalOf(combination)).toBe(
        lowest(ways.filter(({ length }) => length > 1)),
      )
      if (combination) expectWhole(stops, combination)
    }),
  )
})

function expectWhole(stops: number, parts: readonly TripGroup<Plan>[]): void {
  let seen = 0
  for (const { plan: chosen, countries } of parts) {
    expect([seen & countries, countries & ~chosen.covers]).toEqual([0, 0])
    expect(chosen.carries).toBeGreaterThanOrEqual(countOf(countries))
    seen |= countries
  }
  expect(seen).toBe(2 ** stops - 1)
}

/** Groups the countries in all ways, and gives each group every plan that fits it. */
function everyWay(stops: number, plans: readonly Plan[]) {
  return groupings(stops).flatMap((groups) =>
    groups.reduce<TripGroup<Plan>[][]>(
      (ways, countries) =>
        ways.flatMap((way) =>
          plans
            .filter(
              ({ covers, carries }) =>
                (covers & countries) === countries && carries >= countOf(countries),
            )
            .map((chosen) => [...way, { plan: chosen, countries }]),
        ),
      [[]],
    ),
  )
}

function groupings(stops: number): number[][] {
  if (stops === 0) return [[]]
  const bit = 2 ** (stops - 1)
  return groupings(stops - 1).flatMap((groups) => [
    [...groups, bit],
    ...groups.map((_, index) => groups.map((each, at) => (at === index ? each | bit : each))),
  ])
}

function totalOf(parts: readonly TripGroup<Plan>[]): number {
  return parts.reduce((sum, part) => sum + part.plan.price, 0)
}

it('prefers fewer plans at the same price', () => {
  const plans = [plan(0b001, 1), plan(0b010, 1), plan(0b100, 1), plan(0b110, 2)]
  expect(cheapestCombination(3, plans, fits)).toHaveLength(2)
})

it('has no combination for one country, and nothing without plans', () => {
  expect(cheapestCombination(1, [plan(1, 5)], fits)).toBeNull()
  expect(cheapestForAll(2, [], fits)).toBeNull()
})

it('has groups of two countries or more, but not of all', () => {
  expect(groupsOf(1)).toEqual([])
  expect(groupsOf(2)).toEqual([])
  expect(groupsOf(3)).toEqual([0b011, 0b101, 0b110])
  expect(groupsOf(5)).toHaveLength(25)
})
