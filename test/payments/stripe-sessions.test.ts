import { beforeEach, describe, expect, it } from 'vitest'
import { refusal } from './stripe-api.ts'
import { createStripeRig } from './stripe-rig.ts'
import { orderOf } from './suite/steps.ts'

const minute = 60_000
let rig = createStripeRig()

beforeEach(() => {
  rig = createStripeRig()
})

describe('a Checkout Session', () => {
  it('contains the order, the customer’s language and the metadata', async () => {
    const order = orderOf(rig, { locale: 'ru' })
    await rig.provider.start(order)
    const metadata = { invoiceID: order.invoiceID, attemptID: order.attemptID }
    const line = (name: string, unit_amount: string) => ({
      quantity: '1',
      price_data: { currency: 'usd', unit_amount, product_data: { name } },
    })
    expect(rig.server.forms['post /v1/checkout/sessions']).toEqual({
      mode: 'payment',
      line_items: [line('Türkiye, 10 GB, 30 days', '1250'), line('Кипр, 5 ГБ, 15 дней', '900')],
      customer_email: 'anna@example.com',
      locale: 'ru',
      success_url: 'https://shop.example/payment/success?invoiceID=1',
      cancel_url: 'https://shop.example/payment/failed?invoiceID=1',
      expires_at: String(Date.UTC(2026, 10, 21, 11, 59) / 1000),
      adaptive_pricing: { enabled: 'false' },
      metadata,
      payment_intent_data: { metadata },
    })
  })

  it.each([
    { left: 31, ends: 30 },
    { left: 600, ends: 599 },
    { left: 24 * 60, ends: 24 * 60 - 1 },
    { left: 72 * 60, ends: 24 * 60 - 1 },
  ])('ends in $ends minutes for an order that ends in $left minutes', async ({ left, ends }) => {
    const { clock, provider } = rig
    const expiresAt = new Date(clock.now.getTime() + left * minute)
    const started = await provider.start(orderOf(rig, { expiresAt }))
    expect((started.expiresAt.getTime() - clock.now.getTime()) / minute).toBe(ends)
  })

  it('is refused for an order that ends too soon for Stripe', async () => {
    const expiresAt = new Date(rig.clock.now.getTime() + 30 * minute)
    const start = rig.provider.start(orderOf(rig, { expiresAt }))
    await expect(start).rejects.toMatchObject({ outcome: 'refused' })
  })

  it.each([
    [24 * 60, 20],
    [35, 20],
    [30 * 60, 7 * 60],
  ])(
    'is found again when an order of %i minutes is started again %i minutes later',
    async (left, later) => {
      const { clock, provider } = rig
      const order = orderOf(rig, { expiresAt: new Date(clock.now.getTime() + left * minute) })
      const started = await provider.start(order)
      clock.now = new Date(clock.now.getTime() + later * minute)
      expect(await provider.start(order)).toEqual(started)
    },
  )

  it('cannot be paid after its end', async () => {
    const { reference } = await rig.provider.start(orderOf(rig))
    rig.clock.now = new Date(rig.clock.now.getTime() + 121 * minute)
    await expect(rig.customer.pay(reference)).rejects.toThrow('expired')
  })

  it.each([
    { minor: 1250, currency: 'USD', sent: '1250' },
    { minor: 500, currency: 'JPY', sent: '500' },
    { minor: 5, currency: 'ISK', sent: '500' },
    { minor: 5, currency: 'UGX', sent: '500' },
    { minor: 5120, currency: 'KWD', sent: '5120' },
  ])('charges $minor minor $currency as $sent', async ({ minor, currency, sent }) => {
    const amount = { minor, currency }
    const order = orderOf(rig, { amount, lines: [{ title: 'Plan', amount }] })
    const { reference } = await rig.provider.start(order)
    const form = rig.server.forms['post /v1/checkout/sessions']
    expect(form).toHaveProperty('line_items.0.price_data.unit_amount', sent)
    await rig.customer.pay(reference)
    const [charged] = await rig.provider.lookUp(reference)
    expect(charged?.amount).toEqual(amount)
  })

  it.each([
    [{ minor: 5125, currency: 'KWD' }, 'a third decimal'],
    [{ minor: 20, currency: 'USD' }, 'less than half a dollar'],
  ])('is refused for %o: %s', async (amount) => {
    const order = orderOf(rig, { amount, lines: [{ title: 'Plan', amount }] })
    await expect(rig.provider.start(order)).rejects.toMatchObject({ outcome: 'refused' })
  })

  it('is refused with a wrong key', async () => {
    const wrong = createStripeRig({ keyOfShop: 'sk_test_wrong' })
    await expect(wrong.provider.start(orderOf(wrong))).rejects.toMatchObject({ outcome: 'refused' })
  })

  it('has an unknown outcome when the attempt had other parameters', async () => {
    const order = orderOf(rig)
    await rig.provider.start(order)
    const changed = rig.provider.start({ ...order, email: 'other@example.com' })
    await expect(changed).rejects.toMatchObject({ outcome: 'unknown' })
  })

  it('has an unknown outcome while its first call is still running', async () => {
    const message = 'There is currently another in-progress request using this Idempotent Key'
    rig.server.answerToWrites = refusal(409, message, 'idempotency_key_in_use')
    await expect(rig.provider.start(orderOf(rig))).rejects.toMatchObject({ outcome: 'unknown' })
  })

  it('has an unknown outcome when its cancellation fails', async () => {
    const { reference } = await rig.provider.start(orderOf(rig))
    rig.server.answerToWrites = refusal(500, 'An unknown error occurred', undefined, 'api_error')
    await expect(rig.provider.cancel(reference)).rejects.toMatchObject({ outcome: 'unknown' })
  })

  it('cannot be cancelled while a bank debit is pending', async () => {
    const { account } = rig.server
    const { reference } = await rig.provider.start(orderOf(rig))
    account.payLater(reference)
    await expect(rig.provider.cancel(reference)).rejects.toMatchObject({ outcome: 'refused' })
    account.settleLater(reference, 'failed')
    await expect(rig.provider.cancel(reference)).resolves.toBeUndefined()
  })

  it('does not quote the customer in an error', async () => {
    const start = rig.provider.start(orderOf(rig, { email: 'anna@localhost' }))
    await expect(start).rejects.toThrow(/^stripe: StripeInvalidRequestError 400 email_invalid/)
  })
})
