import fc from 'fast-check'
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { createBackend } from '../../src/backend.ts'
import { isPublic } from '../../src/api/links.ts'
import { secretID } from '../../src/kit/tokens.shared.ts'
import { wordsOf } from '../../src/words/words.shared.ts'
import { simulateSupplier } from '../fixtures/simulated-supplier.ts'
import { failAt } from '../support/failing-database.ts'
import {
  advanceClock,
  api,
  ask,
  bindings,
  clearShop,
  clock,
  invoiceOf,
  orderOf,
  pay,
  placeOrder,
  rows,
  stockShop,
  supply,
  words,
  openShop,
  run,
  usd,
  contactMessage,
} from '../support/small-shop.ts'
import { restock } from '../support/staff.ts'

beforeEach(clearShop)

describe('orders', () => {
  it('creates one invoice per form, and rejects its key with other data', async () => {
    await stockShop(1)
    const order = orderOf()
    const answers = await Promise.all(Array.from({ length: 10 }, () => api().activation(order)))
    expect(
      new Set(
        answers.map((answer) => (answer.ok ? answer.value.data.invoiceID : answer.error.status)),
      ).size,
    ).toBe(1)
    expect(await rows('SELECT 1 FROM orders')).toHaveLength(1)
    expect(await api().activation({ ...order, email: 'other@example.com' })).toMatchObject({
      error: { status: 409 },
    })
  })

  it('refuses delisted plans', async () => {
    await stockShop(1)
    await run(`UPDATE plans SET is_listed = 0 WHERE id = 'tr-10'`)
    expect(await api().activation(orderOf())).toMatchObject({
      error: { status: 409, message: words('api.outOfStock') },
    })
  })
})

describe('payments', () => {
  it('deliver one eSIM with its email, and use one profile from stock', async () => {
    await stockShop(1)
    const invoiceID = await placeOrder()
    expect((await pay(invoiceID)).status).toBe(200)
    const { status, hash } = await invoiceOf(invoiceID)
    expect(status).toBe('success')
    const esim = await api().esim({ hash: hash ?? '' })
    expect(esim).toMatchObject({
      ok: true,
      value: {
        data: {
          matchingId: 'CODE-0',
          status: 'ready',
          activateBy: '2027-02-18T23:59:59.999Z',
          dataLimitMb: 10240,
        },
      },
    })
    const [mail] = await rows<{ recipient: string; body: string }>(
      'SELECT recipient, body FROM outbox',
    )
    expect(mail?.recipient).toBe('anna@example.com')
    for (const page of ['esim-instruction', 'esim-operator-info'])
      expect(mail?.body).toContain(`http://localhost:8787/${page}?hash=${hash}\n`)
  })

  it('mark a plan as sold out after its last profile', async () => {
    await stockShop(1)
    await pay(await placeOrder())
    const plans = await api().tariffsMarketplace({ country: 'tr' })
    expect(plans.ok && plans.value.data.map(({ inStock }) => inStock)).toEqual([false, false])
    expect(await api().activation(orderOf())).toMatchObject({ error: { status: 409 } })
  })

  it('accept a fact only with a valid signature, and only once', async () => {
    await stockShop(3)
    const invoiceID = await placeOrder()
    expect((await pay(invoiceID, {}, 'another secret')).status).toBe(401)
    expect((await pay(invoiceID, { amount: usd(-1) })).status).toBe(422)
    expect(await rows('SELECT 1 FROM payment_facts')).toEqual([])

    const unsigned = new Request('https://backend.invalid/callbacks/payment/test', {
      method: 'POST',
      body: '{}',
    })
    expect((await ask(unsigned)).status).toBe(401)
    await pay(invoiceID, { id: 'event-one' })
    await pay(invoiceID, { id: 'event-one' })
    await pay(invoiceID, { id: 'event-two', kind: 'declined' })
    expect(await rows('SELECT 1 FROM esims')).toHaveLength(1)
    expect((await invoiceOf(invoiceID)).status).toBe('success')
  })

  it('store facts of another amount, currency or invoice, and deliver nothing', async () => {
    await stockShop(1)
    const invoiceID = await placeOrder()
    for (const change of [
      { amount: usd(1249) },
      { amount: { minor: 1250, currency: 'RUB' } },
      { invoiceID: secretID(), reference: 'unknown' },
      { invoiceID: null, reference: 'unknown' },
    ])
      expect((await pay(invoiceID, change)).status).toBe(200)
    expect(await rows('SELECT 1 FROM payment_facts')).toHaveLength(4)
    expect((await invoiceOf(invoiceID)).status).toBe('processing')
    await pay(invoiceID, { amount: usd(1) })
    expect((await invoiceOf(invoiceID)).status).toBe('success')
  })

  it('issue no eSIM for a charge whose refund was reported first', async () => {
    await stockShop(1)
    const invoiceID = await placeOrder()
    await pay(invoiceID, { kind: 'refunded' })
    await pay(invoiceID)
    expect(await invoiceOf(invoiceID)).toMatchObject({ status: 'refunded', hash: null })
    expect(await rows('SELECT 1 FROM esims')).toEqual([])
  })

  it('return 404 for a provider that is not configured', async () => {
    const path = 'https://backend.invalid/callbacks/payment/acme'
    expect((await ask(new Request(path, { method: 'POST' }))).status).toBe(404)
  })

  it('can be repeated after a decline', async () => {
    await stockShop(1)
    const invoiceID = await placeOrder()
    await pay(invoiceID, { kind: 'declined' })
    expect((await invoiceOf(invoiceID)).status).toBe('failed')
    const [first] = await rows('SELECT reference, cancelled_at FROM payments')
    expect(first).toMatchObject({ cancelled_at: null })
    expect(await api().invoicePayment({ invoiceID })).toMatchObject({ ok: true })
    expect((await invoiceOf(invoiceID)).status).toBe('processing')
    const open = await rows('SELECT reference FROM payments WHERE cancelled_at IS NULL')
    expect(open).toHaveLength(1)
    expect(open).not.toEqual([{ reference: first }])
    await pay(invoiceID)
    expect((await invoiceOf(invoiceID)).status).toBe('success')
    expect(await api().invoicePayment({ invoiceID })).toMatchObject({
      error: { status: 409, message: words('api.alreadyPaid') },
    })
  })

  it('remain paid without stock, and the next read delivers after a restock', async () => {
    await stockShop(1)
    const [first, second] = [await placeOrder(), await placeOrder()]
    await pay(first)
    await pay(second)
    expect((await invoiceOf(second)).status).toBe('paid')
    await restock()
    advanceClock(5)
    expect((await invoiceOf(second)).status).toBe('success')
  })

  it('are continued by one read in five seconds, and answered from the database in between', async () => {
    await stockShop(1)
    const [first, second] = [await placeOrder(), await placeOrder()]
    await pay(first)
    await pay(second)
    // Without an answer about its plans, the supplier sells none.
    supply.createSuppliers = () => [simulateSupplier('acme')]
    const callsOfRead = async (invoiceID: string, status: string) => {
      const { database, counter } = failAt(env.DB, { call: 0, takesEffect: false })
      bindings.DB = database
      expect((await invoiceOf(invoiceID)).status).toBe(status)
      return counter.calls
    }
    // The order, and whether another read continues the order.
    const fromDatabase = 2
    const continued = await callsOfRead(second, 'paid')
    expect(continued).toBeGreaterThan(2 * fromDatabase)
    for (const _ of [1, 2, 3]) expect(await callsOfRead(second, 'paid')).toBe(fromDatabase)
    advanceClock(4)
    expect(await callsOfRead(second, 'paid')).toBe(fromDatabase)
    advanceClock(1)
    expect(await callsOfRead(second, 'paid')).toBe(continued)
    advanceClock(5)
    expect(await callsOfRead(first, 'success')).toBe(1)
    const unpaid = await rows<{ id: string }>(`UPDATE orders SET status = 'processing',
      continued_at = NULL WHERE id = '${second}' RETURNING id`)
    expect(await callsOfRead(unpaid[0]?.id ?? '', 'processing')).toBe(1)
  })

  it('deliver one profile and one eSIM per paid invoice under parallel webhooks and reads', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 4 }),
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 4 }),
        async (codes, orders, repeats) => {
          await openShop(Math.max(codes, 1))
          const invoices = await Promise.all(Array.from({ length: orders }, () => placeOrder()))
          if (codes === 0) await run('DELETE FROM stock')
          await Promise.all(
            invoices.flatMap((invoiceID) =>
              Array.from({ length: repeats }, (_, index) => [
                pay(invoiceID, { id: `event-${invoiceID}-${index % 2}` }),
                invoiceOf(invoiceID),
              ]).flat(),
            ),
          )
          const issued = await rows<{ order_id: string; iccid: string }>(
            'SELECT order_id, iccid FROM esims',
          )
          expect(issued).toHaveLength(Math.min(codes, orders))
          expect(new Set(issued.map(({ iccid }) => iccid)).size).toBe(issued.length)
          expect(await rows(`SELECT 1 FROM stock WHERE order_id IS NOT NULL`)).toHaveLength(
            issued.length,
          )
          expect(await rows(`SELECT 1 FROM orders WHERE status = 'paid'`)).toHaveLength(
            orders - issued.length,
          )
          expect(await rows(`SELECT 1 FROM outbox WHERE purpose = 'esim'`)).toHaveLength(
            issued.length,
          )
        },
      ),
      { numRuns: 15 },
    )
  }, 60_000)
})

describe('eSIMs', () => {
  it('are ready, then active, then finished or expired', async () => {
    await stockShop(1)
    const invoiceID = await placeOrder()
    await pay(invoiceID)
    const hash = (await invoiceOf(invoiceID)).hash ?? ''
    const status = async () => {
      const info = await api().esimInfo({ hash })
      return info.ok ? info.value.data.esim?.balance.status : info.error.status
    }
    expect(await status()).toBe('ready')
    await run(`UPDATE esims SET first_used_at = '2026-11-22T00:00:00Z',
      valid_until = '2026-12-22T00:00:00Z', data_used_mb = 100`)
    clock.now = new Date('2026-11-25T00:00:00Z')
    expect(await status()).toBe('active')
    await run('UPDATE esims SET data_used_mb = 10240')
    expect(await status()).toBe('finished')
    clock.now = new Date('2026-12-23T00:00:00Z')
    expect(await status()).toBe('expired')
  })
})

const genericProvider = {
  PAYMENT_PROVIDERS: 'generic',
  GENERIC_PAYMENT_URL: 'https://pay.example/{reference}',
}

describe('development tools', () => {
  it('exist only with DEV_TOOLS=1', async () => {
    const visit = (path: string, DEV_TOOLS: string) =>
      createBackend().fetch(new Request(`http://localhost:8787${path}`), {
        ...env,
        ...genericProvider,
        DEV_TOOLS,
      })
    for (const path of ['/dev/outbox', '/dev/outbox.json', '/dev/pay/x']) {
      expect((await visit(path, '0')).status).toBe(404)
      expect(isPublic(path, { DEV_TOOLS: false })).toBe(false)
      expect(isPublic(path, { DEV_TOOLS: true })).toBe(true)
    }
    expect((await visit('/dev/outbox', '1')).status).toBe(200)
    expect(isPublic('/web-invoice', { DEV_TOOLS: true })).toBe(false)
  })

  it('respond only on this machine, even if the site has DEV_TOOLS=1 by mistake', async () => {
    const statusAt = async (origin: string) => {
      const request = new Request(`${origin}/dev/outbox`)
      const mistaken = { ...env, SITE_ORIGIN: 'https://shop.example', DEV_TOOLS: '1' }
      return (await createBackend().fetch(request, mistaken)).status
    }
    for (const own of ['http://localhost:9000', 'http://127.0.0.1:8787', 'http://[::1]:8787'])
      expect(await statusAt(own)).toBe(200)
    for (const other of ['http://rebound.example:8787', 'https://shop.example'])
      expect(await statusAt(other)).toBe(404)
  })

  it('show the payment again when the form cannot be read', async () => {
    await stockShop(1)
    const started = await api().activation(orderOf())
    const url = started.ok ? started.value.data.paymentURL : ''
    expect(url).toMatch(/^http:\/\/localhost:8787\/dev\/pay\/[\w-]{22,}$/)
    const headers = { 'Content-Type': 'multipart/form-data; boundary=x' }
    const request = new Request(url, { method: 'POST', body: 'unreadable', headers })
    expect((await ask(request)).status).toBe(200)
  })
})

describe('contact messages', () => {
  const message = { ...contactMessage, topic: 'partnership' } as const

  it('go to the address of their topic, once a day', async () => {
    expect(await api('ru').mailNotify(message)).toMatchObject({ ok: true })
    expect(await api('ru').mailNotify(message)).toMatchObject({ ok: true })
    expect(await rows('SELECT recipient, subject FROM outbox')).toEqual([
      { recipient: 'partners@meridian.example', subject: wordsOf('ru')('mail.topics.partnership') },
    ])
    clock.now = new Date('2026-11-22T10:00:00Z')
    await api('ru').mailNotify(message)
    expect(await rows('SELECT 1 FROM outbox')).toHaveLength(2)
  })

  it('arrive once when their form is sent again, on the next day too', async () => {
    clock.now = new Date('2026-11-21T23:59:58Z')
    const form = { ...message, idempotencyKey: secretID() }
    await Promise.all([api().mailNotify(form), api().mailNotify(form)])
    clock.now = new Date('2026-11-22T00:00:03Z')
    expect(await api().mailNotify(form)).toMatchObject({ ok: true })
    expect(await rows('SELECT 1 FROM outbox')).toHaveLength(1)
  })

  it('arrive each time when they come from different forms, or have another text', async () => {
    const form = { ...message, idempotencyKey: secretID() }
    for (const sent of [
      form,
      { ...form, idempotencyKey: secretID() },
      { ...form, message: 'Hello again' },
      { ...form, email: 'bella@example.com' },
    ])
      expect(await api().mailNotify(sent)).toMatchObject({ ok: true })
    expect(await rows('SELECT 1 FROM outbox')).toHaveLength(4)
  })

  it('are limited to thirty an hour from one address', async () => {
    const send = (number: number) =>
      api().mailNotify({ ...contactMessage, message: `Message ${number}` })
    const answers = await Promise.all(Array.from({ length: 32 }, (_, number) => send(number)))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(30)
    expect(answers.find(({ ok }) => !ok)).toMatchObject({ error: { status: 429 } })
    expect(await rows('SELECT 1 FROM outbox')).toHaveLength(30)
  })
})
