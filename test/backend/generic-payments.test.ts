import { beforeEach, expect, it, vi } from 'vitest'
import { storedDetail } from '../../src/backend/alerts/alert-detail.ts'
import { signedRequest } from '../../src/backend/payments/signed-facts.ts'
import {
  api,
  ask,
  clearShop,
  clock,
  placeOrder,
  rows,
  secret,
  settings,
  stockShop,
} from '../support/small-shop.ts'

beforeEach(async () => {
  await clearShop()
  await stockShop(2)
  Object.assign(settings, {
    PAYMENT_PROVIDERS: 'generic',
    GENERIC_PAYMENT_URL: 'https://pay.example/{reference}',
  })
})

async function payPage(url: string, invoiceID: string): Promise<void> {
  const reference = new URL(url).pathname.slice(1)
  const amount = { minor: 1250, currency: 'USD' }
  const fact = { kind: 'charged', id: `charge-${reference}`, reference, invoiceID, amount } as const
  const callback = 'https://backend.invalid/callbacks/payment/generic'
  const request = await signedRequest(callback, { ...fact, at: clock.now }, secret, clock.now)
  expect((await ask(request)).status).toBe(200)
}

it('delivers once and raises an alert for a refund when both pages of a customer are paid', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const invoiceID = await placeOrder()
  const [first] = await rows<{ url: string }>('SELECT url FROM payments')
  const again = await api().invoicePayment({ invoiceID })
  const second = again.ok ? again.value.data.paymentURL : ''
  expect(second).not.toBe(first?.url)

  await payPage(second, invoiceID)
  expect(await rows('SELECT 1 FROM alerts')).toEqual([])
  await payPage(first?.url ?? '', invoiceID)
  expect(await api().invoice({ invoiceID })).toMatchObject({
    value: { data: { status: 'success', overcharged: { minor: 1250, currency: 'USD' } } },
  })
  expect(await rows('SELECT 1 FROM esims')).toHaveLength(1)
  expect(await rows('SELECT kind, detail FROM alerts WHERE ended_at IS NULL')).toEqual([
    {
      kind: 'overcharged',
      detail: storedDetail({ code: 'amount', values: { minor: 1250, currency: 'USD' } }),
    },
  ])
  expect(await api().invoicePayment({ invoiceID })).toMatchObject({ error: { status: 409 } })
})
