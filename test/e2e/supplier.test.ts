import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { brotliBytes } from './brotli-bytes.ts'
import { origins } from './servers.ts'
import { expect, locales, pay, test } from './shop.ts'
import type { Shopper } from './shop.ts'

for (const shopper of locales)
  test.describe(`in ${shopper.locale}`, () => {
    // Each language tests one case: with or without JavaScript.
    test.use({ javaScriptEnabled: shopper.prefix === '' })

    test('a plan of a supplier is synced, bought, installed, used and topped up', async ({
      page,
      request,
      javaScriptEnabled,
    }) => {
      const { prefix, words } = shopper
      const expectGood = async () => {
        await expectLight(page)
        // axe needs scripts.
        if (javaScriptEnabled) await expectAccessible(page)
      }
      // The scheduled job switches the supplier on.
      expect((await request.get('/cdn-cgi/handler/scheduled')).ok()).toBe(true)
      await page.goto(`${prefix}/esim/countries/tr`)
      await page.getByRole('article').first().getByRole('link').first().click()
      await page
        .getByRole('main')
        .getByRole('link', { name: words('tariff.buy', { price: '' }) })
        .click()
      await orderAndPay(page, shopper, words('order.email'))
      await page.getByRole('link', { name: words('payment.open') }).click()
      await expect(page.getByRole('img', { name: words('instruction.qrLabel') })).toBeVisible()

      const instruction = page.url()
      const code = (await page.getByText(/^LPA:1\$/).textContent()) ?? ''
      const iccid = await page.getByText(/^8944\d{15}$/).textContent()
      expect((await request.post(`${origins.airalo}/use/${iccid}/900`)).ok()).toBe(true)
      await page.getByRole('link', { name: words('instruction.balance') }).click()
      const meter = page.getByRole('meter', { name: words('balance.gaugeLabel') })
      await expect(meter).toHaveAttribute('aria-valuenow', '124')
      await expectGood()

      await page.getByRole('link', { name: words('balance.addData') }).click()
      await expectGood()
      await page.getByRole('main').getByRole('listitem').first().getByRole('link').click()
      await expectGood()
      await orderAndPay(page, shopper, words('topUp.email'))
      await page.getByRole('link', { name: words('topUp.open') }).click()
      await expect(meter).toHaveAttribute('aria-valuenow', '1148')

      await page.goto(instruction)
      await page.getByText(words('instruction.codesAgain')).click()
      await expect(page.getByText(code, { exact: true })).toBeVisible()
    })
  })

async function orderAndPay(page: Page, { words }: Shopper, emailLabel: string): Promise<void> {
  await page.getByRole('textbox', { name: emailLabel, exact: true }).fill('anna@example.com')
  await page.getByLabel(words('order.consentLink')).check()
  await page.getByRole('button', { name: words('order.submit') }).click()
  await expect(page.getByRole('heading', { level: 1, name: words('dev.payTitle') })).toBeVisible()
  await pay(page)
  const paid = page.getByRole('heading', { level: 1, name: words('payment.successTitle') })
  await expect(paid).toBeVisible({ timeout: 30_000 })
}

async function expectLight(page: Page): Promise<void> {
  const answer = await page.request.get(page.url())
  expect(answer.headers()['cache-control']).toContain('no-store')
  expect(brotliBytes(await answer.text())).toBeLessThanOrEqual(14_000)
}
