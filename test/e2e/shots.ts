import type { Page, TestInfo } from '@playwright/test'
import { publicPages } from './public-pages.ts'
import { locales, order, pay, readOutbox, openAccount, openCabinet, test } from './shop.ts'
import type { Shopper } from './shop.ts'

let visitors = 0

for (const shopper of locales) test.describe(shopper.locale, () => picturesFor(shopper))

function picturesFor(shopper: Shopper): void {
  const { locale, prefix, words } = shopper

  test.beforeEach(async ({ page, baseURL }, { workerIndex }) => {
    visitors += 1
    // Sign-in codes are limited per client address.
    const address = `192.0.2.${(workerIndex * 20 + visitors) % 250}`
    await page.setExtraHTTPHeaders({ 'CF-Connecting-IP': address })
    await page.context().addCookies([
      { name: 'cookieConsent', value: '1', url: baseURL ?? '' },
      { name: 'locale', value: locale, url: baseURL ?? '' },
    ])
  })

  for (const path of publicPages) {
    const at = path === '/' ? prefix || '/' : prefix + path
    test(at, async ({ page }, info) => {
      await page.goto(at)
      await picture(page, info, at)
    })
  }

  test(`${prefix}/account, a purchase, its eSIM and its emails`, async ({
    page,
    request,
  }, info) => {
    const email = `shots-${locale}-${info.project.name}@example.com`
    await order(page, { ...shopper, plan: 'tr-turkcell-10gb-30d' }, email)
    await picture(page, info, `${prefix}/dev/pay`)
    await pay(page)
    const opened = page.getByRole('link', { name: words('payment.open') })
    await opened.waitFor()
    await picture(page, info, `${prefix}/payment/success`)
    await opened.click()
    await page.getByRole('img', { name: words('instruction.qrLabel') }).waitFor()
    await picture(page, info, `${prefix}/esim-instruction/own`)
    await page.goto(page.url().replace('esim-instruction', 'esim-operator-info'))
    await picture(page, info, `${prefix}/esim-operator-info/own`)
    await openAccount(page, shopper, email)
    await picture(page, info, `${prefix}/account`)
    const mails = (await readOutbox(request)).filter(({ recipient }) => recipient === email)
    for (const [index, { id }] of mails.toReversed().entries()) {
      await page.goto(`/dev/outbox/${id}`)
      await picture(page, info, `${prefix}/mails/${index + 1}`)
    }
  })

  test(`${prefix}/referral-program`, async ({ page }, info) => {
    const phone = `+7912${1_000_000 + info.workerIndex * 1000 + visitors}`
    await openCabinet(page, shopper, phone)
    await picture(page, info, `${prefix}/referral-program`)
  })

  test(`${prefix}/rejected forms`, async ({ page }, info) => {
    for (const path of ['/esim-order?tariffID=th-ais-5gb-15d', '/contacts', '/register']) {
      await page.goto(prefix + path)
      await page.locator('main form[method=post]').first().evaluate(submitUnchecked)
      await page.locator('main [aria-invalid=true]').first().waitFor()
      await picture(page, info, `${prefix}${path}/rejected`)
    }
  })
}

async function picture(page: Page, { project }: TestInfo, path: string): Promise<void> {
  // Lazy images load only near the viewport.
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager'
    await Promise.allSettled([...document.images].map((image) => image.decode()))
  })
  const name =
    path
      .replace(/[^a-z0-9]+/gi, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 60) || 'home'
  await page.screenshot({ path: `screenshots/${name}.${project.name}.png`, fullPage: true })
}

/** Bypasses the browser's validation and the shop's script, as without JavaScript. */
function submitUnchecked(form: SVGElement | HTMLElement): void {
  if (form instanceof HTMLFormElement) form.submit()
}
