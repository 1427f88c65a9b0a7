import type { Browser } from '@playwright/test'
import { href } from '../../src/words/paths.shared.ts'
import { localePrefix, locales } from '../../src/words/locales.shared.ts'
import { exitOnError, parseCommand } from '../command.ts'
import { buildIfChanged } from '../build/built-sources.ts'
import { prepareDataFolder } from '../start/data-folder.ts'
import { installChromium } from '../test/chromium.ts'
import { browseShop } from './browsed-shop.ts'
import { compressLikeEdge } from './edge.ts'
import { startLimit } from './limit-page.ts'
import { paintTime } from './page-kinds.ts'
import { openPrivatePages } from './private-pages.ts'
import {
  bestPaints,
  blockingTimeOf,
  desktop,
  paintRatios,
  paintsOf,
  phone,
  slowPage,
} from './slow-page.ts'
import type { Screen } from './slow-page.ts'

/**
 * Prints the paints of one page of each kind, private pages included, divided by those of a text
 * page of the same size, and the time for which the page blocks the main thread. Exits with 1 if a
 * paint exceeds the limit or the time is not 0.
 */
const usage = 'Usage: npm run bench:paints -- [--locale ru] [--rounds 12] [PATH …]'
const dataFolder = '.cache/bench/shop'
const columns = ['page', 'bytes', 'first, 360 px', 'largest', 'first, 1440 px', 'largest'] as const
const limitRatio = 1.25
/** Paths without their locale, in addition to the home page and private pages. */
const publicPaths = [
  '/about',
  '/blog',
  '/blog/how-much-data',
  '/contacts',
  '/esim',
  '/esim/countries',
  '/esim/countries/tr',
  '/esim/countries/ru/mow',
  '/esim/regions/ru',
  '/esim/region',
  '/esim/tariffs',
  '/esim/tariffs?search_string=zzzz',
  '/esim/tariffs/th-ais/th-ais-5gb-15d',
  '/esim/compare?country=th&tariffID=th-ais-5gb-15d',
  '/esim/check',
  '/esim/trip',
  '/esim/trip?search_string=turkey,+greece&days=12&gigabytes=10',
  '/esim-order?tariffID=th-ais-5gb-15d',
  '/esim-instruction',
  '/feedback',
  '/klientam/questions-and-answers',
  '/klientam/questions-and-answers/installing',
  '/login',
  '/login?as=partner',
  '/register',
  '/data-policy',
  '/user-agreement',
  '/sitemap',
  '/payment/failed',
  '/no-such-page',
]

type Cookies = Awaited<ReturnType<typeof openPrivatePages>>['storageState']
type Loads = {
  readonly browser: Browser
  readonly origin: string
  readonly rounds: number
}
type MeasuredPage = {
  readonly path: string
  /** The cookies that open a private page. */
  readonly storageState?: Cookies
}

await exitOnError(async () => {
  const { values, positionals } = parseCommand(usage, {
    options: {
      locale: { type: 'string', default: 'en' },
      rounds: { type: 'string', default: '12' },
    },
    allowPositionals: true,
  })
  const locale = locales.find((each) => each === values.locale)
  if (locale === undefined) throw new Error(`--locale ${values.locale}: unknown.\n${usage}`)
  installChromium()
  await buildIfChanged()
  await prepareDataFolder(dataFolder)
  await browseShop(dataFolder, async ({ browser, origin, shop }) => {
    const { paths, storageState } = await openPrivatePages(browser, shop.origin, locale)
    const pages: readonly MeasuredPage[] = [
      { path: href(locale, 'home') },
      ...publicPaths.map((path) => ({ path: localePrefix(locale) + path })),
      ...paths.map((path) => ({ path, storageState })),
    ]
    const isChosen = (path: string) => positionals.some((each) => path.split('?')[0] === each)
    const chosen = pages.filter(({ path }) => positionals.length === 0 || isChosen(path))
    const loads = { browser, origin, rounds: Number(values.rounds) }
    if (!(await printPaints(loads, chosen))) process.exitCode = 1
  })
})

/** Returns whether every paint is within the limit, and no page blocks the main thread. */
async function printPaints(loads: Loads, pages: readonly MeasuredPage[]): Promise<boolean> {
  printRow([...columns, 'blocked, ms'])
  printRow(['---', ...columns.map(() => '--:')])
  let isWithin = true
  for (const page of pages) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- one page at a time
    const { bytes, ratios, blocked } = await measure(loads, page)
    isWithin &&= ratios.every((ratio) => ratio <= limitRatio) && blocked === 0
    const numbers = [...ratios.map((ratio) => ratio.toFixed(2)), blocked.toFixed(0)]
    printRow([withoutSecrets(page.path), String(bytes), ...numbers])
  }
  return isWithin
}

async function measure(loads: Loads, page: MeasuredPage) {
  const { path, storageState } = page
  const cookies = storageState?.cookies.map(({ name, value }) => `${name}=${value}`) ?? []
  // After this request the edge has the page in its cache.
  const answer = await fetch(loads.origin + path, {
    headers: { cookie: cookies.join('; ') },
    redirect: 'error',
  })
  const bytes = compressLikeEdge(Buffer.from(await answer.arrayBuffer())).byteLength
  const limit = await startLimit(bytes)
  try {
    const onPhone = await compare(loads, limit.origin, page, phone)
    const onDesktop = await compare(loads, limit.origin, page, desktop)
    const ratios = [onPhone, onDesktop].flatMap((each) => [each.firstPaint, each.largestPaint])
    return { bytes, ratios, blocked: Math.max(onPhone.blocked, onDesktop.blocked) }
  } finally {
    await limit.close()
  }
}

/** Opens the two pages alternately, so that other work on the machine slows both equally. */
async function compare(
  { browser, origin, rounds }: Loads,
  limitOrigin: string,
  page: MeasuredPage,
  screen: Screen,
) {
  const limits = []
  const pages = []
  for (let round = 0; round < rounds; round += 1) {
    // oxlint-disable-next-line eslint/no-await-in-loop
    limits.push(await load({ path: '/' }, limitOrigin))
    // oxlint-disable-next-line eslint/no-await-in-loop
    pages.push(await load(page, origin))
  }
  const blocked = Math.min(...pages.map((each) => each.blocked))
  return { ...paintRatios(bestPaints(pages), bestPaints(limits)), blocked }

  async function load({ path, ...cookies }: MeasuredPage, from: string) {
    const tab = await slowPage(browser, { origin: from, screen, ...cookies })
    await tab.goto(path, { waitUntil: 'load' })
    await tab.waitForTimeout(paintTime)
    const times = { ...(await paintsOf(tab)), blocked: await blockingTimeOf(tab) }
    await tab.context().close()
    return times
  }
}

/** Without the hash or number that opens a private page. */
function withoutSecrets(path: string): string {
  return path.replace(/(?<==)[\w-]{43}/, '…')
}

function printRow(cells: readonly string[]): void {
  console.log(`| ${cells.join(' | ')} |`)
}
