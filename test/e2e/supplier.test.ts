import { origins } from './servers.ts'
import { expect, locales, pay, test } from './shop.ts'

const [{ words }] = locales

test('a plan of a supplier is synced, bought, installed and used', async ({ page, request }) => {
  // The job switches the supplier on.
  expect((await request.get('/cdn-cgi/handler/scheduled')).ok()).toBe(true)
  await page.goto('/esim/countries/tr')
  await page.getByRole('article').first().getByRole('link').first().click()
  await page
    .getByRole('main')
    .getByRole('link', { name: words('tariff.buy', { price: '' }) })
    .click()

  await page.getByLabel(words('order.email')).fill('anna@example.com')
  await page.getByLabel(words('order.consentLink')).check()
  await page.getByRole('button', { name: words('order.submit') }).click()
  await pay(page)
  const paid = page.getByRole('heading', { level: 1, name: words('payment.successTitle') })
  await expect(paid).toBeVisible({ timeout: 30_000 })
  await page.getByRole('link', { name: words('payment.open') }).click()
  await expect(page.getByRole('img', { name: words('instruction.qrLabel') })).toBeVisible()

  const iccid = await page.getByText(/^8944\d{15}$/).textContent()
  expect((await request.post(`${origins.airalo}/use/${iccid}/256`)).ok()).toBe(true)
  await page.getByRole('link', { name: words('instruction.balance') }).click()
  const meter = page.getByRole('meter', { name: words('balance.gaugeLabel') })
  await expect(meter).toHaveAttribute('aria-valuetext', /^256/)
})
