import { beforeAll, expect, it } from 'vitest'
import { wordsOf } from '../../src/locale/words.ts'
import { signedRequest } from '../../src/backend/payments/signed-facts.ts'
import type { PaymentFact } from '../../src/backend/payments/payment-provider.ts'
import { origin, visit, visitText } from '../support/visit.ts'
import { placeOrder, rows, secret, stockShop } from '../support/small-shop.ts'

beforeAll(() => stockShop(1))

const path = '/esim/countries/tr'
const outOfStock = wordsOf('en')('country.outOfStockText')

it('shows a sold-out country right after the payment in the same isolate', async () => {
  // The second visit comes from the cache.
  for (const _ of [1, 2]) expect((await visitText(path)).includes(outOfStock)).toBe(false)
  const invoiceID = await placeOrder()
  const [payment] = await rows<{ reference: string }>(
    `SELECT reference FROM payments WHERE invoice_id = '${invoiceID}'`,
  )
  const fact: PaymentFact = {
    kind: 'charged',
    id: 'the-only-charge',
    reference: payment?.reference ?? 'unknown',
    invoiceID,
    amount: { minor: 1250, currency: 'USD' },
    at: new Date(),
  }
  const webhook = '/callbacks/payment/test'
  const request = await signedRequest(origin + webhook, fact, secret, new Date())
  const body = await request.text()
  const paid = await visit(webhook, { method: 'POST', headers: request.headers, body })
  expect(paid.status).toBe(200)
  expect((await visitText(path)).includes(outOfStock)).toBe(true)
})
