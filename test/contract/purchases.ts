import { expect, it } from 'vitest'
import { secretID } from '../../src/kit/tokens.shared.ts'
import { wordsOf } from '../../src/words/words.shared.ts'
import { buyPlan, decide, newEmail, placeOrder, signInCustomer } from './people.ts'
import type { Shop } from './shop.ts'
import { itWithinTenMinutes } from './within-ten-minutes.ts'

const words = wordsOf('en')

export function describePurchases(shop: Shop): void {
  it('accepts an order, waits for payment, then issues and emails the eSIM', async () => {
    const { order, invoiceID, paymentURL } = await placeOrder(shop)
    const { data: waiting } = await shop.call('invoice', { invoiceID })
    expect(waiting).toMatchObject({ status: 'processing', email: order.email, hash: null })
    expect(waiting.amount).toEqual({ minor: waiting.tariff.prices['USD'], currency: 'USD' })
    expect(await decide(shop, paymentURL, 'pay')).toMatch(`invoiceID=${invoiceID}`)
    const { data: paid } = await shop.call('invoice', { invoiceID, lang: 'ru' })
    expect(paid.status).toBe('success')
    const hash = paid.hash ?? ''
    const { data: esim } = await shop.call('esim', { hash })
    expect(esim).toMatchObject({ hash, status: 'ready', tariff: { tariffID: order.tariffID } })
    const { data: info } = await shop.call('esimInfo', { hash })
    expect(info.operator).toEqual(esim.operator)
    expect(info.esim?.balance).toMatchObject({ status: 'ready', dataUsedMb: 0, usageAsOf: null })
    const [mail, ...others] = await shop.outboxOf(order.email)
    expect(mail?.body).toContain(`/esim-instruction?hash=${hash}`)
    expect(others).toEqual([])
  })

  it('creates one invoice per form, for guests, customers and expired sessions', async () => {
    const { order, invoiceID, paymentURL } = await placeOrder(shop)
    const same = { data: { invoiceID, paymentURL } }
    expect(await shop.call('activation', order)).toEqual(same)
    const session = await signInCustomer(shop)
    expect(await shop.call('activation', order, { session })).toEqual(same)
    const stranger = { sessionID: secretID(), token: secretID() }
    expect(await shop.call('activation', order, { session: stranger })).toEqual(same)
    const another = { ...order, email: newEmail() }
    expect((await shop.expectRefusal('activation', 'key-reused', another)).error).toBe(
      words('api.keyReused'),
    )
  })

  it('returns the price of an order, and rejects a price that differs from the expected amount', async () => {
    const { order } = await placeOrder(shop)
    const { tariffID } = order
    const { data } = await shop.call('orderPrice', { tariffID })
    expect(data.totals).toEqual(data.prices)
    const { errors } = await shop.expectRefusal('orderPrice', 'invalid-input', {
      tariffID,
      promocode: 'NO-SUCH-CODE',
    })
    expect(errors).toEqual({ promocode: [words('promo.unknown')] })
    await shop.expectRefusal('orderPrice', 'not-found', { tariffID: 'no-such-plan' })
    const amount = { minor: data.totals['USD'] ?? 0, currency: 'USD' }
    const newOrder = { ...order, idempotencyKey: secretID() }
    const dearer = { ...amount, minor: amount.minor + 1 }
    const changed = await shop.expectRefusal('activation', 'price-changed', {
      ...newOrder,
      expectedAmount: dearer,
    })
    expect(changed.amount).toEqual(amount)
    expect(
      (await shop.call('activation', { ...newOrder, expectedAmount: amount })).data,
    ).toBeTruthy()
  })

  it('rejects orders of unknown or sold-out tariffs, without address or without consent', async () => {
    const { order } = await placeOrder(shop)
    const createOrder = () => ({ ...order, idempotencyKey: secretID() })
    await shop.expectRefusal('activation', 'not-found', {
      ...createOrder(),
      tariffID: 'no-such-plan',
    })
    const soldOut = await shop.expectRefusal('activation', 'out-of-stock', {
      ...createOrder(),
      tariffID: await soldOutPlan(),
    })
    expect(soldOut.error).toBe(words('api.outOfStock'))
    const { errors } = await shop.expectRefusal('activation', 'invalid-input', {
      ...createOrder(),
      email: 'anna@',
      consent: false,
      utm: { utm_source: 1 },
    })
    expect(errors).toMatchObject({
      email: ['Activation error. Please check that the email you provided is correct.'],
      consent: [words('api.consent')],
    })
    expect(errors).toHaveProperty(['utm.utm_source'])
  })

  it('allows paying again after a decline, but not after a payment', async () => {
    const { order, invoiceID, paymentURL } = await placeOrder(shop)
    await decide(shop, paymentURL, 'decline')
    expect((await shop.call('invoice', { invoiceID })).data.status).toBe('failed')
    const again = await shop.call('invoicePayment', { invoiceID })
    expect(again.data.paymentURL).not.toBe(paymentURL)
    expect((await shop.call('invoice', { invoiceID })).data.status).toBe('processing')
    await decide(shop, again.data.paymentURL, 'pay')
    for (const refusal of [
      await shop.expectRefusal('invoicePayment', 'already-paid', { invoiceID }),
      await shop.expectRefusal('activation', 'already-paid', order),
    ])
      expect(refusal.error).toBe(words('api.alreadyPaid'))
  })

  itWithinTenMinutes(
    'emails an eSIM again to the address of its order, with a rate limit',
    async () => {
      const { order, hash } = await buyPlan(shop)
      const before = (await shop.outboxOf(order.email)).length
      for (let times = 0; times < 3; times += 1)
        expect(await shop.call('esimResend', { hash })).toEqual({ data: { done: true } })
      const more = (await shop.outboxOf(order.email)).length - before
      expect(more).toBe(1)
    },
  )

  it('starts and stops emails about the data of an eSIM, and stops push messages', async () => {
    const { hash } = await buyPlan(shop)
    for (const isOn of [true, false]) {
      await shop.call('esimUsageMails', { hash, isOn })
      const { data } = await shop.call('esimInfo', { hash })
      expect(data.esim?.balance.hasUsageMails).toBe(isOn)
    }
    await shop.call('esimPush', { hash, subscription: null })
  })

  it('sets and removes the day of departure', async () => {
    const { hash } = await buyPlan(shop)
    const inTenDays = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10)
    for (const departure of [inTenDays, null]) {
      await shop.call('esimReminder', { hash, departure })
      const { data } = await shop.call('esim', { hash })
      expect(data.departure).toBe(departure)
    }
  })

  it('returns how many eSIMs were delivered, or null', async () => {
    const { data } = await shop.call('deliveryCounts', {})
    expect(data === null || data.delivered > 0).toBe(true)
    await shop.expectRefusal('deliveryCounts', 'invalid-input', { lang: 'xx' as 'en' })
  })

  it('ticks and unticks the steps of the installation', async () => {
    const { hash } = await buyPlan(shop)
    for (const step of ['installed', 'landed', 'installed', 'bought'] as const) {
      await shop.call('esimProgress', { hash, step })
      const { data } = await shop.call('esim', { hash })
      expect(data.step).toBe(step)
    }
  })

  it('refunds an eSIM that nobody installed, once, and none that was', async () => {
    const { hash } = await buyPlan(shop)
    const { data } = await shop.call('esimInfo', { hash })
    expect(data.esim?.balance.giveBackUntil).toEqual(expect.any(String))
    for (let times = 0; times < 2; times += 1)
      await shop.call('esimGiveBack', { hash, reason: 'plans' })
    await shop.expectRefusal('esim', 'refunded', { hash })
    const { hash: installed } = await buyPlan(shop)
    await shop.call('esimProgress', { hash: installed, step: 'installed' })
    const wish = { hash: installed, reason: 'plans' }
    await shop.expectRefusal('esimGiveBack', 'not-returnable', wish)
  })

  it('lists the top-ups for an eSIM, and refuses to order any other top-up', async () => {
    const { order, hash } = await buyPlan(shop)
    const { data } = await shop.call('esimTopUps', { hash })
    expect(data).toMatchObject({ hash, tariff: { tariffID: order.tariffID } })
    const { tariffID: _, ...others } = order
    const topUp = { hash, code: 'no-such-top-up' }
    const wish = { ...others, idempotencyKey: secretID(), topUp }
    await shop.expectRefusal('activation', 'out-of-stock', wish)
    await shop.expectRefusal('orderPrice', 'out-of-stock', { topUp })
    await shop.expectRefusal('activation', 'invalid-input', { ...wish, ...order })
  })

  it('returns an operator’s contacts without an eSIM', async () => {
    const { data } = await shop.call('esimInfo', { operator: 'tr-turkcell' })
    expect(data).toMatchObject({ operator: { ident: 'tr-turkcell' }, esim: null })
    await shop.expectRefusal('esimInfo', 'not-found', { operator: 'no-such-operator' })
    await shop.expectRefusal('esimInfo', 'not-found', {})
  })

  it('returns 404 for unknown eSIMs and invoices, and 422 for malformed ids', async () => {
    const unknown = secretID()
    for (const [name, field] of [
      ['invoice', 'invoiceID'],
      ['invoicePayment', 'invoiceID'],
      ['esim', 'hash'],
      ['esimInfo', 'hash'],
      ['esimResend', 'hash'],
      ['esimUsageMails', 'hash'],
      ['esimReminder', 'hash'],
      ['esimPush', 'hash'],
      ['esimGiveBack', 'hash'],
      ['esimTopUps', 'hash'],
      ['esimProgress', 'hash'],
      ['esimReview', 'hash'],
      ['esimReviewSend', 'hash'],
    ] as const) {
      const none = { subscription: null, departure: null }
      const others = { ...none, isOn: true, step: 'landed', rating: 5, reason: 'plans' }
      const refusal = await shop.expectRefusal(name, 'not-found', { ...others, [field]: unknown })
      expect(refusal.error).toBeTruthy()
      const short = { ...others, [field]: 'short' }
      const { errors } = await shop.expectRefusal(name, 'invalid-input', short)
      expect(errors).toHaveProperty(field)
    }
  })

  /** Lists show a sold-out plan after the plans in stock. */
  async function soldOutPlan(): Promise<string> {
    const { data: countries } = await shop.call('countries', { withoutEsimRemains: 'true' })
    for (const { countryCode2Letters: country } of countries) {
      const { data } = await shop.call('tariffsMarketplace', { country, per_page: 100 })
      const soldOut = data.find(({ inStock }) => !inStock)
      if (soldOut) return soldOut.tariffID
    }
    throw new Error('every plan is in stock')
  }
}
