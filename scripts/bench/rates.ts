import type { Bench } from './bench.ts'
import { ratesOf, request, speedCells } from './load.ts'
import { startLone } from './lone-worker.ts'
import { buildPeer, peerPath, peersOf, withShops } from './peers.ts'
import type { PeerShop } from './peers.ts'
import type { BenchResult, BenchRow } from './results.ts'
import type { Workerd } from './workerd.ts'

export const pages = [
  { name: 'home', path: '/' },
  { name: 'countries', path: '/esim/countries' },
  { name: 'plans of a country', path: '/esim/countries/tr' },
  { name: 'one plan', path: '/esim/tariffs/th-ais/th-ais-5gb-15d' },
  { name: 'questions', path: '/klientam/questions-and-answers' },
]
/** Milliseconds before every D1 call when round trips are counted. */
const delay = 80

/**
 * Compares stored and fresh pages with a worker that returns the same bytes, and with a page of
 * React Router that makes the same D1 calls and renders the same elements. Counts the round trips.
 */
export async function measureRates(bench: Bench): Promise<BenchResult> {
  await buildPeer()
  const rows: BenchRow[] = []
  await withShops(bench, async (shop) => {
    for (const { name, path } of pages.filter((page) => page.name.includes(bench.pages)))
      rows.push({ page: name, ...(await measurePage(path, bench.rounds, shop)) })
  })
  return { rows }
}

async function measurePage(path: string, rounds: number, shop: PeerShop) {
  const workers = { ...(await peersOf(shop, path)), stored: shop.worker, fresh: shop.fresh }
  const started: { [name: string]: Workerd } = {}
  try {
    for (const [name, worker] of Object.entries(workers)) started[name] = await startLone(worker)
    const trips = await roundTripsOf(shop, started['fresh'], path)
    const sides = Object.entries(started).map(([name, { origin, cpu }]) => {
      return { name, url: origin + (name === 'router' ? peerPath : path), cpu }
    })
    const { constant, alone, router, stored, fresh } = await ratesOf(sides, rounds)
    return {
      ...speedCells('stored', stored, constant),
      ...speedCells('fresh', fresh, constant),
      ...speedCells('D1 calls alone', alone, constant),
      ...speedCells('React Router', fresh, router),
      'D1 calls': trips.calls.length,
      'D1 delays': trips.delays,
    }
  } finally {
    await Promise.all(Object.values(started).map(async ({ stop }) => stop()))
  }
}

/** Returns the D1 calls of a fresh page, and after how many of them it waits for the next. */
export async function roundTripsOf({ d1 }: PeerShop, fresh: Workerd | undefined, path: string) {
  const url = `${fresh?.origin}${path}`
  // The first visit also loads the dictionaries.
  await request(url)
  await d1.record()
  await request(url)
  const calls = await d1.record(delay)
  const times: number[] = []
  for (let round = 0; round < 5; round += 1) {
    const start = performance.now()
    await request(url)
    times.push(performance.now() - start)
  }
  await d1.answer()
  return { calls, delays: Math.round(Math.min(...times) / delay) }
}
