import { beforeAll, expect, it } from 'vitest'
import { wordsOf } from '../../src/words/words.shared.ts'
import { signedRequest } from '../../src/payments/generic-provider.ts'
import type { PaymentFact } from '../../src/payments/payment-provider.ts'
import { origin, visit, visitText } from '../support/visit.ts'
import {
  pay,
  placeOrder,
  rows,
  secret,
  stockShop,
  run,
  placeLines,
  usd,
} from '../support/small-shop.ts'

beforeAll(() => stockShop(1))

const path = '/esim/countries/tr'
const outOfStock = wordsOf('en')('country.outOfStockText')

it('offers plans on sale on the page of a sold-out plan', async () => {
  const html = await visitText('/esim/tariffs/tr-turkcell/tr-sold-out')
  expect(html).not.toContain(wordsOf('en')('tariff.perGB'))
  expect(html).toContain(wordsOf('en')('tariff.insteadTitle'))
})

it('shows a sold-out country right after the payment in the same isolate', async () => {
  // The second visit is a cache hit.
  for (const _ of [1, 2]) expect((await visitText(path)).includes(outOfStock)).toBe(false)
  const invoiceID = await placeOrder()
  const [payment] = await rows<{ reference: string }>(
    `SELECT reference FROM payments WHERE order_id = '${invoiceID}'`,
  )
  const fact: PaymentFact = {
    kind: 'charged',
    id: 'the-only-charge',
    reference: payment?.reference ?? 'unknown',
    invoiceID,
    amount: usd(1250),
    at: new Date(),
  }
  const webhook = '/callbacks/payment/test'
  const request = await signedRequest(origin + webhook, fact, secret, new Date())
  const body = await request.text()
  const paid = await visit(webhook, { method: 'POST', headers: request.headers, body })
  expect(paid.status).toBe(200)
  expect((await visitText(path)).includes(outOfStock)).toBe(true)
})

it('shows no checks before payment in an order that cannot be paid', async () => {
  const html = await visitText('/esim-order?tariffID=tr-sold-out')
  expect(html).toContain(wordsOf('en')('errors.outOfStock'))
  expect(html).not.toContain(wordsOf('en')('tariff.checkTitle'))
})

it('does not suggest clearing filters in a country without plans', async () => {
  const html = await visitText('/esim/countries/cu')
  expect(html).toContain(outOfStock)
  expect(html).not.toContain(wordsOf('en')('filters.nothing'))
  expect(html).not.toContain('class="filters"')
})

it('offers no payment for a sold-out plan', async () => {
  const order = await visitText('/esim-order?tariffID=tr-sold-out')
  expect(order).toContain(wordsOf('en')('errors.outOfStock'))
  expect(order).not.toContain('data-form="order"')
  expect(order).not.toContain(wordsOf('en')('tariff.checkTitle'))
})

it('offers no retry of the payment for a plan that sold out after the order', async () => {
  const profile = `'89103000000000000099', 'tr-10', 'rsp.example.com', 'CODE', 1`
  await run(`INSERT INTO stock (iccid, plan_id, smdp_address, matching_id, is_sample)
    VALUES (${profile})`)
  const invoiceID = await placeOrder()
  const failed = `/payment/failed?invoiceID=${invoiceID}`
  expect(await visitText(failed)).toContain(wordsOf('en')('payment.again'))
  await run('DELETE FROM stock WHERE order_id IS NULL')
  const html = await visitText(failed)
  expect(html).toContain(wordsOf('en')('errors.outOfStock'))
  expect(html).not.toContain(wordsOf('en')('payment.again'))
  expect(html).not.toContain(wordsOf('en')('payment.failedText'))
  expect(html).toContain(`href="/esim-order?tariffID=tr-10">${wordsOf('en')('order.change')}`)
})

it('calls the sold-out plan of an order for two people one plan', async () => {
  await run(`INSERT INTO stock (iccid, plan_id, smdp_address, matching_id, is_sample)
    VALUES ('89103000000000000097', 'tr-10', 'rsp.example.com', 'CODE-1', 1),
      ('89103000000000000098', 'tr-10', 'rsp.example.com', 'CODE-2', 1)`)
  const invoiceID = await placeLines([{}, {}])
  await pay(invoiceID, { kind: 'declined' })
  await run('DELETE FROM stock WHERE order_id IS NULL')
  const html = await visitText(`/payment/failed?invoiceID=${invoiceID}`)
  expect(html).toContain(wordsOf('en')('order.soldOut'))
  expect(html).toContain(
    `href="/esim-order?tariffID=tr-10&amp;people=2">${wordsOf('en')('order.change')}`,
  )
})
