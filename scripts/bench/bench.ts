import { writeFile } from 'node:fs/promises'
import { exitOnError, parseCommand } from '../command.ts'
import { buildIfChanged } from '../build/built-sources.ts'
import { prepareDataFolder } from '../start/data-folder.ts'
import { installChromium } from '../test/chromium.ts'
import { printGrowth, printMemory, printTable } from './bench-table.ts'
import type { Rates } from './bench-table.ts'
import { browseShop } from './browsed-shop.ts'
import { watchD1Calls } from './d1-calls.ts'
import { copyDataFolder } from './data-copies.ts'
import type { DataCopies } from './data-copies.ts'
import { startD1Server } from './d1-server.ts'
import { firstViewOf } from './first-view.ts'
import type { FirstView } from './first-view.ts'
import { measureGrowth } from './growth.ts'
import { usualVisitors } from './load.ts'
import { startLoneShop } from './lone-worker.ts'
import { measureMemory } from './memory.ts'
import { buildPeer } from './peers.ts'
import { planPaths } from './plan-paths.ts'
import { throughputOf } from './throughput.ts'

/**
 * `npm run bench` prints the costs of pages as ratios, because other work on a machine slows both
 * sides of a ratio equally. Also writes the ratios to .cache/bench/bench.json. See
 * docs/performance.md.
 */
const parts = ['views', 'rates', 'growth', 'memory'] as const
const usage = `Usage: npm run bench -- --parts ${parts.join(',')} --rounds 12 --plans 1000,1000000 --pages trip --visitors 8 --requests 1000000`
const dataFolder = '.cache/bench/shop'
const memoryURLs = 10_000
const pages = [
  { name: 'home', path: '/' },
  { name: 'countries', path: '/esim/countries' },
  { name: 'plans of a country', path: '/esim/countries/tr' },
  { name: 'one plan', path: '/esim/tariffs/th-ais/th-ais-5gb-15d' },
  { name: 'questions', path: '/klientam/questions-and-answers' },
]

await exitOnError(async () => {
  const { chosen, rounds, sizes, requests } = readCommand()
  installChromium()
  await buildIfChanged()
  await buildPeer()
  await prepareDataFolder(dataFolder)
  const copies = await copyDataFolder(dataFolder)
  // Before the load measurements, whose load would slow Chromium.
  const views = chosen.has('views') ? await measureViews(copies) : new Map<string, FirstView>()
  const rates = chosen.has('rates') ? await measureRates(copies, rounds) : new Map<string, Rates>()
  const results = pages.map((page) => ({
    ...page,
    view: views.get(page.name) ?? null,
    rates: rates.get(page.name) ?? null,
  }))
  const growth = chosen.has('growth') ? await measureGrowth(sizes, dataFolder) : []
  await writeFile('.cache/bench/bench.json', toJson({ pages: results, growth }))
  printTable({ pages: results })
  if (chosen.has('growth')) printGrowth(growth)
  if (!chosen.has('memory')) return
  // Last, because a million requests take the longest.
  const memory = await measureMemory(
    copies.stored,
    await planPaths(dataFolder, memoryURLs),
    requests,
  )
  await writeFile('.cache/bench/bench.json', toJson({ pages: results, growth, memory }))
  printMemory(memory)
})

function readCommand() {
  const { values } = parseCommand(usage, {
    options: {
      parts: { type: 'string', default: parts.join(',') },
      rounds: { type: 'string', default: '12' },
      plans: { type: 'string', default: '1000,1000000' },
      /** Text in the names of pages whose growth is measured. */
      pages: { type: 'string', default: '' },
      /** Simultaneous visitors of these pages. */
      visitors: { type: 'string', default: String(usualVisitors) },
      requests: { type: 'string', default: '1000000' },
    },
  })
  const [smallest = 0, largest = 0] = values.plans.split(',').map(Number)
  const [rounds, visitors] = [Number(values.rounds), Number(values.visitors)]
  return {
    chosen: chosenParts(values.parts),
    rounds,
    sizes: { smallest, largest, rounds, visitors, pages: values.pages },
    requests: Number(values.requests),
  }
}

function chosenParts(list: string): ReadonlySet<string> {
  const chosen = list.split(',')
  const unknown = chosen.filter((name) => !parts.some((part) => part === name))
  if (unknown.length > 0) throw new Error(`Unknown part ${unknown.join(', ')}\n${usage}`)
  return new Set(chosen)
}

async function measureViews(copies: DataCopies): Promise<Map<string, FirstView>> {
  return browseShop(copies.served, async (browsed) => {
    const found = new Map<string, FirstView>()
    // oxlint-disable-next-line eslint/no-await-in-loop -- one page at a time
    for (const { name } of pages) found.set(name, await firstViewOf(browsed, name))
    return found
  })
}

async function measureRates(copies: DataCopies, rounds: number): Promise<Map<string, Rates>> {
  const d1 = await watchD1Calls(copies.watched)
  const d1Server = await startD1Server(copies.d1)
  const sides = {
    stored: await startLoneShop(d1Server.origin),
    fresh: await startLoneShop(d1Server.origin, { PAGE_CACHE: '0' }),
    d1: d1Server.origin,
  }
  const measured = new Map<string, Rates>()
  try {
    for (const { name, path } of pages) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- one page at a time
      const { calls, delays } = await d1.roundTripsOf(path)
      // oxlint-disable-next-line eslint/no-await-in-loop
      const throughput = await throughputOf(path, calls, sides, rounds)
      measured.set(name, { throughput, calls: calls.length, delays })
    }
    return measured
  } finally {
    await Promise.all([d1.stop(), sides.stored.stop(), sides.fresh.stop(), d1Server.stop()])
  }
}

function toJson(measured: object): string {
  return `${JSON.stringify(measured, null, 2)}\n`
}
