import type { Browser, Page, Request } from '@playwright/test'
import type { Bench } from './bench.ts'
import { browseShop } from './browser.ts'
import type { Checkout } from './checkout.ts'
import { controlsWith } from './controls.ts'
import type { Control } from './controls.ts'
import type { BenchResult, BenchRow } from './results.ts'

/**
 * Measures the bytes on the wire of one page of each kind, and of its first control, with headers
 * and an empty cache. Blocks the service worker, because it starts after the page has loaded.
 */
export async function measureSizes({ checkouts, pages }: Bench): Promise<BenchResult> {
  const [here, other] = checkouts
  const rows = await measureAll(here, pages)
  const others = other ? await measureAll(other, pages) : []
  const documents = new Map(others.map((row) => [row['page'], Number(row['document, kB'])]))
  if (!other) return { rows }
  return {
    rows: rows.map((row) => {
      const before = documents.get(row['page'] ?? null)
      const growth = before === undefined ? null : Number(row['document, kB']) / before
      return { ...row, 'document ÷ other': growth }
    }),
  }
}

async function measureAll(checkout: Checkout, text: string): Promise<BenchRow[]> {
  return browseShop(checkout, async ({ browser, origin, shop }) => {
    const pages = new Map<string, Control>()
    for (const control of controlsWith(shop.esim))
      if (!pages.has(control.path)) pages.set(control.path, control)
    const rows: BenchRow[] = []
    for (const [path, control] of pages)
      if (path.includes(text)) rows.push(await measure(browser, origin, control))
    return rows
  })
}

async function measure(browser: Browser, origin: string, control: Control): Promise<BenchRow> {
  const context = await browser.newContext({
    baseURL: origin,
    serviceWorkers: 'block',
    hasTouch: true,
  })
  const page = await context.newPage()
  const finished: Request[] = []
  page.on('requestfinished', (request) => finished.push(request))
  await page.goto(control.path, { waitUntil: 'networkidle' })
  const before = await sumOf(finished.splice(0))
  await control.prepare?.(page)
  await control.use(page)
  await settle(page)
  const after = await sumOf(finished)
  await context.close()
  return {
    page: control.path.replace(/\?hash=.*/, ''),
    'document, kB': before.document,
    'script, kB': before.script,
    'other, kB': before.other,
    requests: before.requests,
    control: control.name,
    'its script, kB': after.script,
    'its other, kB': after.document + after.other,
    'its requests': after.requests,
  }
}

async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(
    () =>
      // Entries of type `resource` are of this class.
      performance.now() -
        (performance.getEntriesByType('resource').at(-1) as PerformanceResourceTiming).responseEnd >
      500,
  )
}

/** Sums the kilobytes of requests by their type. */
async function sumOf(requests: readonly Request[]) {
  const sum = { document: 0, script: 0, other: 0, requests: requests.length }
  for (const request of requests) {
    const { responseBodySize, responseHeadersSize } = await request.sizes()
    const type = request.resourceType()
    const kind = type === 'document' || type === 'script' ? type : 'other'
    sum[kind] += (responseBodySize + responseHeadersSize) / 1000
  }
  return sum
}
