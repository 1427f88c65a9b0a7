import { globSync, statSync } from 'node:fs'
import type { Bench } from './bench.ts'
import { compressLikeEdge } from './browser.ts'
import { coldVisits } from './cold.ts'
import { ratesOf, request } from './load.ts'
import { startLone } from './lone-worker.ts'
import { withShops } from './peers.ts'
import type { PeerShop } from './peers.ts'
import { pages, roundTripsOf } from './rates.ts'
import { ratioOf } from './results.ts'
import type { BenchResult, BenchRow, Ratio } from './results.ts'
import type { Workerd } from './workerd.ts'

/**
 * Compares this checkout with another revision. A ratio above 1 is slower or larger. Measures again
 * in new processes if the whole interval of a ratio is beyond the limit, and fails if it is again.
 */
export async function compareRevisions(bench: Bench): Promise<BenchResult> {
  return withShops(bench, async (here, other) => {
    if (!other) throw new Error('Name the other revision: --against REVISION')
    const compare = async () => [
      ...compareScripts(here, other),
      ...(await compareStarts(bench.rounds, here, other)),
      ...(await comparePages(bench.rounds, here, other)),
    ]
    const isSlower = (ratio?: Ratio) => ratio !== undefined && ratio.low > 1 + bench.limit
    const first = await compare()
    // A process can be slow all its life, for example because of its place in memory.
    const again = new Map(first.some(([, ratio]) => isSlower(ratio)) ? await compare() : [])
    const rows = first.map(([what, { text, low, high }]): BenchRow => {
      const isNoisy = high - low > 2 * bench.limit
      return { what, 'this ÷ other': text, verdict: isNoisy ? 'too noisy to judge' : '' }
    })
    const slower = first.filter(([what, ratio]) => isSlower(ratio) && isSlower(again.get(what)))
    return { rows, failures: slower.map(([what]) => `${what}: slower`) }
  })
}

type Comparison = readonly [what: string, ratio: Ratio]

function compareScripts(here: PeerShop, other: PeerShop): Comparison[] {
  const bytesIn = ({ folder }: PeerShop['checkout'], scripts: string) =>
    globSync(`${folder}/dist/${scripts}`).reduce((sum, file) => sum + statSync(file).size, 0)
  return ['esim_storefront/**/*.js', 'client/assets/*.js'].map((scripts): Comparison => {
    const bytes = [bytesIn(here.checkout, scripts), bytesIn(other.checkout, scripts)] as const
    return [`bytes of dist/${scripts}`, ratioOf([bytes[0]], [bytes[1]])]
  })
}

/** Compares the CPU time of new isolates, with that of workerd itself. */
async function compareStarts(rounds: number, ...shops: PeerShop[]): Promise<Comparison[]> {
  const visits = await coldVisits(shops, { path: '/esim/countries/tr', isStored: true }, rounds)
  const cpu = (side: string) => visits[side]?.map((visit) => visit.cpu) ?? []
  return ['stored', 'fresh'].map((side): Comparison => {
    return [`new isolate, ${side} page: CPU time`, ratioOf(cpu(side), cpu(`other ${side}`))]
  })
}

async function comparePages(rounds: number, here: PeerShop, other: PeerShop) {
  const started: Workerd[] = []
  const found: Comparison[] = []
  try {
    for (const worker of [here.worker, other.worker, here.fresh, other.fresh])
      started.push(await startLone(worker))
    for (const { name, path } of pages) {
      const sides = started.map(({ origin, cpu }, side) => ({
        name: `${side}`,
        url: origin + path,
        cpu,
      }))
      const bytes = await Promise.all(
        sides.map(async ({ url }) => compressLikeEdge(await request(url)).length),
      )
      const rates = await ratesOf(sides, rounds)
      const cpu = (side: number) => rates[side]?.turns.map((turn) => turn.cpuPerRequest) ?? []
      const trips = await roundTripsOf(here, started[2], path)
      const otherTrips = await roundTripsOf(other, started[3], path)
      found.push(
        [`${name}, stored: CPU time`, ratioOf(cpu(0), cpu(1))],
        [`${name}, fresh: CPU time`, ratioOf(cpu(2), cpu(3))],
        // With the visitor's own, because a page without D1 calls has no other.
        [`${name}, fresh: round trips`, ratioOf([1 + trips.delays], [1 + otherTrips.delays])],
        [`${name}: bytes`, ratioOf(bytes.slice(0, 1), bytes.slice(1, 2))],
      )
    }
    return found
  } finally {
    await Promise.all(started.map(async ({ stop }) => stop()))
  }
}
