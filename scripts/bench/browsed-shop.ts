import { chromium } from '@playwright/test'
import type { Browser } from '@playwright/test'
import { chromiumOptions } from '../test/chromium.ts'
import { startEdge } from './edge.ts'
import { serveShop } from './served-shop.ts'
import type { ServedShop } from './served-shop.ts'

/** The built shop behind an edge, and a browser to open its pages. */
export type BrowsedShop = {
  readonly browser: Browser
  /** The origin of the edge. */
  readonly origin: string
  readonly shop: ServedShop
}

/** Serves the shop while it is measured. */
export async function browseShop<T>(
  dataFolder: string,
  measure: (browsed: BrowsedShop) => Promise<T>,
): Promise<T> {
  const shop = await serveShop(dataFolder)
  const browser = await chromium.launch(chromiumOptions())
  const edge = await startEdge(shop.origin)
  try {
    return await measure({ browser, origin: edge.origin, shop })
  } finally {
    await Promise.all([browser.close(), edge.close()])
    shop.end()
  }
}
