import { env } from 'cloudflare:workers'
import { beforeEach, expect, it } from 'vitest'
import { href } from '../../src/words/paths.shared.ts'
import { wordsOf } from '../../src/words/words.shared.ts'
import {
  esimHash,
  pay,
  placeOrder,
  signInCustomer,
  openShop,
  placeLines,
  usd,
} from '../support/small-shop.ts'
import { visit, visitText } from '../support/visit.ts'

const locales = ['en', 'ru'] as const

beforeEach(async () => openShop(2))

const freeze = async () => env.DB.exec(`UPDATE orders SET frozen_at = '2026-11-21T10:05:00.000Z'`)

it.each(locales)('explains on the page of a paid order that it is on hold: %s', async (locale) => {
  const words = wordsOf(locale)
  const invoiceID = await placeOrder()
  await pay(invoiceID)
  await freeze()
  const response = await visit(href(locale, 'paymentSuccess', null, { invoiceID }))
  const page = await response.text()
  expect(page).toContain(words('payment.frozenTitle'))
  expect(page).toContain(words('payment.frozenText'))
  expect(page).not.toContain(words('payment.successTitle'))
  expect(page).not.toContain(`${href(locale, 'instruction')}?hash=`)
  expect(response.headers.get('Refresh')).toBeNull()
})

it.each(locales)('does not say that a frozen order is being prepared: %s', async (locale) => {
  const words = wordsOf(locale)
  const invoiceID = await placeOrder()
  await freeze()
  expect(await visitText(href(locale, 'paymentSuccess', null, { invoiceID }))).toContain(
    words('payment.processingTitle'),
  )
  await pay(invoiceID)
  const response = await visit(href(locale, 'paymentSuccess', null, { invoiceID }))
  const page = await response.text()
  expect(page).toContain(words('payment.frozenWaitingText'))
  expect(page).not.toContain(words('payment.refreshes'))
  expect(response.headers.get('Refresh')).toBeNull()
})

it.each(['2026-12-25', null])(
  'does not tell the buyer of a gift, sent on %s, to install it',
  async (deliverOn) => {
    const gift = { recipient: 'bella@example.com', ...(deliverOn !== null && { deliverOn }) }
    const invoiceID = await placeLines([{ ...gift }])
    await pay(invoiceID)
    await freeze()
    for (const locale of locales) {
      const words = wordsOf(locale)
      const page = await visitText(href(locale, 'paymentSuccess', null, { invoiceID }))
      expect(page).toContain(words('payment.frozenTitle'))
      expect(page).toContain(words('payment.frozenWaitingText'))
      expect(page).not.toContain(words('payment.frozenText'))
    }
  },
)

it('marks every plan of a frozen order as on hold', async () => {
  const invoiceID = await placeLines([{}, {}])
  await pay(invoiceID, { amount: usd(2500) })
  const path = href('en', 'paymentSuccess', null, { invoiceID })
  expect(await visitText(path)).toContain('status issued')
  await freeze()
  const page = await visitText(path)
  expect(page.match(/"status frozen">On hold/g)).toHaveLength(2)
  expect(page).not.toContain('status issued')
})

it.each(locales)('offers no installation of a frozen order elsewhere: %s', async (locale) => {
  const words = wordsOf(locale)
  await pay(await placeOrder())
  const { sessionID, token } = await signInCustomer()
  const headers = { Cookie: `esim.sessionID=${sessionID}; esim.token=${token}` }
  const pages = [
    href(locale, 'account'),
    href(locale, 'operatorInfo', null, { hash: await esimHash() }),
  ]
  const installs = `${href(locale, 'instruction')}?hash=`
  for (const path of pages)
    expect(await (await visit(path, { headers })).text()).toContain(installs)
  await freeze()
  for (const path of pages) {
    const page = await (await visit(path, { headers })).text()
    expect(page).not.toContain(installs)
    expect(page).toContain(words('api.frozen'))
    expect(page).toContain(words('payment.lines.frozen'))
    expect(page).not.toContain(words('balance.statuses.ready'))
  }
})
