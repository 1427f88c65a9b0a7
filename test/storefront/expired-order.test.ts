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

it('offers the plan again on the page of an expired order, while it is on sale', async () => {
  const invoiceID = await placeOrder()
  advanceClock(24 * 3600)
  await runScheduledJobs(env, clock.now)
  for (const locale of ['en', 'ru'] as const) {
    const words = wordsOf(locale)
    const page = await visitText(href(locale, 'paymentSuccess', null, { invoiceID }))
    expect(page).toContain(words('payment.expiredTitle'))
    expect(page).toContain(words('payment.notPaid'))
    expect(page).toContain(`href="${href(locale, 'order', null, { tariffID: 'tr-10' })}"`)
    const failed = await visit(href(locale, 'paymentFailed', null, { invoiceID }))
    expect(failed.headers.get('Location')).toBe(href(locale, 'paymentSuccess', null, { invoiceID }))
  }
  await env.DB.exec(`UPDATE tariffs SET is_listed = 0 WHERE id = 'tr-10'`)
  const page = await visitText(href('en', 'paymentSuccess', null, { invoiceID }))
  expect(page).not.toContain('/esim-order')
  expect(page).toContain(wordsOf('en')('payment.choose'))
})
