import { worldRegions } from '../../src/plans/places.ts'
import type { Catalogue } from '../../src/plans/read-catalogue.ts'
import type { PlanCells } from '../../src/plans/columns.ts'

type Places = Pick<Catalogue, 'countries' | 'regions' | 'operators'>

const sizes = [500, 1024, 2048, 3072, 5120, 8192, 10240, 15360, 20480, 30720, 51200, null] as const
const validities = [1, 3, 7, 10, 15, 21, 30, 60, 90, 180, 365] as const

/** Sellers without a network. Their number does not grow with the number of plans. */
export const resellers: Catalogue['operators'] = Array.from({ length: 300 }, (_, index) => ({
  ident: `reseller-${index}`,
  title: `Travel Reseller ${index}`,
  website: null,
  supportPhone: null,
  supportEmail: null,
}))

/**
 * Generates the plans `from` to `from + count - 1`, the same in every run. Half are for the twenty
 * most popular countries, 6 % for a region and 2 % for 5 to 40 countries. Local networks sell half
 * of the plans, and resellers sell the rest. One reseller sells 5 %.
 */
export function generatePlans(places: Places, from: number, count: number): PlanCells[] {
  const { countries, operators } = places
  const byPopularity = countries.toSorted((a, b) => (a.popularity ?? 1e6) - (b.popularity ?? 1e6))
  const networks = Map.groupBy(operators, ({ ident }) => ident.slice(0, 2))
  const world = { ...places, byPopularity, networks }
  return Array.from({ length: count }, (_, index) => generatePlan(world, from + index))
}

type PlaceSource = Places & {
  readonly byPopularity: Catalogue['countries']
  readonly networks: ReadonlyMap<string, Catalogue['operators']>
}

function generatePlan(world: PlaceSource, number: number): PlanCells {
  const { countries, regions, byPopularity } = world
  const random = randomOf(number)
  const kind = random()
  const country =
    random() < 0.5 ? pick(byPopularity.slice(0, 20), random() ** 2) : pick(byPopularity, random())
  const region = kind < 0.06 ? pick(regions, random()) : null
  const isMulti = kind > 0.98
  const first = region?.country ?? country.code
  const more = isMulti
    ? Array.from({ length: 4 + Math.floor(random() * 36) }, () => pick(countries, random()).code)
    : []
  const networks = world.networks.get(first) ?? []
  const isLocal = !isMulti && networks.length > 0 && random() < 0.5
  const isLargest = random() < 0.1
  const seller = isLocal ? pick(networks, random()) : pick(resellers, isLargest ? 0 : random())
  const trafficMb = pick(sizes, random())
  const validityDays = pick(validities, random())
  const dollars = Math.round(
    100 + ((trafficMb ?? 1000 * validityDays) / 1024) ** 0.7 * (80 + random() * 300),
  )
  return {
    tariffID: `plan-${number}`,
    operator: seller.ident,
    countries: [...new Set([first, ...more])],
    region: region?.ident ?? null,
    worldRegion: isMulti ? pick(worldRegions, random()) : null,
    trafficMb,
    validityDays,
    prices: { USD: dollars, RUB: dollars * 92 },
    networks: [{ country: first, title: seller.title, generations: ['4G'] }],
    ...sameInAll,
  }
}

/** Cells that do not affect the measurements. */
const sameInAll = {
  market: 'travel',
  fairUseThresholdMb: null,
  fairUseSpeedKbps: null,
  minutes: null,
  sms: null,
  unlimitedApps: [],
  hotspot: 'yes',
  topUp: null,
  kyc: null,
  apn: null,
} as const satisfies Partial<PlanCells>

function pick<T>(list: readonly T[], share: number): T {
  const one = list[Math.floor(share * list.length)]
  if (one === undefined) throw new Error('the list to pick from is empty')
  return one
}

/** Returns a generator of random numbers from 0 to 1, seeded by the plan's number (mulberry32). */
function randomOf(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b1)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
