import type { Page } from '@playwright/test'
import type { Locale } from '../../src/words/locales.shared.ts'
import { expectAccessible } from './axe.ts'
import { publicPages } from './public-pages.ts'
import { expect, locales, openCabinet, order, pay, openAccount, test } from './shop.ts'

const cyrillic = /[А-Яа-яЁё]/

test.use({ samePage: true, viewport: { width: 360, height: 740 } })

for (const shopper of locales) {
  const { locale, prefix, words } = shopper

  for (const path of publicPages) {
    const url = path === '/' ? prefix || '/' : prefix + path
    test(`${url} is accessible in both themes, fits a phone and is in its language`, async ({
      page,
      context,
    }) => {
      await page.goto(url)
      // This page redirects to the shop every 4 s if the shop can be reached.
      if (path === '/offline') await context.setOffline(true)
      await expectSound(page, locale)
      if (path === '/offline') await page.goto('about:blank')
    })
  }

  test(`in ${locale}, private pages pass the same checks, and no cache stores them`, async ({
    page,
    context,
  }) => {
    // Sign-in codes are limited per client address.
    await context.setExtraHTTPHeaders({ 'CF-Connecting-IP': '198.51.100.7' })
    const email = `sound-${locale}@example.com`
    await order(page, { ...shopper, plan: 'tr-turkcell-10gb-30d' }, email)
    await pay(page)
    const esimLink = page.getByRole('link', { name: words('payment.open') })
    await expect(esimLink).toBeVisible()
    const esim = (await esimLink.getAttribute('href')) ?? ''
    const payment = page.url()
    await openAccount(page, shopper, email)
    await openCabinet(page, shopper, locale === 'en' ? '+79123459101' : '+79123459102')
    for (const url of [
      payment,
      esim,
      esim.replace('instruction', 'operator-info'),
      `${prefix}/account`,
      `${prefix}/referral-program`,
    ]) {
      const response = await page.goto(url)
      expect(response?.headers(), url).toMatchObject({
        'cache-control': 'private, no-store',
        'x-robots-tag': 'noindex',
      })
      expect(response?.headers()['referrer-policy'], url).toMatch(/^(same-origin|no-referrer)$/)
      await expectSound(page, locale)
    }
  })
}

async function expectSound(page: Page, locale: Locale): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  await expectAccessible(page)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
  await expect(page.locator('html')).toHaveAttribute('lang', locale)
  const text = await page.getByRole('main').innerText()
  expect(cyrillic.test(text)).toBe(locale === 'ru')
  expect(text).not.toMatch(/undefined|\[object|NaN|\{\{/)
}
