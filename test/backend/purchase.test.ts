import fc from 'fast-check'
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { createBackend, isPublic } from '../../src/backend/backend.ts'
import { wordsOf } from '../../src/locale/words.ts'
import {
  api,
  ask,
  clock,
  emptyShop,
  ordered,
  orderOf,
  pay,
  rows,
  stockShop,
  words,
} from '../support/small-shop.ts'

beforeEach(emptyShop)

async function invoiceOf(invoiceID: string) {
  const answer = await api().invoice({ invoiceID })
  if (!answer.ok) throw new Error(`no invoice: ${answer.error.status}`)
  return answer.value.data
}

describe('an order', () => {
  it('is an invoice at the price of the plan and a page to pay it', async () => {
    await stockShop(1)
    const started = await api().activation(orderOf())
    if (!started.ok) throw new Error('not ordered')
    const { invoiceID, paymentURL } = started.value.data
    expect(paymentURL).toBe(`http://localhost:8787/dev/pay/${invoiceID}`)
    expect(await invoiceOf(invoiceID)).toMatchObject({
      status: 'processing',
      amount: { minor: 1250, currency: 'USD' },
      hash: null,
    })
  })

  it('is the same however often its form arrives, and refused when the form has changed', async () => {
    await stockShop(1)
    const order = orderOf()
    const answers = await Promise.all(Array.from({ length: 10 }, () => api().activation(order)))
    expect(
      new Set(
        answers.map((answer) => (answer.ok ? answer.value.data.invoiceID : answer.error.status)),
      ).size,
    ).toBe(1)
    expect(await rows('SELECT 1 FROM invoices')).toHaveLength(1)
    expect(await api().activation({ ...order, email: 'other@example.com' })).toMatchObject({
      error: {
        status: 409,
      },
    })
  })

  it('is refused for a plan that is sold out, unknown, or without an e-mail address or consent', async () => {
    await stockShop(1)
    expect(await api().activation(orderOf('tr-sold-out'))).toMatchObject({
      error: {
        status: 409,
        message: words('api.outOfStock'),
      },
    })
    expect(await api().activation(orderOf('tr-none'))).toMatchObject({ error: { status: 404 } })
    const refused = await ask(
      new Request('https://backend.invalid/web-esim-activation', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ ...orderOf(), lang: 'en', email: 'x', consent: false }),
      }),
    )
    expect(refused.status).toBe(422)
    expect(await refused.json()).toEqual({
      code: 'invalid-input',
      errors: {
        email: ['Activation error. Please check that the email you provided is correct.'],
        consent: [words('api.consent')],
      },
    })
  })
})

describe('a payment', () => {
  it('issues one eSIM with its mail, and takes one code from stock', async () => {
    await stockShop(1)
    const invoiceID = await ordered()
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
          activateBy: '2027-02-18T10:00:00.000Z',
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

  it('takes the last code, and the plan is sold out', async () => {
    await stockShop(1)
    await pay(await ordered())
    const plans = await api().tariffsMarketplace({ country: 'tr' })
    expect(plans.ok && plans.value.data.map(({ inStock }) => inStock)).toEqual([false, false])
    expect(await api().activation(orderOf())).toMatchObject({ error: { status: 409 } })
  })

  it('is believed only when signed, in time, for the right amount, and once', async () => {
    await stockShop(3)
    const invoiceID = await ordered()
    expect((await pay(invoiceID, {}, 'another secret')).status).toBe(401)
    expect((await pay(invoiceID, { amount: { minor: 1, currency: 'USD' } })).status).toBe(409)
    expect((await pay(invoiceID, { amount: { minor: 1250, currency: 'RUB' } })).status).toBe(409)
    const [before] = await rows<{ status: string }>('SELECT status FROM invoices')
    expect(before?.status).toBe('processing')

    const unsigned = new Request('https://backend.invalid/callbacks/payment', {
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

  it('that was declined can be made again', async () => {
    await stockShop(1)
    const invoiceID = await ordered()
    await pay(invoiceID, { kind: 'declined' })
    expect((await invoiceOf(invoiceID)).status).toBe('failed')
    expect(await api().invoicePayment({ invoiceID })).toMatchObject({ ok: true })
    expect((await invoiceOf(invoiceID)).status).toBe('processing')
    await pay(invoiceID)
    expect((await invoiceOf(invoiceID)).status).toBe('success')
    expect(await api().invoicePayment({ invoiceID })).toMatchObject({
      error: {
        status: 409,
        message: words('api.alreadyPaid'),
      },
    })
  })

  it('without a code left waits as paid, and the next look delivers once there is one', async () => {
    await stockShop(1)
    const [first, second] = [await ordered(), await ordered()]
    await pay(first)
    await pay(second)
    expect((await invoiceOf(second)).status).toBe('paid')
    await env.DB.prepare(
      `INSERT INTO stock (iccid, tariff_id, smdp_address, matching_id) VALUES ('8910300000000000099', 'tr-10', 'rsp.example.com', 'LATE')`,
    ).run()
    expect((await invoiceOf(second)).status).toBe('success')
  })

  it('survives any number of callbacks and reads at once: one code and one eSIM for each paid invoice, as far as codes go', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 4 }),
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 4 }),
        async (codes, orders, repeats) => {
          await emptyShop()
          await stockShop(Math.max(codes, 1))
          const invoices = await Promise.all(Array.from({ length: orders }, () => ordered()))
          if (codes === 0) await env.DB.prepare('DELETE FROM stock').run()
          await Promise.all(
            invoices.flatMap((invoiceID) =>
              Array.from({ length: repeats }, (_, index) => [
                pay(invoiceID, { id: `event-${invoiceID}-${index % 2}` }),
                invoiceOf(invoiceID),
              ]).flat(),
            ),
          )
          const issued = await rows<{ invoice_id: string; iccid: string }>(
            'SELECT invoice_id, iccid FROM esims',
          )
          expect(issued).toHaveLength(Math.min(codes, orders))
          expect(new Set(issued.map(({ iccid }) => iccid)).size).toBe(issued.length)
          expect(await rows(`SELECT 1 FROM stock WHERE invoice_id IS NOT NULL`)).toHaveLength(
            issued.length,
          )
          expect(await rows(`SELECT 1 FROM invoices WHERE status = 'paid'`)).toHaveLength(
            orders - issued.length,
          )
          expect(await rows('SELECT 1 FROM outbox')).toHaveLength(issued.length)
        },
      ),
      { numRuns: 15 },
    )
  }, 60_000)
})

describe('an eSIM', () => {
  it('is ready, then active, then used up or expired', async () => {
    await stockShop(1)
    const invoiceID = await ordered()
    await pay(invoiceID)
    const hash = (await invoiceOf(invoiceID)).hash ?? ''
    const status = async () => {
      const info = await api().esimInfo({ hash })
      return info.ok ? info.value.data.esim?.balance.status : info.error.status
    }
    expect(await status()).toBe('ready')
    await env.DB.prepare(
      `UPDATE esims SET first_used_at = '2026-11-22T00:00:00Z', valid_until = '2026-12-22T00:00:00Z', data_used_mb = 100`,
    ).run()
    clock.now = new Date('2026-11-25T00:00:00Z')
    expect(await status()).toBe('active')
    await env.DB.prepare('UPDATE esims SET data_used_mb = 10240').run()
    expect(await status()).toBe('finished')
    clock.now = new Date('2026-12-23T00:00:00Z')
    expect(await status()).toBe('expired')
  })

  it('that does not exist is not found, by whatever call', async () => {
    const hash = 'x'.repeat(43)
    expect(await api().esim({ hash })).toMatchObject({ error: { status: 404 } })
    expect(await api().esimInfo({ hash })).toMatchObject({ error: { status: 404 } })
    expect(await api().invoice({ invoiceID: hash })).toMatchObject({ error: { status: 404 } })
  })
})

describe('development tools', () => {
  it('exist in development only', async () => {
    const visit = (path: string, DEV_TOOLS: string) =>
      createBackend().fetch(new Request(`https://backend.invalid${path}`), { ...env, DEV_TOOLS })
    for (const path of ['/dev/outbox', '/dev/outbox.json', '/dev/pay/x']) {
      expect((await visit(path, '0')).status).toBe(404)
      expect(isPublic(path, { DEV_TOOLS: false })).toBe(false)
      expect(isPublic(path, { DEV_TOOLS: true })).toBe(true)
    }
    expect((await visit('/dev/outbox', '1')).status).toBe(200)
    expect(isPublic('/web-invoice', { DEV_TOOLS: true })).toBe(false)
  })
})

describe('a message to the shop', () => {
  it('reaches the right address, once however often it is sent that day', async () => {
    const message = {
      topic: 'partnership',
      name: 'Anna',
      email: 'anna@example.com',
      message: 'Hello',
      consent: true,
    } as const
    expect(await api('ru').mailNotify(message)).toMatchObject({ ok: true })
    expect(await api('ru').mailNotify(message)).toMatchObject({ ok: true })
    expect(await rows('SELECT recipient, subject FROM outbox')).toEqual([
      { recipient: 'partners@meridian.example', subject: wordsOf('ru')('mail.topics.partnership') },
    ])
    clock.now = new Date('2026-11-22T10:00:00Z')
    await api('ru').mailNotify(message)
    expect(await rows('SELECT 1 FROM outbox')).toHaveLength(2)
  })

  it('is taken thirty times an hour from one address', async () => {
    const send = (number: number) =>
      api().mailNotify({
        topic: 'support',
        name: 'Anna',
        email: 'anna@example.com',
        message: `Message ${number}`,
        consent: true,
      })
    const answers = await Promise.all(Array.from({ length: 32 }, (_, number) => send(number)))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(30)
    expect(answers.find(({ ok }) => !ok)).toMatchObject({ error: { status: 429 } })
    expect(await rows('SELECT 1 FROM outbox')).toHaveLength(30)
  })
})
