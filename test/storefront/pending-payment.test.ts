import { beforeEach, expect, it } from 'vitest'
import { href } from '../../src/words/paths.shared.ts'
import { clock, pay, placeOrder, rows, openShop, words } from '../support/small-shop.ts'
import { origin, visit, visitText } from '../support/visit.ts'

beforeEach(async () => {
  await openShop(1)
  clock.now = new Date()
})

const pageOf = (invoiceID: string) => href('en', 'paymentSuccess', null, { invoiceID })

it('leads back to a payment, and leaves one payment page open', async () => {
  const invoiceID = await placeOrder()
  const html = await visitText(pageOf(invoiceID))
  const form = html.slice(html.indexOf('<main')).match(/<form.*?<\/form>/s)?.[0] ?? ''
  expect(form).toContain(words('payment.backToPayment'))
  const action = /action="([^"]*)"/.exec(form)?.[1] ?? ''
  const answer = await visit(action, { method: 'POST', headers: { Origin: origin } })
  expect(answer.status).toBe(303)
  const payments = await rows<{ url: string }>(
    'SELECT url FROM payments WHERE cancelled_at IS NULL',
  )
  expect(payments).toEqual([{ url: answer.headers.get('Location') }])
})

it('does not lead a buyer who has paid back to the payment', async () => {
  const invoiceID = await placeOrder()
  await pay(invoiceID)
  expect(await visitText(pageOf(invoiceID))).not.toContain(words('payment.backToPayment'))
})
