import { expect, it } from 'vitest'
import { secretID } from '../../src/domain/secret-id.ts'
import { wordsOf } from '../../src/locale/words.ts'
import { bought, decide, newEmail, ordered, signedInCustomer } from './people.ts'
import type { Shop } from './shop.ts'
import { itWithinTenMinutes } from './within-ten-minutes.ts'

const words = wordsOf('en')

export function describePurchases(shop: Shop): void {
  it('accepts an order, waits for payment, then issues and mails the eSIM', async () => {
    const { order, invoiceID, paymentURL } = await ordered(shop)
    const { data: waiting } = await shop.ask('invoice', { invoiceID })
    expect(waiting).toMatchObject({ status: 'processing', email: order.email, hash: null })
    expect(waiting.amount).toEqual({ minor: waiting.tariff.prices['USD'], currency: 'USD' })
    expect(await decide(shop, paymentURL, 'succeeded')).toMatch(`invoiceID=${invoiceID}`)
    const { data: paid } = await shop.ask('invoice', { invoiceID, lang: 'ru' })
    expect(paid.status).toBe('success')
    const hash = paid.hash ?? ''
    const { data: esim } = await shop.ask('esim', { hash })
    expect(esim).toMatchObject({ hash, status: 'ready', tariff: { tariffID: order.tariffID } })
    const { data: info } = await shop.ask('esimInfo', { hash })
    expect(info.operator).toEqual(esim.operator)
    expect(info.esim?.balance).toMatchObject({ status: 'ready', dataUsedMb: 0, usageAsOf: null })
    const [mail, ...others] = await shop.outboxOf(order.email)
    expect(mail?.body).toContain(`/esim-instruction?hash=${hash}`)
    expect(others).toEqual([])
  })

  it('creates one invoice per form, for guests, customers and expired sessions', async () => {
    const { order, invoiceID, paymentURL } = await ordered(shop)
    const same = { data: { invoiceID, paymentURL } }
    expect(await shop.ask('activation', order)).toEqual(same)
    const session = await signedInCustomer(shop)
    expect(await shop.ask('activation', order, { session })).toEqual(same)
    const stranger = { sessionID: secretID(), token: secretID() }
    expect(await shop.ask('activation', order, { session: stranger })).toEqual(same)
    const another = { ...order, email: newEmail() }
    expect((await shop.refused('activation', 'key-reused', another)).error).toBe(
      words('api.keyReused'),
    )
  })

  it('rejects orders of unknown or sold-out tariffs, without address or without consent', async () => {
    const { order } = await ordered(shop)
    const fresh = () => ({ ...order, idempotencyKey: secretID() })
    await shop.refused('activation', 'not-found', { ...fresh(), tariffID: 'no-such-plan' })
    const soldOut = await shop.refused('activation', 'out-of-stock', {
      ...fresh(),
      tariffID: await soldOutPlan(),
    })
    expect(soldOut.error).toBe(words('api.outOfStock'))
    const { errors } = await shop.refused('activation', 'invalid-input', {
      ...fresh(),
      email: 'anna@',
      consent: false,
      utm: { utm_source: 1 },
    })
    expect(errors).toMatchObject({ email: [words('api.email')], consent: [words('api.consent')] })
    expect(errors).toHaveProperty(['utm.utm_source'])
  })

  it('allows paying again after a decline, but not after a payment', async () => {
    const { order, invoiceID, paymentURL } = await ordered(shop)
    await decide(shop, paymentURL, 'declined')
    expect((await shop.ask('invoice', { invoiceID })).data.status).toBe('failed')
    const again = await shop.ask('invoicePayment', { invoiceID })
    expect(again.data.paymentURL).toBe(paymentURL)
    expect((await shop.ask('invoice', { invoiceID })).data.status).toBe('processing')
    await decide(shop, again.data.paymentURL, 'succeeded')
    for (const refusal of [
      await shop.refused('invoicePayment', 'already-paid', { invoiceID }),
      await shop.refused('activation', 'already-paid', order),
    ])
      expect(refusal.error).toBe(words('api.alreadyPaid'))
  })

  itWithinTenMinutes(
    'mails an eSIM again to the address of its order, once in a while',
    async () => {
      const { order, hash } = await bought(shop)
      const before = (await shop.outboxOf(order.email)).length
      for (let times = 0; times < 3; times += 1)
        expect(await shop.ask('esimResend', { hash })).toEqual({ data: { done: true } })
      const more = (await shop.outboxOf(order.email)).length - before
      expect(more).toBe(1)
    },
  )

  it('returns an operator’s contacts without an eSIM', async () => {
    const { data } = await shop.ask('esimInfo', { operator: 'tr-turkcell' })
    expect(data).toMatchObject({ operator: { ident: 'tr-turkcell' }, esim: null })
    await shop.refused('esimInfo', 'not-found', { operator: 'no-such-operator' })
    await shop.refused('esimInfo', 'not-found', {})
  })

  it('returns 404 for unknown eSIMs and invoices, and 422 for malformed ids', async () => {
    const unknown = secretID()
    for (const [name, field] of [
      ['invoice', 'invoiceID'],
      ['invoicePayment', 'invoiceID'],
      ['esim', 'hash'],
      ['esimInfo', 'hash'],
      ['esimResend', 'hash'],
    ] as const) {
      expect((await shop.refused(name, 'not-found', { [field]: unknown })).error).toBeTruthy()
      const { errors } = await shop.refused(name, 'invalid-input', { [field]: 'short' })
      expect(errors).toHaveProperty(field)
    }
  })

  /** Lists show it after the tariffs in stock. */
  async function soldOutPlan(): Promise<string> {
    const { data: countries } = await shop.ask('countries', { withoutEsimRemains: 'true' })
    for (const { countryCode2Letters: country } of countries) {
      const { data } = await shop.ask('tariffsMarketplace', { country, per_page: 100 })
      const soldOut = data.find(({ inStock }) => !inStock)
      if (soldOut) return soldOut.tariffID
    }
    throw new Error('every plan is in stock')
  }
}
