import type { Browser, Locator, Page, Request } from '@playwright/test'
import { wordsOf } from '../../src/words/words.shared.ts'
import type { Bench } from './bench.ts'
import { browseShop, longestEvent, paintTime, phone, slowPage } from './browser.ts'
import type { BrowsedShop } from './browser.ts'
import { median } from './load.ts'
import type { BenchResult, BenchRow } from './results.ts'

type Use = (page: Page) => Promise<void>

/** A control, with everything that a visitor does to it. */
export type Control = {
  readonly name: string
  readonly path: string
  readonly use: Use
  /** Prepares the page before the measurement. */
  readonly prepare?: Use
}

const words = wordsOf('en')
const plan = '/esim/tariffs/th-ais/th-ais-5gb-15d'
const order = '/esim-order?tariffID=th-ais-5gb-15d'
const country = '/esim/countries/tr'
const firstQuestion = '/klientam/questions-and-answers/installing'
const submit = 'main form.form button:not([aria-hidden])'
const dialogSubmit = 'dialog form.form button:not([aria-hidden])'
const email = 'order-email'

/** One control of every sort that the shop has. `esim` is the path of a purchased eSIM. */
export function controlsWith(esim: string): readonly Control[] {
  return [
    control('search on the home page', '/', search('turk')),
    control('search in countries', '/esim/countries', search('ger')),
    control('support dialog', country, openSupport),
    control('support, empty', country, tapping(dialogSubmit), openSupport),
    control('menu', country, async (page) => tap(page, menu(page))),
    control('filters', country, tapping('.fold > summary')),
    control('filter, applied', country, tapping('.filters button'), tapping('.fold > summary')),
    control('size chip', country, tapping('main nav li:nth-child(2) > a')),
    control('trip on a country, sent', country, tapping('form.trip button')),
    control('order dialog', plan, tapping('main a[data-dialog=activation]')),
    control('language', plan, tapping('form.lang button[value=ru]')),
    control('cookie notice', plan, tapping('form.consent button')),
    control('question', firstQuestion, tapping('main summary')),
    control('order, key', order, typing(email, 'an')),
    control('order, empty', order, tapping('.pay'), typing(email, 'a')),
    control('order, number of people', order, tapping('.people button[value]:nth-of-type(2)')),
    control('order, payment method', order, tapping('.option:nth-of-type(2)'), typing(email, 'a')),
    control('order, sent', order, tapping('.pay'), async (page) => {
      await typing(email, 'anna@example.com')(page)
      await tapping('#order-consent')(page)
    }),
    control('sign-in, key', '/login', typing('sign-in-email', 'an')),
    control('sign-in, sent', '/login', tapping(submit), typing('sign-in-email', 'a@example.com')),
    control('partner sign-in, key', '/login?as=partner', typing('sign-in-phone', '79')),
    control('phone check, sent', '/esim/check', tapping('main form[role=search] button')),
    control('app dialog', esim, tapping('main a[data-dialog=app]')),
    control('folded help', esim, tapping('main summary')),
    control('contacts, key', '/contacts', typing('support-name', 'an')),
    control('support dialog of a post', '/blog/how-much-data', openSupport),
    control('support dialog of reviews', '/feedback', openSupport),
  ]
}

function control(name: string, path: string, use: Use, prepare?: Use): Control {
  return { name, path, use, ...(prepare && { prepare }) }
}

function tapping(selector: string): Use {
  return async (page) => tap(page, page.locator(selector).filter({ visible: true }).first())
}

/** Taps a field and types in it. */
function typing(id: string, text: string): Use {
  return async (page) => {
    await tap(page, page.locator(`#${id}`))
    await type(page, text)
  }
}

function search(text: string): Use {
  return async (page) => {
    await tap(page, page.getByRole('main').getByRole('searchbox').first())
    await page.getByRole('combobox').waitFor()
    await type(page, text)
  }
}

/** On a phone the link is in the menu. */
async function openSupport(page: Page): Promise<void> {
  if (await menu(page).isVisible()) await tap(page, menu(page))
  await tap(page, page.locator('a[data-dialog="support"]').filter({ visible: true }).first())
  await page.getByRole('dialog').waitFor()
}

function menu(page: Page): Locator {
  return page.getByLabel(words('layout.menu'), { exact: true }).first()
}

/** Leaves time for a paint after each key, as people do. */
async function type(page: Page, text: string): Promise<void> {
  for (const key of text) {
    await page.keyboard.press(key)
    await page.waitForTimeout(paintTime)
  }
}

/**
 * Taps the middle of an element and waits until the browser has painted. A locator's own tap runs
 * scripts in the page, which would delay the paint.
 */
async function tap(page: Page, target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded()
  const box = await target.boundingBox()
  if (!box) throw new Error(`${String(target)} is not visible. Correct scripts/bench/controls.ts.`)
  await page.waitForTimeout(paintTime)
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
  await page.waitForTimeout(paintTime)
}

/**
 * Measures the bytes on the wire of one page of each kind, and of its first control, with headers
 * and an empty cache. Blocks the service worker, because it starts after the page has loaded.
 */
export async function measureSizes({ checkouts, pages: text }: Bench): Promise<BenchResult> {
  return browseShop(checkouts[0], async ({ browser, origin, shop }) => {
    const pages = new Map<string, Control>()
    for (const control of controlsWith(shop.esim))
      if (!pages.has(control.path)) pages.set(control.path, control)
    const rows: BenchRow[] = []
    for (const [path, control] of pages)
      if (path.includes(text)) rows.push(await measure(browser, origin, control))
    return { rows }
  })
}

/** Milliseconds in which a control starts its last request. */
const settleTime = 1000

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
  await page.waitForTimeout(settleTime)
  await page.waitForLoadState('networkidle')
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

/** Milliseconds. */
const limit = 100

/**
 * Measures for every control the time from an event to the next paint, in milliseconds, on a phone
 * with a CPU four times slower. The first use of a control loads its scripts.
 */
export async function measureInteractions({
  checkouts,
  pages,
  rounds,
}: Bench): Promise<BenchResult> {
  return browseShop(checkouts[0], async (browsed) => {
    const rows = []
    const failures: string[] = []
    for (const control of controlsWith(browsed.shop.esim)) {
      if (!control.name.includes(pages)) continue
      const times: number[] = []
      for (let round = 0; round < rounds; round += 1) times.push(await timeOf(browsed, control))
      if (median(times) > limit)
        failures.push(`${control.name}: ${median(times)} ms, the limit is ${limit} ms`)
      rows.push({ control: control.name, median: median(times), maximum: Math.max(...times) })
    }
    return { rows, failures }
  })
}

async function timeOf(
  { browser, origin }: BrowsedShop,
  { path, prepare, use }: Control,
): Promise<number> {
  const page = await slowPage(browser, { origin, screen: phone })
  await page.goto(path, { waitUntil: 'networkidle' })
  await prepare?.(page)
  await page.waitForTimeout(paintTime)
  const time = await longestEvent(page, async () => use(page))
  await page.context().close()
  return time
}
