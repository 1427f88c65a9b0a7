import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { YookassaServer } from '../payments/yookassa-server.ts'
import {
  api,
  ask,
  clearShop,
  clock,
  orderOf,
  rows,
  settings,
  stockShop,
} from '../support/small-shop.ts'

/** The whole shop with YooKassa as its provider, against a local server with its API. */

const shopID = '100500'
const secretKey = 'test_secret_key'
let server: YookassaServer

beforeEach(async () => {
  await clearShop()
  await stockShop(2)
  server = new YookassaServer({ shopID, secretKey, now: () => clock.now })
  vi.stubGlobal('fetch', server.fetch)
  vi.spyOn(console, 'error').mockReturnValue()
  Object.assign(settings, {
    PAYMENT_PROVIDERS: 'yookassa',
    CURRENCIES: 'RUB',
    REWARD_PERCENT: '0',
    YOOKASSA_SHOP_ID: shopID,
    YOOKASSA_SECRET_KEY: secretKey,
    YOOKASSA_VAT_CODE: '1',
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const order = () => ({ ...orderOf(), paymentOption: 'card-rub' as const })

/** Orders a plan. Returns its order, its payment page and the id of its payment. */
async function placeOrder(form = order()) {
  const started = await api('ru').activation(form)
  if (!started.ok) throw new Error(`order failed: ${started.error.status}`)
  const { invoiceID, paymentURL } = started.value.data
  return { invoiceID, paymentURL, paymentID: paymentURL.split('orderId=')[1] ?? '' }
}

async function invoiceOf(invoiceID: string) {
  const found = await api().invoice({ invoiceID })
  return found.ok ? found.value.data : null
}

it('delivers an order when YooKassa reports its payment, with a receipt', async () => {
  const { invoiceID, paymentID } = await placeOrder()
  expect(await invoiceOf(invoiceID)).toMatchObject({ status: 'processing' })
  expect((await ask(server.shop.pay(paymentID))).status).toBe(200)
  expect(await invoiceOf(invoiceID)).toMatchObject({ status: 'success' })
  expect(await rows(`SELECT recipient FROM outbox WHERE purpose = 'esim'`)).toEqual([
    { recipient: 'anna@example.com' },
  ])
  expect(server.requests[0]?.body).toMatchObject({
    amount: { value: '1150.00', currency: 'RUB' },
    confirmation: { return_url: expect.stringContaining('/payment/success?invoiceID=') },
    receipt: { items: [{ vat_code: 1, amount: { value: '1150.00' } }] },
  })
})

it('delivers once for repeated and parallel notifications', async () => {
  const { paymentID } = await placeOrder()
  const request = server.shop.pay(paymentID)
  await Promise.all([1, 2, 3].map(() => ask(request.clone())))
  expect(await rows('SELECT 1 FROM esims')).toHaveLength(1)
})

it('offers the same page again while it can be paid, and a new page after a decline', async () => {
  const { invoiceID, paymentURL, paymentID } = await placeOrder()
  const again = await api().invoicePayment({ invoiceID })
  expect(again).toMatchObject({ value: { data: { paymentURL } } })
  await ask(server.shop.decline(paymentID))
  expect(await invoiceOf(invoiceID)).toMatchObject({ status: 'failed' })
  const next = await api().invoicePayment({ invoiceID })
  expect(next).toMatchObject({ ok: true })
  expect(next).not.toMatchObject({ value: { data: { paymentURL } } })
})
