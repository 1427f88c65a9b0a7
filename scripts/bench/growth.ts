import type { Bench } from './bench.ts'
import { generatedShop } from './checkout.ts'
import type { Checkout } from './checkout.ts'
import { startD1Server } from './d1-server.ts'
import { ratesOf, request, speedCells } from './load.ts'
import type { Side } from './load.ts'
import { startLoneShop } from './lone-worker.ts'
import type { BenchResult, BenchRow } from './results.ts'

type GrowthPage = {
  readonly name: string
  readonly path: string
  /**
   * The small catalogue of the page has this many times as many plans, because a smaller one has
   * too few for a full page.
   */
  readonly times?: number
}

/** Pages that exist, and are full, in generated catalogues of both sizes. */
export const growthPages: readonly GrowthPage[] = [
  { name: 'home', path: '/' },
  { name: 'countries', path: '/esim/countries' },
  { name: 'countries of the search', path: '/esim/countries.json' },
  { name: 'plans of a country', path: '/esim/countries/tr' },
  { name: 'a filter', path: '/esim/countries/tr?days=30', times: 10 },
  { name: 'two filters', path: '/esim/countries/tr?days=30&traffic=10', times: 10 },
  { name: 'an operator in a country', path: '/esim/countries/tr?operator=tr-turkcell', times: 10 },
  { name: 'plans of a region', path: '/esim/countries/ru/bel', times: 10 },
  { name: 'regions of a country', path: '/esim/regions/ru' },
  { name: 'plans for a world region', path: '/esim/region?region=europe', times: 10 },
  { name: 'all plans', path: '/esim/tariffs' },
  { name: 'all plans, two filters', path: '/esim/tariffs?days=30&traffic=10' },
  { name: 'all plans of an operator', path: '/esim/tariffs?operator=reseller-0' },
  { name: 'search for a country', path: '/esim/tariffs?search_string=turkey' },
  { name: 'search for operators', path: '/esim/tariffs?search_string=vodafone' },
  { name: 'one plan', path: '/esim/tariffs/reseller-146/plan-11' },
  { name: 'comparison', path: '/esim/compare?country=tr&tariffID=plan-2,plan-3,plan-11' },
  { name: 'trip to one country', path: '/esim/trip?search_string=turkey&days=7&gigabytes=5' },
  {
    name: 'trip to two countries',
    path: '/esim/trip?search_string=turkey,+france&days=7&gigabytes=5',
    times: 10,
  },
  {
    name: 'trip to five countries',
    path: '/esim/trip?search_string=turkey,+greece,+italy,+france,+spain&days=12&gigabytes=10',
    times: 10,
  },
  { name: 'sitemap', path: '/sitemap.xml' },
  { name: 'plans in the sitemap', path: '/sitemap-plans-1.xml', times: 10 },
]

type Shop = Awaited<ReturnType<typeof startFresh>>
type Shops = { readonly [name: string]: Shop }

/**
 * Divides the time of fresh pages with many plans by their time with few plans, for so many
 * visitors at a time. The CPU time includes that of the database.
 */
export async function measureGrowth(bench: Bench): Promise<BenchResult> {
  const [smallest = 0, largest = 0] = bench.plans
  const pages = growthPages.filter(({ name }) => name.includes(bench.pages))
  const smallOf = ({ times = 1 }: GrowthPage) => Math.min(smallest * times, largest)
  const shops: { [name: string]: Shop } = {}
  try {
    for (const checkout of bench.checkouts)
      for (const plans of new Set([...pages.map(smallOf), largest]))
        shops[`${checkout.name} ${plans}`] = await startFresh(checkout, plans)
    const rows: BenchRow[] = []
    for (const page of pages) rows.push(await measurePage(bench, page, smallOf(page), shops))
    return { rows }
  } finally {
    await Promise.all(Object.values(shops).map(async ({ stop }) => stop()))
  }
}

/** Starts a shop that stores no page. */
async function startFresh(checkout: Checkout, plans: number) {
  const d1 = await startD1Server(await generatedShop(checkout, plans))
  const worker = await startLoneShop(checkout, d1.origin, { PAGE_CACHE: '0' })
  return {
    origin: worker.origin,
    cpu: async () => (await worker.cpu()) + (await d1.cpu()),
    stop: async () => {
      await worker.stop()
      d1.stop()
    },
  }
}

async function measurePage(
  { plans, visitors, rounds, checkouts }: Bench,
  { name, path }: GrowthPage,
  small: number,
  shops: Shops,
): Promise<BenchRow> {
  const [here, other] = checkouts
  const sideOf = (side: string, shop: Shop | undefined): Side[] =>
    shop ? [{ name: side, url: shop.origin + path, cpu: shop.cpu }] : []
  const sides = [
    ...sideOf('small', shops[`${here.name} ${small}`]),
    ...sideOf('large', shops[`${here.name} ${plans[1]}`]),
    ...sideOf('other', shops[`${other?.name} ${plans[1]}`]),
  ]
  const [bytes = 0, moreBytes = 0] = await Promise.all(
    sides.map(async ({ url }) => (await request(url)).length),
  )
  const row: { [column: string]: string | number | null } = {
    page: name,
    plans: small,
    bytes: moreBytes / bytes,
  }
  for (const count of visitors) {
    const rates = await ratesOf(sides, rounds, count)
    const column = count === 1 ? '1 visitor' : `${count} visitors`
    // The time of a page is the inverse of its speed.
    Object.assign(row, speedCells(column, rates['small'], rates['large']))
    row[`${column}, ms`] = rates['large']?.cpuPerRequest ?? null
    if (rates['other'])
      Object.assign(row, speedCells(`${column}, other`, rates['other'], rates['large']))
  }
  return row
}
