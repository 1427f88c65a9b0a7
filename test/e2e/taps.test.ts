import type { Locator } from '@playwright/test'
import { expect, locales, openBought, pay, readOutbox, test } from './shop.ts'

const phone = { width: 360, height: 740 }
const userAgents = {
  ios: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
  android:
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
} as const
const installOrigins = {
  ios: 'https://esimsetup.apple.com',
  android: 'https://esimsetup.android.com',
} as const
/** A plan that no other journey buys. */
const plan = 'th-truemove-h-10gb-30d'

for (const shopper of locales) {
  const { locale, prefix, words } = shopper

  for (const javaScriptEnabled of [false, true])
    test.describe(`in ${locale}, JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
      test.use({ javaScriptEnabled, viewport: phone, locale })

      test('four taps and one field lead from the home page to the payment', async ({ page }) => {
        const { count, tap } = countTaps()
        await page.goto(prefix || '/')
        await tap(page.locator('.hero .chips a[href$="/tr"]'))
        await tap(page.locator('.picks .button').first())
        await page.getByLabel(words('order.email')).fill(`taps-${locale}@example.com`)
        await tap(page.getByLabel(words('order.consentLink')))
        await tap(page.getByRole('button', { name: words('order.submit') }).last())
        await expect(page.getByRole('heading', { name: words('dev.payTitle') })).toBeVisible()
        expect(count()).toBe(4)
        await pay(page)
        await expect(
          page.getByRole('heading', { name: words('payment.successTitle') }),
        ).toBeVisible()
      })

      test('the closed footer of a phone is at most 260 px high', async ({ page }) => {
        await page.goto(`${prefix}/esim/countries/tr`)
        const { height } = (await page.getByRole('contentinfo').boundingBox()) ?? {}
        expect(height).toBeLessThanOrEqual(260)
      })
    })

  test(`in ${locale}, two taps lead from the email to the phone's own installation`, async ({
    page,
    browser,
    baseURL,
  }) => {
    const email = `two-taps-${locale}@example.com`
    await openBought(page, { ...shopper, plan }, email)
    const mail = (await readOutbox(page.request)).find(({ recipient }) => recipient === email)
    for (const system of ['ios', 'android'] as const) {
      const context = await browser.newContext({
        baseURL: baseURL ?? '',
        userAgent: userAgents[system],
        viewport: phone,
      })
      const mobile = await context.newPage()
      await context.route(`${installOrigins[system]}/**`, (route) => route.fulfill({ body: '' }))
      await mobile.goto(`/dev/outbox/${mail?.id}`)
      const { count, tap } = countTaps()
      await tap(mobile.locator('a[href*="/esim-instruction"]').first())
      await tap(mobile.locator('main .install a').first())
      await mobile.waitForURL(`${installOrigins[system]}/**`)
      expect(count()).toBe(2)
      await context.close()
    }
  })
}

function countTaps() {
  let taps = 0
  const tap = async (target: Locator) => {
    taps += 1
    await target.click()
  }
  return { tap, count: () => taps }
}
