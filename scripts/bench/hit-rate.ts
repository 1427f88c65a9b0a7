/**
 * Models the page cache's hit rate for docs/reliability.md. Visits are distributed over colos and pages
 * by Zipf's law, and arrive at random. The result is deterministic.
 */
type Traffic = {
  readonly visitsPerMonth: number
  readonly pagesPerVisit: number
  /** Data centres of Cloudflare that visitors reach. */
  readonly colos: number
  /** Pages with visitors: countries, regions and plans in every language. */
  readonly pages: number
  /** Seconds between changes of the content version, by an import or a plan that sells out. */
  readonly changesEvery: number
}

type HitRate = {
  /** Share of page requests that are answered without waiting for a render. */
  readonly hits: number
  /** Pages rendered for each page request. */
  readonly renders: number
}

const secondsPerMonth = 2_592_000
/** Seconds; see src/site/page-cache/stored-page.ts and src/worker.ts. */
const [freshFor, staleFor] = [60, 86_400]

/**
 * All isolates of a colo share its Cache API, so the model counts stored pages per colo. A request
 * waits for a render when the stored page is older than `staleFor` or has an older content version.
 */
function hitRate(traffic: Traffic): HitRate {
  const { visitsPerMonth, pagesPerVisit, changesEvery } = traffic
  const requestsPerSecond = (visitsPerMonth * pagesPerVisit) / secondsPerMonth
  const colos = zipfShares(traffic.colos)
  const pages = zipfShares(traffic.pages)
  let [hits, renders] = [0, 0]
  for (const colo of colos) {
    for (const page of pages) {
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

const levels: readonly Traffic[] = [
  { visitsPerMonth: 1e3, pagesPerVisit: 4, colos: 20, pages: 2000, changesEvery: 86_400 },
  { visitsPerMonth: 1e5, pagesPerVisit: 4, colos: 80, pages: 10_000, changesEvery: 21_600 },
  { visitsPerMonth: 1e7, pagesPerVisit: 4, colos: 200, pages: 20_000, changesEvery: 3600 },
  { visitsPerMonth: 1e9, pagesPerVisit: 4, colos: 300, pages: 20_000, changesEvery: 600 },
]
console.log('| visits a month | pages a second | served from a cache | rendered for each page |')
console.log('| --: | --: | --: | --: |')
for (const traffic of levels) {
  const { hits, renders } = hitRate(traffic)
  const perSecond = (traffic.visitsPerMonth * traffic.pagesPerVisit) / secondsPerMonth
  const cells = [
    traffic.visitsPerMonth.toLocaleString('en'),
    perSecond.toFixed(perSecond < 1 ? 3 : 0),
    hits.toFixed(2),
    renders.toFixed(2),
  ]
  console.log(`| ${cells.join(' | ')} |`)
}
