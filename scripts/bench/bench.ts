import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { buildIfChanged } from '../start/build.ts'
import { prepareDataFolder } from '../start/data-folder.ts'
import { installChromium } from '../test/chromium.ts'
import { printMemory, printTable } from './bench-table.ts'
import type { PageResult } from './bench-table.ts'
import { watchD1Calls } from './d1-calls.ts'
import { copyDataFolder } from './data-copies.ts'
import { startD1Server } from './d1-server.ts'
import { watchFirstViews } from './first-view.ts'
import type { FirstView } from './first-view.ts'
import { measureGrowth } from './growth.ts'
import { measureMemory } from './memory.ts'
import { buildPeer } from './peers.ts'
import { planPaths } from './plan-paths.ts'
import { serveShop } from './served-shop.ts'
import { throughputOf } from './throughput.ts'
import { startShop } from './workerd.ts'

/**
 * `npm run bench` prints the costs of pages as ratios, because other work on a machine slows both
 * sides of a ratio equally. Also writes the ratios to .cache/bench/bench.json. See
 * docs/performance.md.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '12' },
    plans: { type: 'string', default: '1000,1000000' },
    requests: { type: 'string', default: '1000000' },
  },
})
const dataFolder = '.cache/bench/shop'
const rounds = Number(values.rounds)
const [smallest = 0, largest = 0] = values.plans.split(',').map(Number)
const memoryURLs = 10_000
const pages = [
  { name: 'home', path: '/' },
  { name: 'countries', path: '/esim/countries' },
  { name: 'plans of a country', path: '/esim/countries/tr' },
  { name: 'one plan', path: '/esim/tariffs/th-ais/th-ais-5gb-15d' },
  { name: 'questions', path: '/klientam/questions-and-answers' },
]

installChromium()
await buildIfChanged()
await buildPeer()
await prepareDataFolder(dataFolder)
const copies = await copyDataFolder(dataFolder)
const views = await measureViews()
const results = await measurePages(views)
const growth = await measureGrowth([smallest, largest], dataFolder, rounds)
await writeFile('.cache/bench/bench.json', toJson({ pages: results, growth }))
printTable({ pages: results, growth })
// Last, because a million requests take the longest.
const memory = await measureMemory(
  copies.stored,
  await planPaths(dataFolder, memoryURLs),
  Number(values.requests),
)
await writeFile('.cache/bench/bench.json', toJson({ pages: results, growth, memory }))
printMemory(memory)

function toJson(measured: object): string {
  return `${JSON.stringify(measured, null, 2)}\n`
}

/** Runs before the load measurements, whose load would slow Chromium. */
async function measureViews(): Promise<Map<string, FirstView>> {
  const shop = await serveShop(copies.served)
  const { firstViewOf, close } = await watchFirstViews(shop)
  const found = new Map<string, FirstView>()
  try {
    // oxlint-disable-next-line eslint/no-await-in-loop -- one page at a time
    for (const { name } of pages) found.set(name, await firstViewOf(name))
    return found
  } finally {
    await close()
    shop.end()
  }
}

async function measurePages(known: ReadonlyMap<string, FirstView>): Promise<PageResult[]> {
  const d1 = await watchD1Calls(copies.watched)
  const stored = await startShop(copies.stored)
  const d1Server = await startD1Server(copies.d1)
  const sides = {
    stored,
    fresh: await startShop(copies.fresh, { vars: { PAGE_CACHE: '0' }, d1: d1Server.origin }),
    d1: d1Server.origin,
  }
  const measured: PageResult[] = []
  try {
    for (const { name, path } of pages) {
      const view = known.get(name)
      if (!view) throw new Error(`The first view of ${name} was not measured`)
      // oxlint-disable-next-line eslint/no-await-in-loop -- one page at a time
      const { calls, delays } = await d1.roundTripsOf(path)
      // oxlint-disable-next-line eslint/no-await-in-loop
      const throughput = await throughputOf(path, calls, sides, rounds)
      measured.push({ name, path, view, throughput, calls: calls.length, delays })
    }
    return measured
  } finally {
    await Promise.all([d1.stop(), stored.stop(), sides.fresh.stop(), d1Server.stop()])
  }
}
