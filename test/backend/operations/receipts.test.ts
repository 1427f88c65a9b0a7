import { beforeEach, expect, it } from 'vitest'
import { resendReceipt } from '../../../src/orders/order-actions.ts'
import { pay, placeOrder, rows, openShop, placeLines } from '../../support/small-shop.ts'
import { exchangedOrder, member, nextInput, paidOrder, staffContext } from '../../support/staff.ts'

beforeEach(async () => openShop(3))

const receipts = () =>
  rows<{ recipient: string; subject: string; body: string }>(
    `SELECT recipient, subject, body FROM outbox WHERE purpose = 'receipt'
    ORDER BY created_at, dedupe_key`,
  )

async function resend(invoiceID: string) {
  return resendReceipt(staffContext(), member('support'), await nextInput(invoiceID))
}

async function buyGift(): Promise<string> {
  const invoiceID = await placeLines([{ recipient: 'friend@example.com' }], {}, 'ru')
  await pay(invoiceID)
  return invoiceID
}

it('emails a receipt for an order of one plan that had no receipt', async () => {
  const id = await paidOrder()
  expect(await receipts()).toEqual([])
  expect(await resend(id)).toMatchObject({ ok: true })
  const [receipt, ...others] = await receipts()
  expect(others).toEqual([])
  expect(receipt?.recipient).toBe('anna@example.com')
  expect(receipt?.body.replaceAll('\u00A0', ' ')).toContain('Türkiye, 10 GB, 30 days: $12.50')
  expect(receipt?.body).toContain(`/payment/receipt?invoiceID=${id}`)
})

it('emails the receipt of a gift to its buyer again, in the language of the order', async () => {
  const id = await buyGift()
  const [first] = await receipts()
  await resend(id)
  const [, second] = await receipts()
  expect(second).toEqual(first)
  expect(second?.recipient).toBe('anna@example.com')
  expect(second?.subject).toMatch(/^Заказ/)
})

it('adds up to the price after an exchange, and names the refund', async () => {
  const id = await exchangedOrder()
  await resend(id)
  const [receipt] = await receipts()
  for (const text of ['$9', 'Difference after an exchange, refunded: $3.50', 'Total: $12.50'])
    expect(receipt?.body).toContain(text)
  expect(receipt?.body).toContain('$3.50 has been refunded.')
})

it('refuses an order that is not paid', async () => {
  expect(await resend(await placeOrder())).toMatchObject({
    error: { code: 'refused', reason: 'not-paid' },
  })
  expect(await receipts()).toEqual([])
})
