import { decodeHtml } from '../fixtures/html.ts'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Fetch } from '../../src/site/api/resilient-fetch.ts'
import * as russian from '../../content/ru/words.ts'
import { maxLength } from '../../src/kit/limits.shared.ts'
import { secretID } from '../../src/kit/tokens.shared.ts'
import { turnstileField } from '../../src/ui/form-markers.shared.ts'
import { locales } from '../../src/words/locales.shared.ts'
import { href } from '../../src/words/paths.shared.ts'
import { wordsOf } from '../../src/words/words.shared.ts'
import { planted } from '../support/hostile-values.ts'
import { ask, esimHash, pay, rows, signInPartner, run, openShop } from '../support/small-shop.ts'
import { paidOrder } from '../support/staff.ts'
import { origin, orderForm } from '../support/visit.ts'
import { visitWithApi } from '../support/visit-with-api.ts'

beforeEach(async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  await openShop(2)
})

const unavailable: Fetch = async () => new Response('', { status: 503 })
/** Every call takes effect, and its answer is lost. */
const loseAnswers: Fetch = async (request) => {
  await ask(request)
  throw new Error('the connection broke')
}

type Sent = { readonly body: BodyInit; readonly cookies?: string }

async function post(path: string, fetch: Fetch, { body, cookies = '' }: Sent): Promise<Response> {
  const headers = { Origin: origin, Cookie: cookies }
  return visitWithApi(path, fetch, { method: 'POST', headers, body })
}

/** Returns the page's form as a browser would send it. */
function formIn(html: string) {
  const [, attributes = '', content = ''] =
    /<form class="form"([^>]*)>(.*?)<\/form>/s.exec(html) ?? []
  const fields = [
    ...content.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"\/>/g),
    ...content.matchAll(/<textarea[^>]* name="([^"]*)"[^>]* readOnly="">([^<]*)<\/textarea>/g),
  ].map(([, name = '', value = '']) => [decodeHtml(name), decodeHtml(value)])
  const [, action = ''] = /action="([^"]*)"/.exec(attributes) ?? []
  return { action: decodeHtml(action), body: new URLSearchParams(fields), content, attributes }
}

const hostile = `</textarea>"'>${planted} x=1></form>& мы 💥\nsecond line`

describe.each(locales)('in %s, a form that cannot reach the API', (locale) => {
  const words = wordsOf(locale)

  it.each([
    ['received nothing', unavailable],
    ['placed the order', loseAnswers],
  ])('can be sent again as the same order when the API %s', async (_, outage) => {
    const path = href(locale, 'order', null, { tariffID: 'tr-10', people: '2' })
    const fields = {
      ...orderForm(),
      giftEmail: 'bella@example.com',
      giftMessage: hostile,
      utm_source: 'mail',
      [turnstileField]: 'a token',
    }
    const page = await post(path, outage, { body: new URLSearchParams(fields) })
    expect([502, 503]).toContain(page.status)
    expect(page.headers.get('Cache-Control')).toBe('no-store')
    expect(page.headers.get('X-Robots-Tag')).toContain('noindex')
    expect(page.headers.get('Content-Security-Policy')).not.toContain('unsafe')
    const html = await page.text()
    expect(html).not.toContain(planted)
    expect(html).toContain(words('errors.repeatText'))
    expect(html).toContain(`${words('errors.sendAgain')}</button>`)
    const { [turnstileField]: __, ...repeated } = fields
    const { action, body } = formIn(html)
    expect([action, Object.fromEntries(body)]).toEqual([path, repeated])

    expect((await post(action, ask, { body })).status).toBe(303)
    expect((await post(action, ask, { body })).status).toBe(303)
    expect(await rows('SELECT id FROM orders')).toHaveLength(1)
    const [line] = await rows<{ message: string }>('SELECT message FROM order_lines')
    expect(line?.message).toBe(hostile.replace('\n', ' '))
  })

  it.each(['application/json', 'text/html'])(
    'opens the paid order that it placed, for its own visitor only (%s)',
    async (accept) => {
      const path = href(locale, 'order', null, { tariffID: 'tr-10' })
      const fields = orderForm()
      const send = async (changed: object) => {
        const body = new URLSearchParams({ ...fields, ...changed })
        const headers = { Origin: origin, Accept: accept }
        return visitWithApi(path, ask, { method: 'POST', headers, body })
      }
      await send({})
      const [order] = await rows<{ id: string }>('SELECT id FROM orders')
      const invoiceID = order?.id ?? ''
      await pay(invoiceID)
      const again = await send({})
      const to = href(locale, 'paymentSuccess', null, { invoiceID })
      const next = again.headers.get('Location') ?? (await again.json<{ to: string }>()).to
      expect(next).toBe(to)
      const stranger = await send({ email: 'bella@example.com' })
      expect(stranger.status).toBe(409)
      expect(await stranger.text()).not.toContain(invoiceID)
      expect(await rows('SELECT id FROM orders')).toHaveLength(1)
    },
  )

  it('can be sent again as the same withdrawal, without the passkey', async () => {
    const { sessionID, token } = await signInPartner()
    await bookReward()
    const cookies = `refAppSessionID=${sessionID}; refToken=${token}`
    const path = href(locale, 'referralProgram')
    const fields = {
      action: 'withdraw',
      payoutDetails: `IBAN ${planted}${'1'.repeat(90)}`,
      idempotencyKey: secretID(),
    }
    const body = new URLSearchParams({ ...fields, passkey: 'a signature' })
    const page = await post(path, loseAnswers, { body, cookies })
    const html = await page.text()
    const repeated = formIn(html)
    expect(Object.fromEntries(repeated.body)).toEqual(fields)
    expect(repeated.content).toContain(words('errors.sentText'))
    const again = await post(repeated.action, ask, { body: repeated.body, cookies })
    expect(again.status).toBe(303)
    expect(
      await rows(`SELECT id FROM partner_transactions WHERE type = 'withdrawal'`),
    ).toHaveLength(1)
  })
})

it('repeats a review of a text and its stars', async () => {
  const hash = await esimHash(`order_id = '${await paidOrder()}'`)
  const usage = new URLSearchParams({ percent: '100' })
  const used = new Request(`http://localhost:8787/dev/usage/${hash}`, {
    method: 'POST',
    headers: { Origin: 'http://localhost:8787' },
    body: usage,
  })
  await ask(used)
  const path = href('en', 'review', null, { hash })
  const fields = { rating: '4', text: 'Fast.\r\nEverywhere.', author: 'Anna' }
  const page = await post(path, unavailable, { body: new URLSearchParams(fields) })
  const { action, body } = formIn(await page.text())
  for (const _ of [1, 2]) expect((await post(action, ask, { body })).status).toBe(303)
  expect(await rows('SELECT text FROM reviews')).toEqual([{ text: 'Fast.\nEverywhere.' }])
})

it.each([
  [429, true],
  [403, false],
])('after the status %i, the form can be sent again: %s', async (status, isRepeated) => {
  const path = href('en', 'order', null, { tariffID: 'tr-10' })
  const refuse: Fetch = async () => new Response('', { status })
  const page = await post(path, refuse, { body: new URLSearchParams({ email: 'a@example.com' }) })
  expect(page.status).toBe(status)
  const { body } = formIn(await page.text())
  expect(Object.fromEntries(body)).toEqual(isRepeated ? { email: 'a@example.com' } : {})
})

it('does not repeat a form with a password or a code', async () => {
  const cookies = ['esim.sessionID', 'esim.token'].map((name) => `${name}=${secretID()}`).join('; ')
  for (const secret of [{ password: 'planted secret' }, { password: '', code: '123456' }]) {
    const body = new URLSearchParams({ action: 'password', ...secret })
    const page = await post('/account', unavailable, { body, cookies })
    const html = await page.text()
    expect(page.status).toBe(503)
    expect(html).toContain(`>${wordsOf('en')('errors.refresh')}</a>`)
    for (const text of ['planted secret', '123456', wordsOf('en')('errors.sendAgain')])
      expect(html).not.toContain(text)
  }
})

it('requires a file again', async () => {
  const form = new FormData()
  form.set('text', 'typed')
  form.set('screenshot', new File(['planted bytes'], 'planted-name.png'))
  const path = href('en', 'review', null, { hash: secretID() })
  const html = await (await post(path, unavailable, { body: form })).text()
  const { attributes, content, body } = formIn(html)
  expect(attributes).toContain('encType="multipart/form-data"')
  expect(content).toMatch(/<input [^>]*type="file" name="screenshot"\/>/)
  expect(content).toContain(wordsOf('en')('errors.attachAgain'))
  expect(Object.fromEntries(body)).toEqual({ text: 'typed' })
  expect(html).not.toContain('planted')
})

it.each([
  ['an oversized form', new URLSearchParams({ text: 'x'.repeat(70_000), author: 'Anna' })],
  ['an oversized file', formWithFile(70_000)],
  ['JSON', '{"text":"typed"}'],
  ['no fields', new URLSearchParams()],
])('does not offer to send %s again without its fields', async (_, body) => {
  const path = href('en', 'review', null, { hash: secretID() })
  const html = await (await post(path, unavailable, { body })).text()
  expect(html).not.toContain(wordsOf('en')('errors.repeatText'))
  expect(html).toContain(`>${wordsOf('en')('errors.refresh')}</a>`)
})

it('limits the repeated form', async () => {
  const path = href('en', 'review', null, { hash: secretID() })
  const long = await post(path, unavailable, {
    body: new URLSearchParams({ text: 'x'.repeat(60_000), author: '"'.repeat(9) }),
  })
  expect(formIn(await long.text()).body.get('text')).toHaveLength(5000)
  const many = new URLSearchParams(
    Array.from({ length: 100 }, (_, index) => [`name-${index}`, 'value']),
  )
  const html = await (await post(path, unavailable, { body: many })).text()
  expect(html).not.toContain('name-1')
})

function formWithFile(bytes: number): FormData {
  const form = new FormData()
  form.set('text', 'typed')
  form.set('screenshot', new File(['x'.repeat(bytes)], 'screenshot.png'))
  return form
}

it('repeats the longest message', async () => {
  const path = href('ru', 'review', null, { hash: secretID() })
  const text = JSON.stringify(russian.words).slice(0, maxLength.contactMessage)
  const html = await (await post(path, unavailable, { body: new URLSearchParams({ text }) })).text()
  expect(formIn(html).body.get('text')).toBe(text)
})

/** Books a reward that the partner can withdraw. */
async function bookReward(): Promise<void> {
  await run(`INSERT INTO partner_transactions (id, partner_id, type, amount_minor, created_at)
    SELECT 'reward:1', id, 'reward', 9000, '2026-11-20' FROM partners`)
}
