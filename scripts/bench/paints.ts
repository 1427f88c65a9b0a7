import { randomBytes } from 'node:crypto'
import { href } from '../../src/words/paths.shared.ts'
import { localePrefix } from '../../src/words/locales.shared.ts'
import { startLocalServer } from '../test/local-server.ts'
import type { LocalServer } from '../test/local-server.ts'
import type { Bench } from './bench.ts'
import {
  blockingTimeOf,
  browseShop,
  compressLikeEdge,
  desktop,
  paintTime,
  paintsOf,
  phone,
  slowPage,
} from './browser.ts'
import type { BrowsedShop, Cookies, Paints, Screen } from './browser.ts'
import type { BenchResult, BenchRow } from './results.ts'
import { openPrivatePages, openVisit } from './visitor.ts'

/** The paints of a page, divided by those of a text page of the same size. */
const limitRatio = 1.25
/** Paths without their locale, in addition to the home page and private pages. */
const publicPaths = `
  /about /contacts /sitemap /data-policy /user-agreement /payment/failed /no-such-page
  /blog /blog/how-much-data /feedback
  /klientam/questions-and-answers /klientam/questions-and-answers/installing
  /esim /esim/countries /esim/countries/tr /esim/countries/ru/mow /esim/regions/ru /esim/region
  /esim/tariffs /esim/tariffs?search_string=zzzz /esim/tariffs/th-ais/th-ais-5gb-15d
  /esim/compare?country=th&tariffID=th-ais-5gb-15d /esim/check
  /esim/trip /esim/trip?search_string=turkey,+greece,+12+days,+10+GB
  /esim-order?tariffID=th-ais-5gb-15d /esim-instruction
  /login /login?as=partner /register`
  .trim()
  .split(/\s+/)

type MeasuredPage = { readonly path: string; readonly cookies?: Cookies }
type Load = Paints & { readonly blocked: number }

/**
 * Measures the paints of one page of each kind, private pages included, and the time for which it
 * blocks the main thread. Fails if a paint exceeds the limit or the time is not 0.
 */
export async function measurePaints(bench: Bench): Promise<BenchResult> {
  return browseShop(bench.checkouts[0], async (browsed) => {
    const rows: BenchRow[] = []
    for (const page of await pagesOf(bench, browsed))
      if (page.path.includes(bench.pages)) rows.push(await measure(browsed, page, bench.rounds))
    return { rows, failures: rows.flatMap(failuresOf) }
  })
}

async function pagesOf({ locale }: Bench, { shop }: BrowsedShop): Promise<MeasuredPage[]> {
  const visit = await openVisit(shop.origin)
  const privatePaths = await openPrivatePages(visit, locale, 'th-ais-5gb-15d')
  const cookies = await visit.storageState()
  await visit.dispose()
  return [
    { path: href(locale, 'home') },
    ...publicPaths.map((path) => ({ path: localePrefix(locale) + path })),
    ...privatePaths.map((path) => ({ path, cookies })),
  ]
}

async function measure(
  browsed: BrowsedShop,
  page: MeasuredPage,
  rounds: number,
): Promise<BenchRow> {
  const cookie = page.cookies?.cookies.map(({ name, value }) => `${name}=${value}`).join('; ') ?? ''
  // After this request the edge has the page in its cache.
  const answer = await fetch(browsed.origin + page.path, { headers: { cookie }, redirect: 'error' })
  const bytes = compressLikeEdge(Buffer.from(await answer.arrayBuffer())).byteLength
  const text = await serveText(bytes)
  // Without the hash or number that opens a private page.
  const cells: [string, string | number][] = [['page', page.path.replace(/(?<==)[\w-]{43}/, '…')]]
  cells.push(['bytes', bytes])
  try {
    for (const screen of [phone, desktop])
      cells.push(...(await compare(browsed, text.origin, page, screen, rounds)))
  } finally {
    await text.close()
  }
  return Object.fromEntries(cells)
}

function failuresOf(row: BenchRow): string[] {
  const isExceeded = (column: string, value: number) =>
    (column.endsWith('px') && value > limitRatio) || (column.startsWith('blocked') && value > 0)
  return Object.entries(row)
    .filter(([column, value]) => isExceeded(column, Number(value)))
    .map(([column, value]) => `${row['page']}: ${column}: ${Number(value).toFixed(2)}`)
}

/**
 * Opens the two pages alternately, so that other work on the machine slows both equally. Compares
 * the shortest times, because other work only adds time.
 */
async function compare(
  browsed: BrowsedShop,
  textOrigin: string,
  page: MeasuredPage,
  screen: Screen,
  rounds: number,
): Promise<[string, number][]> {
  const [texts, loads]: [Load[], Load[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    texts.push(await load(browsed, textOrigin, { path: '/' }, screen))
    loads.push(await load(browsed, browsed.origin, page, screen))
  }
  const shortest = (all: readonly Load[], name: keyof Load) =>
    Math.min(...all.map((each) => each[name]))
  const ratioOf = (name: keyof Load) => shortest(loads, name) / shortest(texts, name)
  return [
    [`first, ${screen.width} px`, ratioOf('firstPaint')],
    [`largest, ${screen.width} px`, ratioOf('largestPaint')],
    [`blocked on ${screen.width} px, ms`, shortest(loads, 'blocked')],
  ]
}

async function load(
  { browser }: BrowsedShop,
  origin: string,
  { path, cookies }: MeasuredPage,
  screen: Screen,
): Promise<Load> {
  const tab = await slowPage(browser, { origin, screen, ...(cookies && { cookies }) })
  await tab.goto(path, { waitUntil: 'load' })
  await tab.waitForTimeout(paintTime)
  const times = { ...(await paintsOf(tab)), blocked: await blockingTimeOf(tab) }
  await tab.context().close()
  return times
}

/** Serves a text page whose compressed size is at most `bytes`. */
async function serveText(bytes: number): Promise<LocalServer> {
  const start =
    '<!doctype html><meta charset="utf-8"><title>Limit</title><p style="word-break:break-all">'
  let text = randomBytes(bytes).toString('base64')
  while (compressLikeEdge(Buffer.from(start + text)).byteLength > bytes) text = text.slice(0, -100)
  const body = compressLikeEdge(Buffer.from(start + text))
  return startLocalServer((_, answer) => {
    answer.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'br' }).end(body)
  })
}
