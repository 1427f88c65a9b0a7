import { env } from 'cloudflare:workers'
import { beforeAll, expect, it } from 'vitest'
import { runScheduledJobs } from '../../src/jobs.ts'
import { href } from '../../src/words/paths.shared.ts'
import { wordsOf } from '../../src/words/words.shared.ts'
import {
  advanceClock,
  clock,
  placeOrder,
  run,
  openShop,
  placeLines,
} from '../support/small-shop.ts'
import { visit, visitText } from '../support/visit.ts'

beforeAll(async () => openShop(3))

it('shows that an order of several plans was not paid', async () => {
  const invoiceID = await placeLines([{}, {}])
  advanceClock(24 * 3600)
  await runScheduledJobs(env, clock.now)
  const page = await visitText(href('en', 'paymentSuccess', null, { invoiceID }))
  expect(page).toContain(wordsOf('en')('payment.notPaid'))
  expect(page).not.toContain(wordsOf('en')('payment.toPay'))
})

it('offers the plan again on the page of an expired order, while it is on sale', async () => {
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
  await run(`UPDATE plans SET is_listed = 0 WHERE id = 'tr-10'`)
  const page = await visitText(href('en', 'paymentSuccess', null, { invoiceID }))
  expect(page).not.toContain('/esim-order')
  expect(page).toContain(wordsOf('en')('payment.choose'))
})
