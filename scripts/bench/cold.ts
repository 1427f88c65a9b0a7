import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Agent } from 'undici'
import { databaseName, databases } from '../test/database-file.ts'
import type { Bench } from './bench.ts'
import type { D1Server } from './d1-server.ts'
import { median } from './load.ts'
import { configOf } from './lone-worker.ts'
import type { LoneWorker } from './lone-worker.ts'
import { buildPeer, peerPath, peersOf, withShops } from './peers.ts'
import type { PeerShop } from './peers.ts'
import { ratioOf } from './results.ts'
import type { BenchResult, BenchRow } from './results.ts'
import { spawnWorkerd } from './workerd.ts'

type Page = { readonly name: string; readonly path: string; readonly isStored: boolean }
/** A visit to a new isolate: the time to its first byte and the CPU time, in milliseconds. */
type Visit = { readonly ms: number; readonly cpu: number }
export type ColdVisits = { readonly [side: string]: readonly Visit[] }
type Side = () => Promise<Visit>

/** Milliseconds in which the page cache stores a page after its answer. */
const storeTime = 300

/**
 * Measures a visit to an isolate that has not started: from the start of workerd, which has the
 * request before it starts, to the first byte, and the CPU time until the last byte. The stored page
 * comes from the Cache API, and the fresh page finds nothing there.
 */
export async function measureCold(bench: Bench): Promise<BenchResult> {
  await buildPeer()
  const rows: BenchRow[] = []
  await withShops(bench, async (shop) => {
    for (const page of await pagesOf(shop)) {
      if (!page.name.includes(bench.pages)) continue
      const { constant, router } = await peersOf(shop, page.path)
      const peers = { constant: visitOf(constant, page.path), router: visitOf(router, peerPath) }
      rows.push(rowOf(page, await coldVisits([shop], page, bench.rounds, peers)))
    }
  })
  return { rows }
}

/** Visits the page of every shop and of its peers in turns, each in a new process. */
export async function coldVisits(
  shops: readonly PeerShop[],
  { path, isStored }: Pick<Page, 'path' | 'isStored'>,
  rounds: number,
  peers: { readonly [name: string]: Side } = {},
): Promise<ColdVisits> {
  const sides = new Map(Object.entries(peers))
  for (const [index, shop] of shops.entries()) {
    const name = index === 0 ? '' : 'other '
    sides.set(`${name}fresh`, visitOf(shop.worker, path, shop.d1))
    if (isStored) sides.set(`${name}stored`, visitOf(shop.worker, path))
  }
  const visits = new Map<string, Visit[]>()
  for (let round = 0; round < rounds; round += 1)
    for (const [name, side] of sides) visits.set(name, [...(visits.get(name) ?? []), await side()])
  return Object.fromEntries(visits)
}

/** @param d1 hides the stored page. The visit stores a new one */
function visitOf(worker: LoneWorker, path: string, d1?: D1Server): Side {
  const config = configOf(worker)
  return async () => {
    await d1?.answer(false)
    const agent = new Agent()
    const start = performance.now()
    const { origin, cpu, stop } = await spawnWorkerd(config)
    try {
      const { statusCode, body } = await agent.request({ origin, path, method: 'GET' })
      const ms = performance.now() - start
      await body.text()
      if (statusCode !== 200) throw new Error(`${path} returned ${statusCode}, expected 200`)
      const visit = { ms, cpu: await cpu() }
      if (d1) await wait(storeTime)
      return visit
    } finally {
      await Promise.all([agent.close(), stop(), d1?.answer()])
    }
  }
}

function rowOf({ name }: Page, visits: ColdVisits): BenchRow {
  const { constant = [], router = [], fresh = [], stored } = visits
  const cells = (of: readonly Visit[]) =>
    `${median(of.map(({ ms }) => ms)).toFixed(0)} (${median(of.map(({ cpu }) => cpu)).toFixed(0)})`
  return {
    page: name,
    'constant, ms': cells(constant),
    'stored, ms': stored ? cells(stored) : null,
    'fresh, ms': cells(fresh),
    'React Router, ms': cells(router),
    'stored ÷ constant': stored ? coldRatio(stored, constant) : null,
    'fresh ÷ React Router': coldRatio(fresh, router),
  }
}

function coldRatio(side: readonly Visit[], other: readonly Visit[]): string {
  const all = (visits: readonly Visit[], what: keyof Visit) => visits.map((each) => each[what])
  const of = (what: keyof Visit) => ratioOf(all(side, what), all(other, what)).text
  return `${of('ms')}, CPU ${of('cpu')}`
}

async function pagesOf({ folder }: PeerShop): Promise<readonly Page[]> {
  const database = new DatabaseSync(join(folder, databases, await databaseName(folder)))
  const row = database.prepare('SELECT esim_hash AS hash FROM esims LIMIT 1').get()
  database.close()
  return [
    { name: 'home', path: '/', isStored: true },
    { name: 'plans of a country', path: '/esim/countries/tr', isStored: true },
    { name: 'one plan', path: '/esim/tariffs/th-ais/th-ais-5gb-15d', isStored: true },
    { name: 'order', path: '/esim-order?tariffID=th-ais-5gb-15d', isStored: false },
    {
      name: 'instruction',
      path: `/esim-instruction?hash=${String(row?.['hash'])}`,
      isStored: false,
    },
    { name: 'health', path: '/healthz', isStored: false },
  ]
}
