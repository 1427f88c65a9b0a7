import { chromium } from '@playwright/test'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import type { OutgoingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliCompressSync, constants } from 'node:zlib'
import { chromiumOptions, installChromium } from '../test/browsers.ts'
import { forward, startLocalServer } from '../test/local-server.ts'
import type { LocalServer } from '../test/local-server.ts'
import { sampleShop, serveShop } from './checkout.ts'
import type { Checkout, ServedShop } from './checkout.ts'

/** The built shop behind an edge, and a browser to open its pages. */
export type BrowsedShop = {
  readonly browser: Browser
  /** The origin of the edge. */
  readonly origin: string
  readonly shop: ServedShop
}

/** Serves the sample shop while it is measured. */
export async function browseShop<T>(
  checkout: Checkout,
  measure: (browsed: BrowsedShop) => Promise<T>,
): Promise<T> {
  installChromium()
  const shop = await serveShop(checkout, await sampleShop(checkout))
  const browser = await chromium.launch(chromiumOptions())
  const edge = await startEdge(shop.origin)
  try {
    return await measure({ browser, origin: edge.origin, shop })
  } finally {
    await Promise.all([browser.close(), edge.close(), shop.end()])
  }
}

const compressible = /^(text\/|application\/(json|manifest\+json|javascript)|image\/svg)/

type StoredAnswer = {
  readonly status: number
  readonly headers: OutgoingHttpHeaders
  readonly body: Buffer
}

/**
 * Serves the shop like an edge: compresses responses, and caches GET responses in memory.
 * Measurements of cached responses exclude the time of `wrangler dev`.
 */
async function startEdge(shop: string): Promise<LocalServer> {
  const known = new Map<string, StoredAnswer>()
  return startLocalServer((incoming, answer) => {
    const key = incoming.method === 'GET' ? incoming.url : undefined
    const stored = key === undefined ? undefined : known.get(key)
    if (stored) {
      answer.writeHead(stored.status, stored.headers).end(stored.body)
      return
    }
    // Otherwise the shop refuses a form, because its own origin is another.
    if (incoming.headers.origin !== undefined) incoming.headers.origin = shop
    forward(incoming, shop, async (response) => {
      const body = await buffer(response)
      const { 'content-length': _length, ...headers } = response.headers
      const isCompressed = compressible.test(headers['content-type'] ?? '') && body.byteLength > 0
      const sent = {
        status: response.statusCode ?? 502,
        headers: { ...headers, ...(isCompressed && { 'content-encoding': 'br' }) },
        body: isCompressed ? compressLikeEdge(body) : body,
      }
      if (key !== undefined) known.set(key, sent)
      answer.writeHead(sent.status, sent.headers).end(sent.body)
    })
  })
}

/** Compresses with the approximate Brotli quality of CDNs for dynamic responses. */
export function compressLikeEdge(body: Buffer): Buffer {
  return brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
}

/** Milliseconds to wait for a paint. No frame takes longer. */
export const paintTime = 500

/** Milliseconds from the start of the navigation. */
export type Paints = { readonly firstPaint: number; readonly largestPaint: number }

export type Screen = { readonly width: number; readonly height: number }

/** Screens of the measurements. The styles of phones expect a touch screen without a mouse. */
export const phone: Screen = { width: 360, height: 740 }
export const desktop: Screen = { width: 1440, height: 900 }

/** 400 ms latency, 400 kbit/s. */
const network = {
  offline: false,
  latency: 400,
  downloadThroughput: 50_000,
  uploadThroughput: 50_000,
}
const slowerCpu = 4

/** Cookies that open private pages. */
export type Cookies = Awaited<ReturnType<BrowserContext['storageState']>>

type SlowPage = { readonly origin: string; readonly screen: Screen; readonly cookies?: Cookies }

/** Opens an empty page with a slow CPU, a slow connection, and its own cache. */
export async function slowPage(
  browser: Browser,
  { origin, screen, cookies }: SlowPage,
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: origin,
    serviceWorkers: 'block',
    viewport: screen,
    hasTouch: screen === phone,
    ...(cookies && { storageState: cookies }),
  })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', network)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowerCpu })
  return page
}

/** Returns the first and the largest paint of a page that has loaded. */
export async function paintsOf(page: Page): Promise<Paints> {
  return page.evaluate(readPaints)
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
 * Returns the milliseconds for which the main thread could not have answered a tap since the first
 * paint: the time over 50 ms of each long task.
 */
export async function blockingTimeOf(page: Page): Promise<number> {
  return page.evaluate(readBlockingTime)
}

/** Runs in the page. */
function readBlockingTime(): number {
  const [first] = performance.getEntriesByName('first-contentful-paint')
  const observer = new PerformanceObserver(() => {})
  observer.observe({ type: 'longtask', buffered: true })
  const tasks = observer.takeRecords().filter((task) => task.startTime >= (first?.startTime ?? 0))
  return tasks.reduce((sum, { duration }) => sum + duration - 50, 0)
}

/** Milliseconds. Browsers do not report shorter events. */
const shortestEvent = 16

/** Returns the longest time from an event to the next paint while `use` runs, in milliseconds. */
export async function longestEvent(page: Page, use: () => Promise<void>): Promise<number> {
  const durations: number[] = []
  // The page may be left before the measurement ends.
  await page.exposeFunction('reportEvent', (duration: number) => durations.push(duration))
  await page.evaluate(reportEvents, shortestEvent)
  await use()
  await page.waitForTimeout(paintTime)
  return Math.max(shortestEvent, ...durations)
}

/** Runs in the page. */
function reportEvents(durationThreshold: number): void {
  const report: unknown = Reflect.get(globalThis, 'reportEvent')
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) if (typeof report === 'function') report(duration)
  })
  // TypeScript's types lack the option.
  observer.observe({ type: 'event', durationThreshold } as PerformanceObserverInit)
}
