import { createApp } from '../../src/app.ts'
import { parseConfig } from '../../src/config/storefront-config.ts'
import { withRetry, withTimeout } from '../../src/api/retry.ts'
import { browserAt } from '../support/requests.ts'

const shop = 'https://shop.example'
const config = parseConfig({
  SITE_ORIGIN: shop,
  BRAND_NAME: 'Meridian',
  LEGAL_NAME: 'Meridian Ltd',
  SUPPORT_EMAIL: 'help@shop.example',
  PARTNERS_EMAIL: 'partners@shop.example',
})
/** A store that has nothing and keeps nothing. */
const emptyStore = { get: async () => null, put: async () => undefined }

/** Somebody before the shop over an API at `origin`, to which it gives up after that many milliseconds. */
export function visitorOf(origin: string, patience = 3000) {
  const fetchOnce = withTimeout((request) => fetch(request), patience)
  const app = createApp({ config, connect: () => ({ fetch: withRetry(fetchOnce), origin }) })
  const later: Promise<unknown>[] = []
  const context = { waitUntil: (work: Promise<unknown>) => void later.push(work) }
  const browser = browserAt(shop, async (request) =>
    // The shop asks no more than this of the runtime.
    app.fetch(request, { CACHE: emptyStore }, context as never),
  )
  /** What goes on after the answers has ended. */
  async function settled(): Promise<void> {
    while (later.length > 0) await later.pop()
  }
  return { ...browser, settled }
}
