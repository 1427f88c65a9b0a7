import type { Browser, Page } from '@playwright/test'
import { chromium } from '@playwright/test'
import { chromiumOptions } from '../test/chromium.ts'
import { compressLikeEdge, startEdge } from './edge.ts'
import { startLimit } from './limit-page.ts'
import { pageKinds, paintTime } from './page-kinds.ts'
import type { PageKind } from './page-kinds.ts'
import type { LocalServer } from '../test/local-server.ts'
import type { ServedShop } from './served-shop.ts'

export type FirstView = {
  /** Compressed size of the document with its styles. */
  readonly bytes: number
  /** Number of requests until the page is idle. */
  readonly requests: number
  readonly phone: Paints
  readonly desktop: Paints
  /** Time from a tap or key press to the next paint, divided by 100 ms. At least 0.16. */
  readonly interaction: number
}

/** Milliseconds, or ratios to the paints of a text page with the same number of bytes. */
type Paints = { readonly firstPaint: number; readonly largestPaint: number }

const phone = { width: 360, height: 740 }
const desktop = { width: 1440, height: 900 }
/** 400 ms latency, 400 kbit/s. */
const network = {
  offline: false,
  latency: 400,
  downloadThroughput: 50_000,
  uploadThroughput: 50_000,
}
const slowerCpu = 4
/** With ten rounds, results of the same page differed by a fifth from run to run. */
const rounds = 24
const interactionLimit = 100
/** Milliseconds. Browsers do not report shorter events. */
const shortestEvent = 16

/** Opens pages of the shop in Chromium with a slow CPU and a slow connection. */
export async function watchFirstViews(shop: ServedShop) {
  const edge = await startEdge(shop.origin)
  const browser = await chromium.launch(chromiumOptions())
  const kinds = pageKinds(shop.esim)

  async function firstViewOf(name: string): Promise<FirstView> {
    const kind = kinds.find((each) => each.name === name)
    if (!kind) throw new Error(`scripts/bench/page-kinds.ts has no page ${name}. Add it there.`)
    // After this request the edge has the page in its cache.
    const html = Buffer.from(await (await fetch(edge.origin + kind.path)).arrayBuffer())
    const bytes = compressLikeEdge(html).byteLength
    const limit = await startLimit(bytes)
    try {
      const onPhone = await compareViews(browser, { edge, limit, kind, screen: phone })
      const onDesktop = await compareViews(browser, { edge, limit, kind, screen: desktop })
      return {
        bytes,
        requests: onPhone.page.requests,
        phone: onPhone.paints,
        desktop: onDesktop.paints,
        interaction: onPhone.page.interaction / interactionLimit,
      }
    } finally {
      await limit.close()
    }
  }

  const close = async () => Promise.all([browser.close(), edge.close()])
  return { firstViewOf, close }
}

type View = Paints & { readonly requests: number; readonly interaction: number }
type Screen = { readonly width: number; readonly height: number }
type ViewComparison = {
  readonly edge: LocalServer
  readonly limit: LocalServer
  readonly kind: PageKind
  readonly screen: Screen
}

/** Opens the two pages alternately, so that other work on the machine slows both equally. */
async function compareViews(browser: Browser, { edge, limit, kind, screen }: ViewComparison) {
  const views = []
  const limits = []
  for (let round = 0; round < rounds; round += 1) {
    // oxlint-disable-next-line eslint/no-await-in-loop
    limits.push(await measureView(browser, limit.origin, null, screen))
    // oxlint-disable-next-line eslint/no-await-in-loop
    views.push(await measureView(browser, edge.origin, kind, screen))
  }
  const [base, page] = [bestOf(limits), bestOf(views)]
  const paints = {
    firstPaint: page.firstPaint / base.firstPaint,
    largestPaint: page.largestPaint / base.largestPaint,
  }
  return { page, paints }
}

async function measureView(
  on: Browser,
  origin: string,
  kind: PageKind | null,
  viewport: Screen,
): Promise<View> {
  const context = await on.newContext({
    baseURL: origin,
    serviceWorkers: 'block',
    viewport,
    // The styles of phones expect a touch screen without a mouse.
    hasTouch: viewport === phone,
  })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', network)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowerCpu })
  let requests = 0
  page.on('request', () => (requests += 1))
  await page.goto(kind?.path ?? '/', { waitUntil: 'networkidle' })
  const paints = await page.evaluate(readPaints)
  const untouched = requests
  const interaction = kind && viewport === phone ? await interactionTime(page, kind) : 0
  await context.close()
  return { requests: untouched, ...paints, interaction }
}

/** Runs in the page. */
async function readPaints(): Promise<Paints> {
  const largestPaint = await new Promise<number>((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? 0)).observe({
      type: 'largest-contentful-paint',
      buffered: true,
    })
  })
  const [first] = performance.getEntriesByName('first-contentful-paint')
  return { firstPaint: first?.startTime ?? 0, largestPaint }
}

/**
 * Returns the longest time from an event to the next paint, in milliseconds. Measures the
 * interaction, and a key press in its field.
 */
async function interactionTime(page: Page, kind: PageKind): Promise<number> {
  const events = await page.evaluateHandle(watchEvents, shortestEvent)
  await kind.interact(page)
  if (await page.evaluate(() => document.activeElement instanceof HTMLInputElement)) {
    await page.waitForTimeout(paintTime)
    await page.keyboard.press('a')
  }
  await page.waitForTimeout(paintTime)
  return Math.max(shortestEvent, ...(await events.jsonValue()))
}

/** Runs in the page. The list grows while the page is open. */
function watchEvents(durationThreshold: number): number[] {
  const durations: number[] = []
  const observer = new PerformanceObserver((list) =>
    durations.push(...list.getEntries().map(({ duration }) => duration)),
  )
  // TypeScript's types lack the option.
  observer.observe({ type: 'event', durationThreshold } as PerformanceObserverInit)
  return durations
}

/** Returns the shortest times, because other work on the machine only adds time. */
function bestOf(views: readonly View[]): View {
  const leastOf = (read: (each: View) => number) => Math.min(...views.map(read))
  return {
    requests: Math.max(...views.map(({ requests }) => requests)),
    firstPaint: leastOf(({ firstPaint }) => firstPaint),
    largestPaint: leastOf(({ largestPaint }) => largestPaint),
    interaction: leastOf(({ interaction }) => interaction),
  }
}
