import type { BenchResult } from './results.ts'

type Traffic = {
  readonly visitsPerMonth: number
  /** Data centres of Cloudflare that visitors reach. */
  readonly colos: number
  /** Pages with visitors: countries, regions and plans in every language. */
  readonly pages: number
  /** Seconds between changes of the content version, by an import or a plan that sells out. */
  readonly changesEvery: number
}

const levels: readonly Traffic[] = [
  { visitsPerMonth: 1e3, colos: 20, pages: 2000, changesEvery: 86_400 },
  { visitsPerMonth: 1e5, colos: 80, pages: 10_000, changesEvery: 21_600 },
  { visitsPerMonth: 1e7, colos: 200, pages: 20_000, changesEvery: 3600 },
  { visitsPerMonth: 1e9, colos: 300, pages: 20_000, changesEvery: 600 },
]
const pagesPerVisit = 4
const secondsPerMonth = 2_592_000
/** Seconds for which the page cache serves a page as fresh, and as stale. */
const [freshFor, staleFor] = [60, 86_400]

/**
 * Models the hit rate of the page cache for docs/reliability.md. Visits are distributed over colos
 * and pages by Zipf's law, and arrive at random. The result is deterministic.
 */
export async function modelHits(): Promise<BenchResult> {
  return {
    rows: levels.map((traffic) => {
      const pagesPerSecond = (traffic.visitsPerMonth * pagesPerVisit) / secondsPerMonth
      const { hits, renders } = hitRate(traffic, pagesPerSecond)
      return {
        'visits a month': traffic.visitsPerMonth,
        'pages a second': pagesPerSecond,
        'served from a cache': hits,
        'rendered for each page': renders,
      }
    }),
  }
}

/**
 * All isolates of a colo share its Cache API, so the model counts stored pages per colo. A request
 * waits for a render when the stored page is older than `staleFor` or has an older content version.
 * Returns the share of requests that do not wait, and the pages rendered for each request.
 */
function hitRate({ colos, pages, changesEvery }: Traffic, requestsPerSecond: number) {
  const pageShares = zipfShares(pages)
  let [hits, renders] = [0, 0]
  for (const colo of zipfShares(colos)) {
    for (const page of pageShares) {
      const share = colo * page
      const rate = requestsPerSecond * share
      // Probability that the next request arrives before the page is too old and before a change.
      const decay = rate + 1 / changesEvery
      const hit = (rate / decay) * (1 - Math.exp(-decay * staleFor))
      hits += share * hit
      renders += share * Math.max(1 - hit, 1 / (1 + rate * freshFor))
    }
  }
  return { hits, renders }
}

/** The n-th most popular of `count` items gets 1/n of the visits of the first. */
function zipfShares(count: number): Float64Array {
  const shares = Float64Array.from({ length: count }, (_, index) => 1 / (index + 1))
  const sum = shares.reduce((total, share) => total + share, 0)
  return shares.map((share) => share / sum)
}
