import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { storedDetail } from '../../src/messages/alert-detail.ts'
import { standardSignature } from '../../src/kit/webhooks.ts'
import { runScheduledJobs } from '../../src/jobs.ts'
import { sign } from '../../src/kit/webhooks.ts'
import worker from '../../src/worker.ts'
import {
  advanceClock,
  api,
  ask,
  clock,
  mailWebhook,
  pay,
  placeOrder,
  rows,
  settings,
  shopBindings,
  openShop,
} from '../support/small-shop.ts'

const signingSecret = `whsec_${btoa('a secret of the test run')}`
const password = 'a password of the test run'
const address = 'anna@example.com'

type Change = { readonly [name: string]: unknown }
type Webhook = { readonly body: string; readonly headers: Record<string, string> }

/** A carrier, its response to an email, and its webhook about a bounce. */
const carriers: readonly {
  readonly name: string
  readonly settings: { readonly [name: string]: string }
  readonly accepted: object
  readonly bounce: (change?: Change) => Promise<Webhook>
  /** An event about something else, which the generic webhook does not have. */
  readonly other?: () => Promise<Webhook>
  readonly malformedWebhook: () => Promise<Webhook>
  readonly malformedField: string
}[] = [
  {
    name: 'resend',
    settings: { RESEND_API_KEY: 're_local', RESEND_WEBHOOK_SECRET: signingSecret },
    accepted: { id: 'email-1' },
    bounce: async (change) =>
      signAsSvix({
        type: 'email.bounced',
        created_at: '2026-11-22T23:41:12.126Z',
        data: {
          email_id: 'email-1',
          to: [address],
          bounce: { message: '550 5.1.1', subType: 'Suppressed', type: 'Permanent' },
          ...change,
        },
      }),
    other: async () =>
      signAsSvix({ type: 'email.delivered', data: { email_id: 'email-1', to: [address] } }),
    malformedWebhook: async () => signAsSvix({ type: 'email.bounced', data: { to: [address] } }),
    malformedField: 'body.data.email_id',
  },
  {
    name: 'postmark',
    settings: {
      POSTMARK_SERVER_TOKEN: 'a token of the test run',
      POSTMARK_WEBHOOK_SECRET: password,
    },
    accepted: { ErrorCode: 0, MessageID: '883953f4-6105-42a2-a16a-77a8eac79483' },
    bounce: async (change) => withPassword({ Type: 'HardBounce', ...change }),
    other: async () => withPassword({ Type: 'Transient' }),
    malformedWebhook: async () => withPassword({ Type: 'HardBounce', Email: null }),
    malformedField: 'body.Email',
  },
  {
    name: 'webhook',
    settings: mailWebhook,
    accepted: {},
    bounce: async (change) => {
      const id = await env.DB.prepare(`SELECT id FROM outbox WHERE purpose = 'esim'`).first('id')
      return signAsShop({ id, to: address, reason: '550 5.1.1', ...change })
    },
    malformedWebhook: async () => signAsShop({ to: address, reason: '550 5.1.1' }),
    malformedField: 'body.id',
  },
]

async function signAsSvix(event: object): Promise<Webhook> {
  const body = JSON.stringify(event)
  const time = Math.floor(clock.now.getTime() / 1000)
  const signature = await standardSignature(signingSecret, `msg_1.${time}.${body}`)
  const headers = { 'svix-id': 'msg_1', 'svix-timestamp': String(time) }
  return { body, headers: { ...headers, 'svix-signature': `v1,other v1,${signature}` } }
}

function withPassword(change: Change): Webhook {
  const body = JSON.stringify({
    RecordType: 'Bounce',
    ID: 42,
    MessageID: '883953f4-6105-42a2-a16a-77a8eac79483',
    Email: address,
    Description: 'The server was unable to deliver your message.',
    BouncedAt: '2026-11-22T16:33:54.9070259Z',
    ...change,
  })
  return { body, headers: { Authorization: `Basic ${btoa(`postmark:${password}`)}` } }
}

async function signAsShop(event: object): Promise<Webhook> {
  const body = JSON.stringify(event)
  const token = mailWebhook.MESSAGE_WEBHOOK_TOKEN
  return { body, headers: { 'X-Mail-Signature': await sign(token, body, clock.now) } }
}

async function report(name: string, { body, headers }: Webhook): Promise<number> {
  const url = `https://backend.invalid/callbacks/mail/${name}`
  return (await ask(new Request(url, { method: 'POST', body, headers }))).status
}

const readBounces = async () =>
  rows<{ purpose: string; bounce_reason: string }>(
    'SELECT purpose, bounce_reason FROM outbox WHERE bounced_at IS NOT NULL',
  )
const alerts = async () =>
  rows<{ subject: string; detail: string; ended_at: string | null }>(
    `SELECT subject, detail, ended_at FROM alerts WHERE kind = 'mail-bounced'`,
  )

const esimBounced = storedDetail({ code: 'messages', values: { count: null, purposes: ['esim'] } })

const log = vi.spyOn(console, 'error').mockReturnValue()

beforeEach(async () => {
  await openShop(2)
  log.mockClear()
})
afterEach(() => vi.unstubAllGlobals())

/** Buys an eSIM whose email the carrier accepts. */
async function buy({ name, settings: own, accepted }: (typeof carriers)[number]): Promise<string> {
  Object.assign(settings, own, { MAIL_CARRIER: name })
  vi.stubGlobal('fetch', async () => Response.json(accepted))
  const invoiceID = await placeOrder()
  await pay(invoiceID)
  return invoiceID
}

describe.each(carriers)('a bounce that $name reports', (carrier) => {
  const { name, bounce, malformedWebhook, malformedField } = carrier

  it('marks the email and its order, once', async () => {
    const invoiceID = await buy(carrier)
    const webhook = await bounce()
    for (let time = 0; time < 2; time += 1) expect(await report(name, webhook)).toBe(200)
    expect(await readBounces()).toHaveLength(1)
    await runScheduledJobs(shopBindings(), clock.now)
    expect(await alerts()).toEqual([
      { subject: invoiceID.slice(0, 10), detail: esimBounced, ended_at: null },
    ])
    expect(JSON.stringify(await alerts())).not.toContain(address)
  })

  it('ends its alert when a copy is sent later', async () => {
    await buy(carrier)
    await report(name, await bounce())
    await runScheduledJobs(shopBindings(), clock.now)
    advanceClock(600)
    const hash = await env.DB.prepare('SELECT esim_hash FROM esims').first<string>('esim_hash')
    vi.stubGlobal('fetch', async () => Response.json({ ...carrier.accepted, id: 'email-2' }))
    await api().esimResend({ hash: hash ?? '' })
    await runScheduledJobs(shopBindings(), clock.now)
    expect((await alerts()).map(({ ended_at }) => ended_at !== null)).toEqual([true])
  })

  it('is refused without its signature, and when another carrier sends it', async () => {
    await buy(carrier)
    const { body } = await bounce()
    expect(await report(name, { body, headers: {} })).toBe(401)
    expect(await report('cloudflare', await bounce())).toBe(404)
    expect(await readBounces()).toEqual([])
  })

  it('is rejected and logged when it is malformed', async () => {
    await buy(carrier)
    expect(await report(name, await malformedWebhook())).toBe(422)
    expect(await readBounces()).toEqual([])
    const path = `/callbacks/mail/${name}`
    const line = JSON.stringify({ event: 'malformed-webhook', path, field: malformedField })
    expect(log).toHaveBeenCalledWith(line)
  })
})

it.each([
  ['resend', 'RESEND_WEBHOOK_SECRET', `whsec_${btoa('a new secret of the test run')}`],
  ['postmark', 'POSTMARK_WEBHOOK_SECRET', 'a new password of the test run'],
])('a bounce of %s with the earlier secret is accepted', async (name, setting, newSecret) => {
  const carrier = carriers.find((each) => each.name === name)
  if (!carrier) throw new Error(`There is no ${name}`)
  await buy(carrier)
  const earlier = carrier.settings[setting] ?? ''
  settings[setting] = newSecret
  const webhook = await carrier.bounce()
  expect(await report(name, webhook)).toBe(401)
  settings[`${setting}_OLD`] = earlier
  expect(await report(name, webhook)).toBe(200)
  expect(await readBounces()).toHaveLength(1)
})

it.each(['resend', 'postmark'])('an event of %s about something else is ignored', async (name) => {
  const carrier = carriers.find((each) => each.name === name)
  if (!carrier?.other) throw new Error(`There is no other event of ${name}`)
  await buy(carrier)
  expect(await report(name, await carrier.other())).toBe(200)
  expect(await readBounces()).toEqual([])
})

describe('an old webhook', () => {
  it.each(['resend', 'webhook'])('of %s is rejected', async (name) => {
    const carrier = carriers.find((each) => each.name === name)
    if (!carrier) throw new Error(`There is no ${name}`)
    await buy(carrier)
    const webhook = await carrier.bounce()
    advanceClock(301)
    expect(await report(name, webhook)).toBe(401)
  })
})

describe('an event of Cloudflare Email Service', () => {
  const event = (change: Change, type = 'bounced') => ({
    type: `cf.email.sending.message.${type}`,
    source: { type: 'email.sending', domain: 'shop.example' },
    payload: {
      eventId: '0190d0c4-7ea1-7af2-8b88-c1d2e3f4a5b6',
      messageId: 'unknown',
      sender: 'orders@meridian.example',
      recipient: 'unknown@example.com',
      terminal: true,
      bounce: { type: 'hard', classification: 'permanent', reason: '550 5.1.1 User unknown' },
      ...change,
    },
  })
  async function receive(...bodies: unknown[]): Promise<void> {
    const messages = bodies.map((body, index) => ({
      id: `message-${index}`,
      timestamp: clock.now,
      attempts: 1,
      body,
      ack: () => {},
      retry: () => {},
    }))
    const metrics = { backlogCount: 0, backlogBytes: 0 }
    const batch = { queue: 'events', messages, metadata: { metrics }, ackAll() {}, retryAll() {} }
    const context = createExecutionContext()
    await worker.queue(batch, env)
    await waitOnExecutionContext(context)
  }

  beforeEach(async () => {
    settings['MAIL_CARRIER'] = 'cloudflare'
    await pay(await placeOrder())
  })

  it('marks the email with its id', async () => {
    const id = await env.DB.prepare('SELECT reference FROM outbox').first<string>('reference')
    await receive(event({ messageId: `<${id}>` }))
    expect(await readBounces()).toEqual([
      { purpose: 'esim', bounce_reason: '550 5.1.1 User unknown' },
    ])
  })

  it('marks the newest email to its recipient when the id is unknown', async () => {
    await receive(event({ recipient: address }))
    expect(await readBounces()).toHaveLength(1)
  })

  it('of another kind, or with an invalid body, changes nothing', async () => {
    const delivered = event({ recipient: address }, 'delivered')
    await receive(
      delivered,
      event({ recipient: address }, 'deferred'),
      { type: 1 },
      null,
      event({}),
    )
    expect(await readBounces()).toEqual([])
    const lines = log.mock.calls.map(([line]): unknown => JSON.parse(String(line)))
    const malformed = { event: 'malformed-webhook', path: 'queue' }
    expect(lines).toMatchObject([
      { ...malformed, field: 'body.type' },
      { ...malformed, field: 'body' },
    ])
  })
})

it('does not send an email again to a recipient that its carrier refuses', async () => {
  Object.assign(settings, { MAIL_CARRIER: 'postmark', POSTMARK_SERVER_TOKEN: 'a token for tests' })
  const refuse = vi.fn<() => Promise<Response>>(async () =>
    Response.json({ ErrorCode: 406, Message: '' }, { status: 422 }),
  )
  vi.stubGlobal('fetch', refuse)
  const invoiceID = await placeOrder()
  await pay(invoiceID)
  expect(await readBounces()).toEqual([
    { purpose: 'esim', bounce_reason: 'Postmark returned 422, code 406' },
  ])
  const calls = refuse.mock.calls.length
  advanceClock(61)
  await runScheduledJobs(shopBindings(), clock.now)
  // The only new email is about the alert.
  expect(refuse).toHaveBeenCalledTimes(calls + 1)
  expect(await alerts()).toMatchObject([{ subject: invoiceID.slice(0, 10) }])
})
