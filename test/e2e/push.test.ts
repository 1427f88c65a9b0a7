import { createECDH, randomBytes } from 'node:crypto'
import type { CDPSession, Page } from '@playwright/test'
import { expect, locales, openBought, test } from './shop.ts'
import { waitForServiceWorker } from './stores.ts'
import { visitInWholeBrowser } from './visit-in-whole-browser.ts'

// No other journey buys these plans.
const plans = { en: 'ae-du-20gb-30d', ru: 'ae-du-30gb-30d' }

/** A subscription at a push service that refuses messages from tests. */
function subscription() {
  const keys = createECDH('prime256v1')
  return {
    endpoint: `https://fcm.googleapis.com/fcm/send/${randomBytes(16).toString('hex')}`,
    keys: {
      p256dh: keys.generateKeys().toString('base64url'),
      auth: randomBytes(16).toString('base64url'),
    },
  }
}

/** Chromium subscribes at a Google server, which tests cannot reach. */
async function subscribeLocally(page: Page): Promise<void> {
  await page.addInitScript((json) => {
    PushManager.prototype.subscribe = async ({ applicationServerKey = null } = {}) => {
      if (typeof applicationServerKey !== 'string' || applicationServerKey.length !== 87)
        throw new TypeError('The key is not one of P-256')
      // The page uses no other property of the subscription.
      const toJSON = { value: () => json }
      return Object.create(PushSubscription.prototype, { toJSON })
    }
  }, subscription())
}

for (const each of locales) {
  const shopper = { ...each, plan: plans[each.locale] }
  const { locale, words } = shopper

  test(`in ${locale}, a browser shows a notification once and lets the customer stop them`, async ({
    baseURL,
  }) => {
    const context = {
      ...(baseURL !== undefined && { baseURL }),
      locale: 'en-GB',
      permissions: ['notifications'],
      serviceWorkers: 'allow' as const,
    }
    await visitInWholeBrowser(context, async (page) => {
      await subscribeLocally(page)
      await openBalance(page, `push-${locale}@example.com`)
      await waitForServiceWorker(page)
      await page.getByRole('button', { name: words('balance.pushStart') }).click()
      await expect(page.getByText(words('balance.pushOn', { count: 1 }))).toBeVisible()
      await expect(page).toHaveURL(/hash=[\w-]+#notifications$/)
      const { pathname, search } = new URL(page.url())
      const message = {
        title: 'Your data is running low',
        body: '1 GB left',
        path: pathname + search,
        tag: 'usage',
      }
      const end = { ...message, title: 'Your plan ends soon', body: 'Tomorrow', tag: 'end' }
      const deliver = await connectToWorker(page)
      for (const sent of [message, message, end]) await deliver(sent)
      await expect
        .poll(async () => (await shownOn(page)).toSorted())
        .toEqual(['Your data is running low: 1 GB left', 'Your plan ends soon: Tomorrow'])
      await page.getByRole('button', { name: words('balance.pushStop') }).click()
      await expect(page.getByText(words('balance.pushOffer'))).toBeVisible()
      await submitSignOut(page)
      await expect.poll(async () => shownOn(page)).toEqual([])
    })
  })

  test(`in ${locale}, the page shows why a browser cannot show notifications`, async ({ page }) => {
    await openBalance(page, `denied-push-${locale}@example.com`)
    await page.getByRole('button', { name: words('balance.pushStart') }).click()
    await expect(page.getByRole('alert')).toHaveText(words('balance.pushDenied'))
    // Safari on an iPhone has no `Notification`.
    await page.evaluate(() => Reflect.deleteProperty(globalThis, 'Notification'))
    await page.getByRole('button', { name: words('balance.pushStart') }).click()
    await expect(page.getByRole('alert')).toHaveText(words('balance.pushUnsupported'))
  })

  test.describe(`in ${locale}, JavaScript off`, () => {
    test.use({ javaScriptEnabled: false, locale: 'en-GB' })

    test('the page shows that its script is missing', async ({ page }) => {
      await openBalance(page, `no-push-${locale}@example.com`)
      await page.getByRole('button', { name: words('balance.pushStart') }).click()
      await expect(page.getByRole('alert')).toHaveText(words('balance.pushUnscripted'))
      await expect(page.getByText(words('balance.pushOffer'))).toBeVisible()
    })
  })

  async function openBalance(page: Page, email: string): Promise<void> {
    await openBought(page, shopper, email)
    await page.getByRole('link', { name: words('instruction.balance') }).click()
    await expect(page.getByRole('heading', { name: words('balance.pushTitle') })).toBeVisible()
  }
}

/** Submits a form with the mark of the sign-out form, without leaving the page. */
async function submitSignOut(page: Page): Promise<void> {
  await page.evaluate(() => {
    const form = document.createElement('form')
    form.dataset['logout'] = ''
    form.addEventListener('submit', (event) => event.preventDefault())
    document.body.append(form)
    form.requestSubmit()
  })
}

/** Returns a function that delivers a message to the service worker, as a push service would. */
async function connectToWorker(page: Page): Promise<(message: object) => Promise<void>> {
  const session = await page.context().newCDPSession(page)
  const registrationId = await registrationOf(session)
  const { origin } = new URL(page.url())
  return async (message) => {
    const data = JSON.stringify(message)
    await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
  }
}

async function registrationOf(session: CDPSession): Promise<string> {
  const ids: string[] = []
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    ids.push(...registrations.map(({ registrationId }) => registrationId))
  })
  await session.send('ServiceWorker.enable')
  await expect.poll(() => ids, 'the browser names the registration').not.toHaveLength(0)
  return ids[0] ?? ''
}

async function shownOn(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    const shown = await registration.getNotifications()
    return shown.map(({ title, body }) => `${title}: ${body}`)
  })
}
