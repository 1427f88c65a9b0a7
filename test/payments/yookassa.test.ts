import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PaymentProviderError } from '../../src/payments/payment-provider.ts'
import type { PaymentOrder, PaymentProvider } from '../../src/payments/payment-provider.ts'
import { testProvider } from './provider-suite.ts'
import { createYookassaRig } from './yookassa-rig.ts'
import type { YookassaServer } from './yookassa-server.ts'
import { notification } from './yookassa-shop.ts'

testProvider('YooKassa', async () => createYookassaRig())
testProvider('YooKassa without receipts', async () => createYookassaRig({ receipt: null }))

const order: PaymentOrder = {
  invoiceID: 'invoice-1',
  attemptID: 'attempt-1',
  startedAt: new Date('2026-11-21T10:00:00Z'),
  amount: { minor: 115_050, currency: 'RUB' },
  lines: [
    { title: 'Турция, 10 ГБ', amount: { minor: 100_000, currency: 'RUB' } },
    { title: 'Куба, 1 ГБ', amount: { minor: 15_050, currency: 'RUB' } },
  ],
  email: 'anna@example.com',
  locale: 'ru',
  successURL: 'https://shop.example/ru/payment/success?invoiceID=invoice-1',
  failureURL: 'https://shop.example/ru/payment/failed?invoiceID=invoice-1',
  expiresAt: new Date('2026-11-22T10:00:00Z'),
}
const part = { minor: 15_050, currency: 'RUB' }

let rig: ReturnType<typeof createYookassaRig>
let server: YookassaServer
let provider: PaymentProvider

beforeEach(() => {
  rig = createYookassaRig()
  ;({ server, provider } = rig)
  vi.spyOn(console, 'error').mockReturnValue()
})
afterEach(() => vi.restoreAllMocks())

async function paidPayment(): Promise<string> {
  const { reference } = await provider.start(order)
  server.shop.pay(reference)
  return reference
}

const outcomeOf = async (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof PaymentProviderError ? error.outcome : error),
  )
const bodiesOf = (line: string) =>
  server.requests.filter((request) => request.line === line).map(({ body }) => body)

describe('a charge', () => {
  it('has the fee that YooKassa keeps', async () => {
    const [charged] = await provider.lookUp(await paidPayment())
    // 3.5 % of 1150.50 roubles.
    expect(charged).toMatchObject({ kind: 'charged', fee: { minor: 4027, currency: 'RUB' } })
  })

  it('has the country of the card', async () => {
    const [charged] = await provider.lookUp(await paidPayment())
    expect(charged).toMatchObject({ country: 'ru' })
  })

  it('has no fee when the amount after the fee is malformed', async () => {
    const reference = await paidPayment()
    const payment = server.shop.payments.get(reference)
    if (payment?.income_amount) payment.income_amount = { value: '1110.2', currency: 'RUB' }
    const [charged] = await provider.lookUp(reference)
    expect(charged).toMatchObject({ kind: 'charged', amount: order.amount, fee: undefined })
  })

  it('is unreadable when its currency is malformed', async () => {
    const { reference } = await provider.start(order)
    const webhook = server.shop.pay(reference, { value: '1150.50', currency: 'rub' })
    await expect(provider.lookUp(reference)).rejects.toMatchObject({ isUnreadable: true })
    const { facts, response } = await provider.receive(webhook)
    expect([facts, response.status]).toEqual([[], 503])
  })
})

describe('start', () => {
  it('creates a payment with a redirect, metadata and receipt', async () => {
    const started = await provider.start(order)
    expect(started).toEqual({
      url: `https://yoomoney.ru/checkout/payments/v2/contract?orderId=${started.reference}`,
      reference: started.reference,
      expiresAt: new Date('2026-11-21T11:00:00Z'),
    })
    const item = {
      quantity: 1,
      vat_code: 1,
      payment_mode: 'full_payment',
      payment_subject: 'service',
    }
    const rub = (value: string) => ({ value, currency: 'RUB' })
    expect(bodiesOf('POST /v3/payments')).toEqual([
      {
        amount: rub('1150.50'),
        capture: true,
        confirmation: { type: 'redirect', return_url: order.successURL, locale: 'ru_RU' },
        description: 'Турция, 10 ГБ, Куба, 1 ГБ',
        metadata: { invoiceID: 'invoice-1', attemptID: 'attempt-1', email: 'anna@example.com' },
        receipt: {
          customer: { email: 'anna@example.com' },
          items: [
            { ...item, description: 'Турция, 10 ГБ', amount: rub('1000.00') },
            { ...item, description: 'Куба, 1 ГБ', amount: rub('150.50') },
          ],
          tax_system_code: 2,
        },
      },
    ])
  })

  it('sends no email address and no receipt without receipt settings', async () => {
    rig = createYookassaRig({ receipt: null })
    await rig.provider.start(order)
    expect(JSON.stringify(rig.server.requests)).not.toMatch(/anna|receipt/)
  })

  it('shortens long titles and excludes free lines from the receipt', async () => {
    const lines = [
      { title: 'x'.repeat(200), amount: order.amount },
      { title: 'free', amount: { minor: 0, currency: 'RUB' } },
    ]
    expect(await outcomeOf(provider.start({ ...order, lines }))).toBe('done')
  })

  it('accepts attempt ids of any length', async () => {
    const attemptID = 'a'.repeat(100)
    expect(await outcomeOf(provider.start({ ...order, attemptID }))).toBe('done')
  })

  it('returns the expiry of an order that expires before the page', async () => {
    const expiresAt = new Date('2026-11-21T10:30:00Z')
    expect(await provider.start({ ...order, expiresAt })).toMatchObject({ expiresAt })
  })

  it('rejects other currencies without a request', async () => {
    const dollars = { minor: 1250, currency: 'USD' }
    expect(await outcomeOf(provider.start({ ...order, amount: dollars }))).toBe('refused')
    expect(server.requests).toEqual([])
  })

  it('rejects wrong credentials without a retry', async () => {
    rig = createYookassaRig({ secretKey: 'test_another' })
    expect(await outcomeOf(rig.provider.start(order))).toBe('refused')
    expect(rig.server.requests).toHaveLength(1)
  })
})

describe('repeated requests', () => {
  it.each(['timeout-before', 'timeout-after', 'server-error', 'server-error-after'] as const)(
    'start one payment after %s',
    async (fault) => {
      server.faults = [fault]
      expect(await outcomeOf(provider.start(order))).toBe('done')
      expect(server.shop.payments.size).toBe(1)
      expect(rig.pauses).toEqual([300])
    },
  )

  it('wait for the API’s `retry_after`, but at most a second', async () => {
    server.faults = ['processing']
    expect(await outcomeOf(provider.start(order))).toBe('done')
    expect(rig.pauses).toEqual([1000])
  })

  it('have an unknown outcome when only the second request is refused', async () => {
    server.faults = ['timeout-after', 'too-many-requests']
    expect(await outcomeOf(provider.start(order))).toBe('unknown')
    server.faults = ['processing', 'processing']
    expect(await outcomeOf(provider.start(order))).toBe('unknown')
  })
})

describe('refunds', () => {
  it('have a receipt only when they are partial', async () => {
    await provider.refund(await paidPayment(), order.amount, 'key-1')
    const { reference } = await provider.start({ ...order, attemptID: 'attempt-2' })
    server.shop.pay(reference)
    await provider.refund(reference, part, 'key-2')
    const [whole, partial] = bodiesOf('POST /v3/refunds')
    expect(whole).not.toHaveProperty('receipt')
    expect(partial).toMatchObject({
      amount: { value: '150.50', currency: 'RUB' },
      receipt: {
        customer: { email: 'anna@example.com' },
        items: [{ amount: { value: '150.50', currency: 'RUB' }, vat_code: 1 }],
      },
    })
  })

  it('are null while they are pending, and a fact when they succeed', async () => {
    const reference = await paidPayment()
    server.shop.refundStatus = 'pending'
    expect(await provider.refund(reference, part, 'key-1')).toBeNull()
    expect(await provider.lookUp(reference)).toHaveLength(1)
    const [id = ''] = server.shop.refunds.keys()
    const { facts } = await provider.receive(server.shop.completeRefund(id))
    expect(facts.map(({ kind }) => kind)).toEqual(['charged', 'refunded'])
  })

  it('are refused when YooKassa cancels them', async () => {
    const reference = await paidPayment()
    server.shop.refundStatus = 'canceled'
    expect(await outcomeOf(provider.refund(reference, part, 'key-2'))).toBe('refused')
    expect(await provider.lookUp(reference)).toHaveLength(1)
  })

  it('are read from all pages of the list', async () => {
    const reference = await paidPayment()
    for (let index = 0; index < 101; index += 1) server.shop.refundInDashboard(reference, '1.00')
    const facts = await provider.lookUp(reference)
    expect(new Set(facts.map(({ id }) => id)).size).toBe(102)
  })
})

describe('cancel', () => {
  it('is refused while the payment is pending, so that the customer gets the same page again', async () => {
    const { reference } = await provider.start(order)
    expect(await outcomeOf(provider.cancel(reference))).toBe('refused')
    server.shop.decline(reference)
    expect(await outcomeOf(provider.cancel(reference))).toBe('done')
  })
})

describe('notifications', () => {
  it('are not trusted, because the state comes from the API', async () => {
    const { reference: id } = await provider.start(order)
    const forged = { id, status: 'succeeded', amount: { value: '1.00', currency: 'RUB' } }
    const { facts, response } = await provider.receive(notification('payment.succeeded', forged))
    expect([facts, response.status]).toEqual([[], 503])
  })

  it('are confirmed without a fact when they are about payments of another site', async () => {
    const reference = await paidPayment()
    const payment = server.shop.payments.get(reference)
    if (payment) payment.metadata = {}
    const { facts, response } = await provider.receive(
      notification('payment.succeeded', { id: reference }),
    )
    expect([facts, response.status]).toEqual([[], 200])
  })

  it.each(['77.75.156.35', '77.75.153.127', '185.71.77.31', '2a02:5180:0:1509::1'])(
    'are read from %s',
    async (address) => {
      const request = notification('payment.succeeded', { id: await paidPayment() }, address)
      expect((await provider.receive(request)).facts).toHaveLength(1)
    },
  )

  it.each(['77.75.156.36', '77.75.153.128', '185.71.76.32', '2a02:5181::1', '185.71.76.5.1', ''])(
    'are refused from %s without a request',
    async (address) => {
      const request = notification('payment.succeeded', { id: 'any' }, address)
      const { facts, response } = await provider.receive(request)
      expect([facts, response.status, server.requests]).toEqual([[], 403, []])
    },
  )

  it.each([
    ['payment.succeeded', { id: '215d8da0-000f-50be-b000-0003308c89be' }],
    ['payment.succeeded', { id: '../payouts/1' }],
    ['payment.waiting_for_capture', { id: 'any' }],
    ['payout.succeeded', { id: 'any' }],
  ])('are not repeated for %s of %j, which can never succeed', async (event, object) => {
    const { facts, problem, response } = await provider.receive(notification(event, object))
    expect([facts, problem, response.status]).toEqual([[], null, 200])
  })
})
