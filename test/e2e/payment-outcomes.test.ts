import type { Page } from '@playwright/test'
import { expect, locales, order, readOutbox, test } from './shop.ts'
import type { Shopper } from './shop.ts'

type Decision =
  | 'pay'
  | 'decline'
  | 'pay-twice'
  | 'refund-first'
  | 'refund'
  | 'dispute'
  | 'dispute-won'
  | 'dispute-lost'

/**
 * The buttons that the customer's bank presses in turn, the resulting page of the order, and its
 * emails.
 */
const outcomes = [
  [['pay'], 'payment.successTitle', ['esim']],
  [['decline'], 'payment.failedTitle', []],
  [['pay-twice'], 'payment.successTitle', ['esim']],
  [['refund-first'], 'payment.refundedTitle', ['refund']],
  [['pay', 'refund'], 'payment.refundedTitle', ['esim', 'refund']],
  [['pay', 'dispute'], 'payment.disputedTitle', ['esim']],
  [['pay', 'dispute', 'dispute-won'], 'payment.successTitle', ['esim']],
  [['pay', 'dispute', 'dispute-lost'], 'payment.lostTitle', ['esim', 'refund']],
] as const

// The page of a refunded eSIM answers 410.
test.use({ samePage: true, javaScriptEnabled: false, locale: 'en-GB', expectsFailures: true })

/** Plans that no other journey buys. The sample shop has 20 profiles of each plan. */
const plans = { en: 'th-ais-20gb-30d', ru: 'th-ais-30gb-30d' }

for (const each of locales) {
  const shopper = { ...each, plan: plans[each.locale] }
  const { locale, words } = shopper
  for (const [decisions, title, purposes] of outcomes)
    test(`in ${locale}, ${decisions.join(', ')} ends on the right page and in the right mail`, async ({
      page,
      request,
    }) => {
      const email = `${locale}-${decisions.join('-')}@example.com`
      await order(page, shopper, email)
      const payment = page.url()
      for (const decision of decisions) {
        await page.goto(payment)
        await decide(page, shopper, decision)
      }
      await expect(page.getByRole('heading', { level: 1, name: words(title) })).toBeVisible()
      const mails = (await readOutbox(request)).filter(({ recipient }) => recipient === email)
      const isRefunded = purposes.some((purpose) => purpose === 'refund')
      expect(mails).toHaveLength(purposes.length)
      const isLost = decisions.some((decision) => decision === 'dispute-lost')
      const mail = isLost ? 'mail.disputeLost' : 'mail.refunded'
      const [about = ''] = words(mail, { plans: '|' }).split('|')
      const refund = mails.find(({ body }) => body.includes(about))
      expect(refund !== undefined).toBe(isRefunded)
      const links = mails.map(({ body }) => /https?:\S+instruction\?hash=\S+/.exec(body)?.[0])
      const link = links.find((found) => found !== undefined)
      if (link !== undefined && refund !== undefined) {
        await page.goto(link)
        await expect(page.getByText(words('api.refunded'))).toBeVisible()
      }
    })

  test(`in ${locale}, the order's page shows a double charge`, async ({ page }) => {
    await order(page, shopper, `${locale}-overcharged@example.com`)
    await decide(page, shopper, 'pay-twice')
    const [before = ''] = words('payment.overcharged', { amount: '|' }).split('|')
    await expect(page.getByText(before)).toBeVisible()
  })
}

async function decide(page: Page, { words }: Shopper, decision: Decision): Promise<void> {
  const [name = ''] = words(`dev.decisions.${decision}`, { amount: '|' }).split('|')
  const label = name.trim()
  await page
    .getByRole('button', decision === 'pay' ? { name: label } : { name: label, exact: true })
    .click()
}
