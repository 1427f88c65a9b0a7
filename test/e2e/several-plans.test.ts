import { expectAccessible } from './axe.ts'
import { brotliBytes } from './brotli-bytes.ts'
import { expect, locales, pay, readOutbox, sendOrder, test } from './shop.ts'

/**
 * No other journey buys plans for these countries. The sample shop has 20 profiles of each plan.
 */
const trips = { en: 'Egypt, Spain, 12 days, 4 GB', ru: 'Египет, Испания, 12 дней, 4 ГБ' }

for (const { locale, prefix, words } of locales)
  for (const javaScriptEnabled of [false, true])
    test.describe(`in ${locale}, JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
      test.use({ samePage: true, javaScriptEnabled, viewport: { width: 360, height: 740 } })

      test('a trip for two people is one order, and one page has every QR code', async ({
        page,
        request,
      }) => {
        await page.goto(`${prefix}/esim/trip?search_string=${encodeURIComponent(trips[locale])}`)
        await page.getByRole('link', { name: words('tripSearch.order', { price: '' }) }).click()
        await expect(page).toHaveURL(/\/esim-order\?tariffID=eg-[^&]*(,|%2C)es-/)
        await expect(page.locator('.order-pass')).toHaveCount(2)

        const email = `trip-${locale}-${javaScriptEnabled}@example.com`
        await page.getByLabel(words('order.email')).fill(email)
        await page
          .getByRole('group', { name: words('order.people') })
          .getByText('2')
          .click()
        await expect(page).toHaveURL(/people=2/)
        await expect(page.locator('.order-total')).toContainText('4')
        if (javaScriptEnabled) await expectAccessible(page)

        await expect(page.getByLabel(words('order.email'))).toHaveValue(email)
        await page.getByLabel(words('order.consentLink')).check()
        await sendOrder(page, words)
        await pay(page)

        const heading = page.getByRole('heading', { level: 1, name: words('payment.successTitle') })
        await expect(heading).toBeVisible()
        await expect(page.locator('.qr')).toHaveCount(4)
        if (javaScriptEnabled) await expectAccessible(page)
        const mails = (await readOutbox(request)).filter(({ recipient }) => recipient === email)
        const links = page.getByRole('link', { name: words('account.instruction') })
        const pages = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
        expect(new Set(pages).size).toBe(4)
        for (const link of pages) {
          const mail = mails.find(({ body }) => body.includes(link ?? 'no link'))
          expect(mail?.body).toContain(page.url())
        }
        const order = page.url()
        await links.nth(3).click()
        await expect(page.getByRole('img', { name: words('instruction.qrLabel') })).toBeAttached()
        await page.goto(order)
        await page.getByRole('link', { name: words('receipt.link') }).click()
        await page.getByLabel(words('receipt.company')).fill('Acme GmbH')
        await page.getByRole('button', { name: words('receipt.submit') }).click()
        await expect(page.locator('.sheet').first()).toContainText('Acme GmbH')
        await page.emulateMedia({ media: 'print' })
        await expect(page.getByLabel(words('receipt.company'))).toBeHidden()
        await page.emulateMedia({ media: null })
        const receipt = await (await request.get(page.url())).text()
        expect(brotliBytes(receipt)).toBeLessThanOrEqual(14_000)
        if (javaScriptEnabled) await expectAccessible(page)
      })

      test('a plan can be removed from an order', async ({ page }) => {
        const plans = 'it-tim-1gb-7d,it-tim-3gb-15d'
        await page.goto(`${prefix}/esim-order?tariffID=${plans}&people=3`)
        await page
          .getByRole('link', { name: words('order.removeOf', { plan: '' }) })
          .first()
          .click()
        await expect(page).toHaveURL(/tariffID=it-tim-3gb-15d&people=3/)
        await expect(page.locator('.order-pass')).toHaveCount(1)
        const three = page.getByRole('group', { name: words('order.people') }).getByText('3')
        await expect(three).toHaveAttribute('aria-pressed', 'true')
      })
    })

test('the page of ten eSIMs fits in 14,000 bytes of brotli', async ({ page }) => {
  const [{ words }] = locales
  const plans = ['1gb-7d', '3gb-15d', '5gb-15d', '5gb-30d', '10gb-30d'].map(
    (size) => `pe-claro-${size}`,
  )
  const order = `/esim-order?tariffID=${plans.join(',')}&people=2`
  expect.soft(brotliBytes(await (await page.request.get(order)).text())).toBeLessThanOrEqual(14_000)
  await page.goto(order)
  await page.getByLabel(words('order.email')).fill('ten@example.com')
  await page.getByLabel(words('order.consentLink')).check()
  await sendOrder(page, words)
  await pay(page)
  await expect(page.locator('.qr')).toHaveCount(10)
  const html = await (await page.request.get(page.url())).text()
  expect(brotliBytes(html)).toBeLessThanOrEqual(14_000)
})
