import { remoteApi } from '../../src/site/api/remote-api.ts'
import { createApp } from '../../src/app.ts'
import { parseConfig } from '../../src/storefront-settings.ts'
import { withRetry, withTimeout } from '../../src/site/api/resilient-fetch.ts'
import { createBrowser } from '../fixtures/browser.ts'

const shop = 'https://shop.example'
const config = parseConfig({
  SITE_ORIGIN: shop,
  BRAND_NAME: 'Meridian',
  LEGAL_NAME: 'Meridian Ltd',
  SUPPORT_EMAIL: 'help@shop.example',
  PARTNERS_EMAIL: 'partners@shop.example',
})
/** The nonce that a browser has after its first visit to a sign-in page. */
const nonceName = 'esim.signInNonce'
const nonceCookie = `${nonceName}=${'n'.repeat(43)}`
const bindings = {
  CACHE: { get: async () => null, put: async () => undefined },
  RELEASE: { id: 'release' },
}

export const customerForm = {
  step: 'confirm',
  email: 'anna@example.com',
  code: '123456',
  consent: '1',
}
export const passwordForm = { step: 'password', email: 'anna@example.com', password: 'a long one' }
export const partnerForm = { step: 'confirm', phone: '+79123456789', code: '123456' }

export function createVisitor(origin: string, timeout = 3000) {
  const fetchOnce = withTimeout((request) => fetch(request), timeout)
  const app = createApp({
    config,
    connect: () => remoteApi({ fetch: withRetry(fetchOnce), origin }),
    versions: null,
  })
  const background: Promise<unknown>[] = []
  const context = { waitUntil: (work: Promise<unknown>) => void background.push(work) }
  const browser = createBrowser(shop, async (request) => {
    const sent = request.headers.get('Cookie') ?? ''
    const cookies = sent.includes(`${nonceName}=`) ? [sent] : [nonceCookie, sent]
    request.headers.set('Cookie', cookies.filter((each) => each !== '').join('; '))
    // The app uses only `waitUntil` of the context.
    return app.fetch(request, bindings, context as never)
  })
  async function waitForBackgroundWork(): Promise<void> {
    while (background.length > 0) await background.pop()
  }
  async function redirectOf(path: string, form?: Record<string, string>) {
    const { first } = await browser.open(path, form)
    return [first.status, first.headers.get('Location')]
  }
  /** Names of cookies except the sign-in nonce, which every browser has. */
  const cookieNames = () => [...browser.cookies.keys()].filter((name) => name !== nonceName)
  return { ...browser, cookieNames, redirectOf, waitForBackgroundWork }
}
