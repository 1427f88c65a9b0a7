import { env } from 'cloudflare:workers'
import { Webhook } from 'standardwebhooks'
import { beforeEach, expect, it, vi } from 'vitest'
import type { StaffRole } from '../../src/api/staff.ts'
import { giveUpMessages, maxEventAttempts, sendEvents } from '../../src/messages/send-outbox.ts'
import { eventTypes, publicAddress } from '../../src/messages/webhooks.ts'
import { refundOrder } from '../../src/orders/refund-actions.ts'
import { sql } from '../../src/kit/sql.ts'
import { runJobs } from '../support/scheduled-rounds.ts'
import {
  advanceClock,
  api,
  clock,
  numbersTo,
  openShop,
  orderOf,
  pay,
  placeOrder,
  rows,
  run,
  usd,
  contactMessage,
} from '../support/small-shop.ts'
import { act, staffContext } from '../support/staff.ts'
import { pressedForm, visitAs, officePage } from '../support/visit-office.ts'

const sendStored = async () =>
  sendEvents({ ...staffContext(), carriers: { mail: null, sms: null } }, 40_000)
const path = '/admin/webhooks'
const url = 'https://books.example/esim?token=of-the-shop'

type Received = { readonly headers: Headers; readonly body: string }
/** The requests that the other system got, and how it answers. */
let received: Received[] = []
let status = 204
let answer: ReadableStream<Uint8Array> | null = null

beforeEach(async () => {
  await openShop(3)
  ;[received, status, answer] = [[], 204, null]
  vi.unstubAllGlobals()
  const passOn = globalThis.fetch
  vi.stubGlobal('fetch', async (...call: Parameters<typeof fetch>) => {
    if (call[0] !== url) return passOn(...call)
    const request = new Request(...call)
    received.push({ headers: request.headers, body: await request.text() })
    return new Response(answer, { status })
  })
})

async function add(fields: { [field: string]: string } = {}, role: StaffRole = 'owner') {
  const form = { ...(await pressedForm('owner', path, 'add-webhook')), url, ...fields }
  return visitAs(role, path, { form })
}

const every = Object.fromEntries(eventTypes.map((type) => [type, 'yes']))

/** Adds a webhook for every event, and returns the path of its page. */
async function addForEverything(): Promise<string> {
  expect((await add(every)).headers.get('Location')).toBe(`${path}?done=add-webhook`)
  const [webhook] = await rows<{ id: string }>('SELECT id FROM webhooks')
  return `/admin/webhook?id=${webhook?.id}`
}

async function press(page: string, action: string, fields: { [field: string]: string } = {}) {
  const form = { ...(await pressedForm('owner', page, action)), ...fields }
  return (await visitAs('owner', page, { form })).status
}

async function secretOn(page: string): Promise<string> {
  const html = await officePage('owner', page)
  return /whsec_[\w+/=]+/.exec(html)?.[0] ?? 'no secret'
}

/** Verifies a request as its receiver would, and returns the event. The library checks the time. */
function verify(secret: string, { headers, body }: Received): { type: string; data: object } {
  vi.setSystemTime(clock.now)
  const event = new Webhook(secret).verify(body, Object.fromEntries(headers)) as {
    type: string
    data: object
  }
  vi.useRealTimers()
  return event
}

const typesOf = (secret: string) => received.map((each) => verify(secret, each).type).toSorted()

it('tells another system what happens, once each, signed and without personal data', async () => {
  const page = await addForEverything()
  const secret = await secretOn(page)
  const invoiceID = await placeOrder()
  expect((await pay(invoiceID)).status).toBe(200)
  expect((await pay(invoiceID)).status).toBe(200)
  await runJobs()
  await act(refundOrder, invoiceID, { scope: { kind: 'order' } })
  await run(`UPDATE esims SET first_used_at = '${clock.now.toISOString()}'`)
  await api().mailNotify({ ...contactMessage, idempotencyKey: 'k'.repeat(43) })
  await runJobs()
  await runJobs()
  expect(new Set(typesOf(secret))).toEqual(
    new Set([
      'esim.activated',
      'esim.delivered',
      'message.received',
      'order.paid',
      'order.refunded',
    ]),
  )
  const ids = received.map(({ headers }) => headers.get('webhook-id'))
  expect(new Set(ids).size).toBe(ids.length)
  const paid = received
    .map((each) => verify(secret, each))
    .find(({ type }) => type === 'order.paid')
  expect(paid?.data).toMatchObject({ order: invoiceID.slice(0, 10), amount: 1250, currency: 'USD' })
  const bodies = received.map(({ body }) => body).join('\n')
  const [esim] = await rows<{ hash: string }>('SELECT esim_hash AS hash FROM esims')
  for (const personal of ['anna', 'Hello', invoiceID, esim?.hash ?? 'none'])
    expect(bodies).not.toContain(personal)
})

it('reports disputes, money that staff returned themselves, and plans that sell out', async () => {
  const secret = await secretOn(await addForEverything())
  const invoiceID = await placeOrder()
  await pay(invoiceID)
  const at = clock.now.toISOString()
  await run(
    `INSERT INTO payment_facts (provider, kind, id, reference, order_id, amount_minor, currency, at,
      received_at) VALUES ('bank', 'disputed', 'd1', 'r1', '${invoiceID}', 1250, 'USD', '${at}', '${at}')`,
    `INSERT INTO alerts (kind, subject, detail, since) VALUES ('low-stock', 'tr-10', '', '${at}')`,
    `INSERT INTO refunds (id, request_id, order_id, origin, state, provider, reference, amount_minor,
      currency, reason, actor, requested_at, ended_at)
    VALUES ('f1', 'f1', '${invoiceID}', 'hand', 'succeeded', 'bank', 'r1', 5, 'USD', '', 'x', '${at}', '${at}')`,
  )
  await sendStored()
  for (const type of ['dispute.opened', 'stock.low', 'order.refunded'])
    expect(typesOf(secret)).toContain(type)
})

it('sends nothing about the time before it was added, such as rows from an archive', async () => {
  await pay(await placeOrder())
  expect(await rows('SELECT iccid FROM esims')).toHaveLength(1)
  advanceClock(60)
  await addForEverything()
  await run(
    'CREATE TABLE moved AS SELECT * FROM esims',
    'DELETE FROM esims',
    'INSERT INTO esims SELECT * FROM moved',
    'DROP TABLE moved',
  )
  expect(await rows(`SELECT id FROM outbox WHERE kind = 'webhook'`)).toEqual([])
})

/** Adds a slow webhook and a quick one with 25 events each, and returns their addresses. */
async function addSlowAndQuick(): Promise<readonly [slow: string, quick: string]> {
  const addresses = ['https://slow.example/', 'https://quick.example/'] as const
  for (const address of addresses) expect((await add({ ...every, url: address })).status).toBe(303)
  await run(sql`INSERT INTO outbox (id, kind, purpose, dedupe_key, recipient, subject, body, created_at)
    SELECT w.id || value, 'webhook', 'webhook', w.id || value, w.id, 'test', '{}', ${clock.now}
    FROM webhooks w, ${numbersTo(25)}`)
  return addresses
}

const unsent = async () =>
  rows(`SELECT w.url, count(*) AS events FROM outbox o JOIN webhooks w ON w.id = o.recipient
    WHERE o.sent_at IS NULL GROUP BY w.url`)

it('sends every event of a quick system in one round, while another one hangs', async () => {
  const [slow, quick] = await addSlowAndQuick()
  const quickHasAll = Promise.withResolvers<Response>()
  const calls: string[] = []
  const callsOf = (url: string) => calls.filter((each) => each === url).length
  let slowCalls = 0
  vi.stubGlobal('fetch', async (url: string) => {
    calls.push(url)
    if (url === slow) return (await quickHasAll.promise).clone()
    if (callsOf(quick) === 25) {
      slowCalls = callsOf(slow)
      quickHasAll.resolve(new Response(null, { status: 503 }))
    }
    return new Response(null, { status: 204 })
  })
  vi.spyOn(console, 'error').mockReturnValue()
  await sendStored()
  expect(await unsent()).toEqual([{ url: slow, events: 25 }])
  expect(slowCalls).toBe(1)
}, 20_000)

it('sends each system one event, and more only until the time is over', async () => {
  const addresses = await addSlowAndQuick()
  const calls: string[] = []
  let time = clock.now.getTime()
  vi.stubGlobal('fetch', async (url: string) => {
    calls.push(url)
    time += 1000
    return new Response(null, { status: 204 })
  })
  const context = { ...staffContext(), carriers: { mail: null, sms: null } }
  const timed = { ...context, clock: () => new Date(time) }
  await sendEvents(timed)
  expect(calls.toSorted()).toEqual(addresses.toSorted())
  await sendEvents(timed, 10_000)
  expect(calls.length).toBeGreaterThan(10)
  expect(calls.length).toBeLessThan(15)
})

it('signs with both secrets for a day after a new one, and then only with the new one', async () => {
  const page = await addForEverything()
  const old = await secretOn(page)
  expect(await press(page, 'rotate-webhook')).toBe(303)
  const current = await secretOn(page)
  expect(current).not.toBe(old)
  expect(await press(page, 'test-webhook')).toBe(303)
  await sendStored()
  expect([old, current].map((secret) => typesOf(secret))).toEqual([['test'], ['test']])
  advanceClock(25 * 3600)
  received = []
  await press(page, 'test-webhook')
  await sendStored()
  expect(typesOf(current)).toEqual(['test'])
  expect(() => typesOf(old)).toThrow('No matching signature')
})

/** Adds a webhook that refuses an event for three days, and returns the path of its page. */
async function addRefusing(): Promise<string> {
  vi.spyOn(console, 'error').mockReturnValue()
  const page = await addForEverything()
  status = 503
  await press(page, 'test-webhook')
  for (let attempt = 0; attempt < maxEventAttempts; attempt += 1) {
    await sendStored()
    advanceClock(2 ** attempt * 60)
  }
  return page
}

it('gives one refused event up, and goes on when the address has accepted another', async () => {
  const page = await addRefusing()
  status = 204
  await press(page, 'test-webhook')
  await sendStored()
  await giveUpMessages(env.DB, clock.now)
  const html = await officePage('owner', page)
  for (const text of ['Given up: status 503', 'Accepted']) expect(html).toContain(text)
  expect(html).not.toContain('Stopped after failures')
})

it('repeats an event for three days, then stops with an alert, and sends it again on request', async () => {
  const page = await addRefusing()
  expect(received).toHaveLength(maxEventAttempts)
  expect(clock.now.getTime()).toBeGreaterThan(0)
  await giveUpMessages(env.DB, clock.now)
  await runJobs()
  expect(await rows(`SELECT subject, detail FROM alerts WHERE kind = 'webhook-stopped'`)).toEqual([
    { subject: 'books.example', detail: 'status 503' },
  ])
  const html = await officePage('owner', page)
  for (const text of ['Stopped after failures', 'Given up: status 503'])
    expect(html).toContain(text)

  status = 200
  received = []
  expect(await press(page, 'switch-webhook')).toBe(303)
  expect(await press(page, 'resend-event')).toBe(303)
  await sendStored()
  expect(received).toHaveLength(1)
  expect(await officePage('owner', page)).toContain('Accepted')
  await runJobs()
  expect(
    await rows(`SELECT kind FROM alerts WHERE kind = 'webhook-stopped' AND ended_at IS NULL`),
  ).toEqual([])
})

it('reads little of a long answer', async () => {
  const page = await addForEverything()
  let chunks = 0
  answer = new ReadableStream({
    pull(stream) {
      chunks += 1
      if (chunks > 100) stream.close()
      else stream.enqueue(new Uint8Array(65_536))
    },
  })
  status = 200
  await press(page, 'test-webhook')
  await sendStored()
  expect(await officePage('owner', page)).toContain('Accepted')
  expect(chunks).toBeLessThan(5)
})

it('stops at once when the address says that it is gone', async () => {
  const page = await addForEverything()
  status = 410
  await press(page, 'test-webhook')
  await sendStored()
  expect(await officePage('owner', page)).toContain('Stopped after failures')
})

it('sends nothing while it is stopped, and nothing of that time later', async () => {
  const page = await addForEverything()
  await press(page, 'switch-webhook')
  await pay(await placeOrder())
  await press(page, 'switch-webhook')
  await sendStored()
  expect(received).toEqual([])
  expect(await press(page, 'remove-webhook')).toBe(303)
  expect((await visitAs('owner', page)).status).toBe(404)
  expect(await rows(`SELECT id FROM outbox WHERE kind = 'webhook'`)).toEqual([])
})

it('adds a webhook once for one form, at most ten, and says which field is wrong', async () => {
  const form = { ...(await pressedForm('owner', path, 'add-webhook')), url, ...every }
  const send = async () => (await visitAs('owner', path, { form })).status
  expect([await send(), await send()]).toEqual([303, 303])
  expect(await rows('SELECT url FROM webhooks')).toEqual([{ url }])
  const nothing = await add()
  expect([nothing.status, await nothing.text()]).toEqual([
    422,
    expect.stringContaining('Choose at least one event.'),
  ])
  const inner = await add({ ...every, url: 'https://10.0.0.1/events' })
  const html = await inner.text()
  expect([inner.status, html]).toEqual([
    422,
    expect.stringContaining('value="https://10.0.0.1/events"'),
  ])
  expect(html).toContain('aria-invalid="true"')
  for (let count = 1; count < 10; count += 1) expect((await add(every)).status).toBe(303)
  expect(await (await add(every)).text()).toContain('There are ten webhooks already.')
})

it('shows secrets and addresses to owners only', async () => {
  const page = await addForEverything()
  for (const role of ['support', 'money'] as const) {
    expect((await add(every, role)).status).toBe(403)
    const html = await officePage(role, page)
    expect(html).toContain('books.example')
    for (const secret of ['whsec_', 'of-the-shop']) expect(html).not.toContain(secret)
  }
})

it.each([
  ['https://books.example/x', true],
  ['https://books.example:8443/x', true],
  [' https://books.example ', true],
  ['http://books.example/x', false],
  ['https://anna:secret@books.example', false],
  ['https://localhost/x', false],
  ['https://printer.local/x', false],
  ['https://db.internal./x', false],
  ['https://intranet/x', false],
  ['https://127.0.0.1/x', false],
  ['https://2130706433/x', false],
  ['https://0x7f.1/x', false],
  ['https://[::1]/x', false],
  ['https://[fd00::1]/x', false],
  ['https://shop.example/admin', false],
  ['https://shop.example./admin', false],
  ['https://books.example./x', true],
  ['ftp://books.example', false],
  ['books.example', false],
])('accepts %s as an address on the internet: %s', (typed, isPublic) => {
  expect(publicAddress(typed, 'https://shop.example') !== null).toBe(isPublic)
})

it('lets a shop on this machine call this machine', () => {
  expect(publicAddress('http://localhost:9000/x', 'http://localhost:8787')).not.toBeNull()
})

it('accepts orders as before while no system listens', async () => {
  expect(await api().activation(orderOf())).toMatchObject({ ok: true })
  expect((await pay(await placeOrder(), { amount: usd(1250) })).status).toBe(200)
  expect(await rows(`SELECT id FROM outbox WHERE kind = 'webhook'`)).toEqual([])
})
