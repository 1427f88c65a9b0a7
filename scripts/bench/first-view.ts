import type { Browser, Page } from '@playwright/test'
import type { BrowsedShop } from './browsed-shop.ts'
import { compressLikeEdge } from './edge.ts'
import { startLimit } from './limit-page.ts'
import { pageKinds, paintTime } from './page-kinds.ts'
import type { PageKind } from './page-kinds.ts'
import {
  bestPaints,
  desktop,
  longestEvent,
  paintRatios,
  paintsOf,
  phone,
  slowPage,
} from './slow-page.ts'
import type { Paints, Screen } from './slow-page.ts'

export type FirstView = {
  /** Compressed size of the document with its styles. */
  readonly bytes: number
  /** Number of requests until the page is idle. */
  readonly requests: number
  /** Paints divided by those of a text page with the same number of bytes. */
  readonly phone: Paints
  readonly desktop: Paints
  /** Time from a tap or key press to the next paint, divided by 100 ms. At least 0.16. */
  readonly interaction: number
}

/** With ten rounds, results of the same page differed by a fifth from run to run. */
const rounds = 24
const interactionLimit = 100

/** Opens a page of the shop in Chromium with a slow CPU and a slow connection. */
export async function firstViewOf(
  { browser, origin, shop }: BrowsedShop,
  name: string,
): Promise<FirstView> {
  const kind = pageKinds(shop.esim).find((each) => each.name === name)
  if (!kind) throw new Error(`scripts/bench/page-kinds.ts has no page ${name}. Add it there.`)
  // After this request the edge has the page in its cache.
  const html = Buffer.from(await (await fetch(origin + kind.path)).arrayBuffer())
  const bytes = compressLikeEdge(html).byteLength
  const limit = await startLimit(bytes)
  const sides = { origin, limit: limit.origin, kind }
  try {
    const onPhone = await compareViews(browser, { ...sides, screen: phone })
    const onDesktop = await compareViews(browser, { ...sides, screen: desktop })
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

type View = Paints & { readonly requests: number; readonly interaction: number }
type ViewComparison = {
  readonly origin: string
  readonly limit: string
  readonly kind: PageKind
  readonly screen: Screen
}

/** Opens the two pages alternately, so that other work on the machine slows both equally. */
async function compareViews(browser: Browser, { origin, limit, kind, screen }: ViewComparison) {
  const views = []
  const limits = []
  for (let round = 0; round < rounds; round += 1) {
    // oxlint-disable-next-line eslint/no-await-in-loop
    limits.push(await measureView(browser, limit, null, screen))
    // oxlint-disable-next-line eslint/no-await-in-loop
    views.push(await measureView(browser, origin, kind, screen))
  }
  const [base, page] = [bestOf(limits), bestOf(views)]
  return { page, paints: paintRatios(page, base) }
}

async function measureView(
  on: Browser,
  origin: string,
  kind: PageKind | null,
  screen: Screen,
): Promise<View> {
  const page = await slowPage(on, { origin, screen })
  let requests = 0
  page.on('request', () => (requests += 1))
  await page.goto(kind?.path ?? '/', { waitUntil: 'networkidle' })
  const paints = await paintsOf(page)
  const untouched = requests
  const interaction = kind && screen === phone ? await interactionTime(page, kind) : 0
  await page.context().close()
  return { requests: untouched, ...paints, interaction }
}

/**
 * Returns the longest time from an event to the next paint, in milliseconds. Measures the
 * interaction, and a key press in its field.
 */
async function interactionTime(page: Page, kind: PageKind): Promise<number> {
  return longestEvent(page, async () => {
    await kind.interact(page)
    if (!(await page.evaluate(() => document.activeElement instanceof HTMLInputElement))) return
    await page.waitForTimeout(paintTime)
    await page.keyboard.press('a')
  })
}

function bestOf(views: readonly View[]): View {
  return {
    requests: Math.max(...views.map(({ requests }) => requests)),
    ...bestPaints(views),
    interaction: Math.min(...views.map(({ interaction }) => interaction)),
  }
}
