import { beforeEach, expect, it, vi } from 'vitest'
import { storedDetail } from '../../src/messages/alert-detail.ts'
import type { Money } from '../../src/kit/money.shared.ts'
import type { PaymentFact } from '../../src/payments/payment-provider.ts'
import { signedRequest } from '../../src/payments/generic-provider.ts'
import {
  api,
  ask,
  clock,
  placeOrder,
  rows,
  secret,
  settings,
  openShop,
  usd,
} from '../support/small-shop.ts'

beforeEach(async () => {
  await openShop(2)
  Object.assign(settings, {
    PAYMENT_PROVIDERS: 'generic',
    GENERIC_PAYMENT_URL: 'https://pay.example/{reference}',
  })
})

async function report(
  fact: Pick<PaymentFact, 'kind' | 'reference' | 'invoiceID'> & Partial<PaymentFact>,
  { key = secret, status = 200 } = {},
): Promise<void> {
  const { kind, reference } = fact
  const money = { amount: usd(1250), at: clock.now }
  const callback = 'https://backend.invalid/callbacks/payment/generic'
  const sent = { id: `${kind}-${reference}`, ...money, ...fact }
  const request = await signedRequest(callback, sent, key, clock.now)
  expect((await ask(request)).status).toBe(status)
}

async function payPage(url: string, invoiceID: string): Promise<void> {
  await report({ kind: 'charged', reference: new URL(url).pathname.slice(1), invoiceID })
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
    value: { data: { status: 'success', overcharged: usd(1250) } },
  })
  expect(await rows('SELECT 1 FROM esims')).toHaveLength(1)
  expect(await rows('SELECT kind, detail FROM alerts WHERE ended_at IS NULL')).toEqual([
    {
      kind: 'overcharged',
      detail: storedDetail({ code: 'amount', values: usd(1250) }),
    },
  ])
  expect(await api().invoicePayment({ invoiceID })).toMatchObject({ error: { status: 409 } })
})

it('links all facts of an unknown payment to the invoice that one of them names', async () => {
  const invoiceID = await placeOrder()
  const reference = 'the provider’s own reference'
  const openAlerts = async () => rows('SELECT kind FROM alerts WHERE ended_at IS NULL')
  await report({ kind: 'charged', reference, invoiceID: null })
  expect(await openAlerts()).toEqual([{ kind: 'unmatched-fact' }])
  await report({ kind: 'disputed', reference, invoiceID })
  expect(await openAlerts()).toEqual([{ kind: 'dispute' }])
  expect(await api().invoice({ invoiceID })).toMatchObject({
    value: { data: { status: 'disputed' } },
  })
  await report({ kind: 'refunded', reference, invoiceID: null })
  expect(await rows('SELECT 1 FROM payment_facts WHERE order_id IS NULL')).toEqual([])
  expect(await rows('SELECT status FROM orders')).toEqual([{ status: 'refunded' }])
})

it('raises an alert for a known fact with another amount or payment', async () => {
  const invoiceID = await placeOrder()
  const details = async () =>
    rows(`SELECT subject, detail FROM alerts WHERE kind = 'reconciliation-difference' ORDER BY id`)
  const charge = { kind: 'charged', id: 'charge', reference: 'page', invoiceID } as const
  await report(charge)
  await report(charge)
  expect(await details()).toEqual([])
  await report({ ...charge, amount: usd(2500) })
  await report({ ...charge, reference: 'other' })
  expect(await details()).toEqual([
    {
      subject: 'generic page',
      detail: difference(usd(1250), usd(2500)),
    },
    { subject: 'generic other', detail: difference(null, usd(1250)) },
  ])
})

function difference(ledger: Money | null, provider: Money): string {
  const facts = [{ kind: 'charged', id: 'charge', ledger, provider } as const]
  return storedDetail({ code: 'fact-differences', values: { facts } })
}

it('accepts facts with the earlier secret while the provider changes to the new one', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const earlier = 'the earlier secret'
  const charge = { kind: 'charged', reference: 'page-1', invoiceID: await placeOrder() } as const
  await report(charge, { key: earlier, status: 401 })
  settings['PAYMENT_SECRET_OLD'] = earlier
  await report(charge, { key: 'an unknown secret', status: 401 })
  await report(charge, { key: earlier })
  expect(await rows('SELECT status FROM orders')).toEqual([{ status: 'success' }])
  await report({ ...charge, kind: 'refunded' })
  expect(await rows('SELECT status FROM orders')).toEqual([{ status: 'refunded' }])
})
