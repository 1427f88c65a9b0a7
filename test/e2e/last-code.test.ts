import type { APIRequestContext, Browser, BrowserContextOptions, Page } from '@playwright/test'
import { cardIn } from '../../src/payments/settings.ts'
import { expect, hydrate, locales, order, pay, readOutbox, test } from './shop.ts'
import type { Shopper } from './shop.ts'

/**
 * Plans that no other journey buys, one per attempt. The sample shop has 8 profiles of each plan.
 */
const plans = { en: ['jp-au-3gb-15d', 'jp-au-20gb-30d'], ru: ['jp-au-5gb-15d', 'jp-au-30gb-30d'] }
/** AUTO_REFUND_HOURS of the journeys' shop, plus a minute. */
const untilRefund = 61 * 60_000

// The scheduled job of one test would refund the order of the other.
test.describe.configure({ mode: 'default' })
test.use({ javaScriptEnabled: false, locale: 'en-GB' })

for (const each of locales) {
  const { locale, prefix, words } = each

  test(`in ${locale}, two people pay for the last code: one gets it, the other is refunded, and a third is not charged`, async ({
    browser,
    request,
    baseURL,
  }, { retry }) => {
    const shopper = { ...each, plan: plans[locale][retry] ?? '' }
    await buyAllButOne(request, shopper, baseURL ?? '')
    const [anna, boris] = [`anna@${shopper.plan}.example`, `boris@${shopper.plan}.example`]
    const [first, second] = [await visitor(browser), await visitor(browser)]
    await order(first, shopper, anna)
    await order(second, shopper, boris)
    const late = await visitor(browser, { javaScriptEnabled: true })
    await late.goto(`${baseURL}${prefix}/esim-order?tariffID=${shopper.plan}`)
    await hydrate(late, late.getByLabel(words('order.email')))
    await late.getByLabel(words('order.email')).fill('late@example.com')
    await late.getByLabel(words('order.consentLink')).check()
    await pay(first)
    await pay(second)
    await late.getByRole('button', { name: words('order.submit') }).click()
    await expect(late.getByText(words('order.soldOut'))).toBeVisible()
    const titleOf = (page: Page) => page.getByRole('heading', { level: 1 })
    await expect(titleOf(first)).toHaveText(words('payment.successTitle'))
    await expect(titleOf(second)).toHaveText(words('payment.issuingTitle'))
    const [promise = ''] = words('payment.soldOutText', { email: boris, time: '|' }).split('|')
    await expect(second.getByRole('status')).toContainText(promise)

    const mailsTo = async (email: string) =>
      (await readOutbox(request)).filter(({ recipient }) => recipient === email)
    expect(await mailsTo(anna)).toHaveLength(1)
    const [atOnce, ...none] = await mailsTo(boris)
    const [soldOut = ''] = words('mail.soldOut', { plan: '|', date: '' }).split('|')
    expect(atOnce?.body).toContain(soldOut)
    expect(none).toEqual([])

    const time = Date.now() + untilRefund
    expect((await request.get(`/cdn-cgi/handler/scheduled?time=${time}`)).status()).toBe(200)
    await second.reload()
    await expect(titleOf(second)).toHaveText(words('payment.refundedTitle'))
    const [refunded = ''] = words('mail.refunded', { plans: '|' }).split('|')
    const bodies = (await mailsTo(boris)).map(({ body }) => body)
    expect(bodies).toHaveLength(2)
    expect(bodies.some((body) => body.includes(refunded))).toBe(true)
    await first.reload()
    await expect(titleOf(first)).toHaveText(words('payment.successTitle'))
  })
}

async function visitor(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  return (await browser.newContext(options)).newPage()
}

/** Buys the plan with plain forms until it has one profile left. */
async function buyAllButOne(
  request: APIRequestContext,
  { plan }: Shopper,
  origin: string,
): Promise<void> {
  const path = `/esim-order?tariffID=${plan}`
  const options = { headers: { Origin: origin }, maxRedirects: 0 }
  for (let bought = 1; bought < 8; bought += 1) {
    const form = { email: `${bought}@example.com`, paymentOption: cardIn('RUB'), consent: '1' }
    const ordered = await request.post(path, { ...options, form })
    expect(ordered.status()).toBe(303)
    const payment = ordered.headers()['location'] ?? ''
    const paid = await request.post(payment, { ...options, form: { decision: 'pay' } })
    expect(paid.status()).toBe(303)
  }
}
