import type { Browser, Page, Request } from '@playwright/test'
import { browseShop } from './browsed-shop.ts'
import { pageKinds } from './page-kinds.ts'
import type { PageKind } from './page-kinds.ts'

/**
 * Prints the bytes on the wire of each page load and of an interaction, with headers and an empty
 * cache. Blocks the service worker, because it starts after the page has loaded.
 */
type Sum = {
  readonly document: number
  readonly script: number
  readonly other: number
  readonly requests: number
}

await browseShop('.cache/bench/shop', async ({ browser, origin, shop }) => {
  printRow([
    'page',
    'document',
    'script',
    'other',
    'requests',
    'interaction',
    'script',
    'other',
    'requests',
  ])
  printRow(['---', '--:', '--:', '--:', '--:', '---', '--:', '--:', '--:'])
  for (const kind of pageKinds(shop.esim)) await measure(browser, origin, kind)
})

async function measure(
  on: Browser,
  origin: string,
  { name, path, interaction, interact }: PageKind,
): Promise<void> {
  const context = await on.newContext({
    baseURL: origin,
    serviceWorkers: 'block',
    hasTouch: true,
  })
  const page = await context.newPage()
  const finished: Request[] = []
  page.on('requestfinished', (request) => finished.push(request))
  await page.goto(path, { waitUntil: 'networkidle' })
  const before = await sumOf(finished.splice(0))
  await interact(page)
  await settle(page)
  const after = await sumOf(finished)
  const cells = [before.document, before.script, before.other].map(formatKilobytes)
  const added = [after.script, after.document + after.other].map(formatKilobytes)
  printRow([name, ...cells, String(before.requests), interaction, ...added, String(after.requests)])
  await context.close()
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

async function sumOf(requests: readonly Request[]): Promise<Sum> {
  const sum = { document: 0, script: 0, other: 0, requests: requests.length }
  for (const request of requests) {
    const { responseBodySize, responseHeadersSize } = await request.sizes()
    const type = request.resourceType()
    const kind = type === 'document' || type === 'script' ? type : 'other'
    sum[kind] += responseBodySize + responseHeadersSize
  }
  return sum
}

function formatKilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(1)
}

function printRow(cells: readonly string[]): void {
  console.log(`| ${cells.join(' | ')} |`)
}
