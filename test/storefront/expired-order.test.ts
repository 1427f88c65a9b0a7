import { env } from 'cloudflare:workers'
import { beforeAll, expect, it } from 'vitest'
import { runScheduledJobs } from '../../src/backend/scheduled-jobs.ts'
import { href } from '../../src/locale/paths.ts'
import { wordsOf } from '../../src/locale/words.ts'
import { advanceClock, clearShop, clock, placeOrder, stockShop } from '../support/small-shop.ts'
import { visit, visitText } from '../support/visit.ts'

beforeAll(async () => {
  await clearShop()
  await stockShop(1)
})

it('offers the plan again on the page of an order that has expired', async () => {
  const invoiceID = await placeOrder()
  advanceClock(24 * 3600)
  await runScheduledJobs(env, clock.now)
  for (const locale of ['en', 'ru'] as const) {
    const words = wordsOf(locale)
    const page = await visitText(href(locale, 'paymentSuccess', null, { invoiceID }))
    expect(page).toContain(words('payment.expiredTitle'))
    expect(page).toContain(`href="${href(locale, 'order', null, { tariffID: 'tr-10' })}"`)
    const failed = await visit(href(locale, 'paymentFailed', null, { invoiceID }))
    expect(failed.headers.get('Location')).toBe(href(locale, 'paymentSuccess', null, { invoiceID }))
  }
})
