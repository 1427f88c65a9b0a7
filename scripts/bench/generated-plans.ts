import { parse } from 'csv-parse/sync'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { worldRegions } from '../../src/plans/operations.ts'

type Operator = { readonly ident: string; readonly title: string }
type Places = {
  readonly countries: readonly { readonly code: string; readonly popularity: number | null }[]
  readonly regions: readonly { readonly country: string; readonly ident: string }[]
  readonly operators: readonly Operator[]
}
export type GeneratedPlan = ReturnType<typeof generatePlan>

const sizes = [500, 1024, 2048, 3072, 5120, 8192, 10240, 15360, 20480, 30720, 51200, null] as const
const validities = [1, 3, 7, 10, 15, 21, 30, 60, 90, 180, 365] as const

/** Sellers without a network. Their number does not grow with the number of plans. */
const resellers: readonly Operator[] = Array.from({ length: 300 }, (_, index) => ({
  ident: `reseller-${index}`,
  title: `Travel Reseller ${index}`,
}))

/**
 * Generates the plans `from` to `from + count - 1`, the same in every run. Half are for the twenty
 * most popular countries, 6 % for a region and 2 % for 5 to 40 countries. Local networks sell half
 * of the plans, and resellers sell the rest. One reseller sells 5 %.
 */
export function generatePlans(places: Places, from: number, count: number): GeneratedPlan[] {
  const { countries, operators } = places
  const byPopularity = countries.toSorted((a, b) => (a.popularity ?? 1e6) - (b.popularity ?? 1e6))
  const networks = Map.groupBy(operators, ({ ident }) => ident.slice(0, 2))
  const world = { ...places, byPopularity, networks }
  return Array.from({ length: count }, (_, index) => generatePlan(world, from + index))
}

type World = Places & {
  readonly byPopularity: Places['countries']
  readonly networks: ReadonlyMap<string, Places['operators']>
}

function generatePlan(world: World, number: number) {
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
  const cents = Math.round(
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
    prices: { USD: cents, RUB: cents * 92 },
    networks: [{ country: first, title: seller.title, generations: ['4G'] }],
  }
}

/**
 * Returns the files of a shop with generated plans, to import: operators, plans and activation
 * codes. Every 25th plan is sold out.
 * @param catalogue the folder of the sample catalogue
 */
export async function catalogueFiles(catalogue: string, count: number) {
  const read = async (name: string) =>
    parse<object>(await readFile(join(catalogue, `${name}.csv`)), { columns: true })
  const places = samplePlaces.parse({
    countries: await read('countries'),
    regions: await read('regions'),
    operators: [...(await read('operators')), ...resellers],
  })
  const plans = generatePlans(places, 0, count)
  const inStock = plans.filter((_, index) => index % 25 < 24).map(({ tariffID }) => tariffID)
  const contacts = { website: '', supportPhone: '', supportEmail: '' }
  return {
    'operators.csv': csv(places.operators.map((each) => ({ ...each, ...contacts }))),
    'plans.csv': csv(plans.map(cellsOf)),
    'stock.csv': csv(
      inStock.map((tariffID, index) => ({
        // A number with zeros at its end could come from a spreadsheet, which rounds.
        iccid: `89${String(index).padStart(16, '0')}7`,
        tariffID,
        smdpAddress: 'rsp.example.com',
        matchingId: `CODE-${index}`,
        sample: 'yes',
      })),
    ),
  }
}

const popularity = z.string().transform((text) => Number(text) || null)
const samplePlaces = z.object({
  countries: z.array(z.object({ code: z.string(), popularity })),
  regions: z.array(z.object({ country: z.string(), ident: z.string() })),
  operators: z.array(z.object({ ident: z.string(), title: z.string() })),
})

function cellsOf({ prices, networks, ...plan }: GeneratedPlan): Cells {
  return {
    ...plan,
    countries: plan.countries.join(' '),
    trafficMb: plan.trafficMb ?? 'unlimited',
    priceUSD: (prices.USD / 100).toFixed(2),
    priceRUB: (prices.RUB / 100).toFixed(2),
    networks: networks
      .map(({ country, title, generations }) => `${country}:${title} ${generations.join('+')}`)
      .join(';'),
    market: 'travel',
    fairUseNote: null,
    starts: 'connection',
    hotspot: 'yes',
  }
}

type Cells = { readonly [column: string]: string | number | null }

/** No cell has a comma or a quotation mark. */
function csv(rows: readonly Cells[]): string {
  const header = Object.keys(rows[0] ?? {}).join(',')
  return [header, ...rows.map((cells) => Object.values(cells).join(','))].join('\n')
}

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
