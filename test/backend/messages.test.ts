import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { visitorText } from '../../src/messages/contact-message.ts'
import { runScheduledJobs } from '../../src/jobs.ts'
import { sign } from '../../src/kit/webhooks.ts'
import {
  advanceClock,
  api,
  ask,
  clearShop,
  clock,
  esimHash,
  mailWebhook,
  nonce,
  pay,
  placeOrder,
  rows,
  sendMessages,
  settings,
  shopBindings,
  stockShop,
  words,
  run,
  contactMessage,
} from '../support/small-shop.ts'

beforeEach(clearShop)
afterEach(() => vi.unstubAllGlobals())

const message = {
  ...contactMessage,
  userAgent: 'Mozilla/5.0 (Linux; Android 15; Pixel 9)',
  utm: { utm_source: 'mail' },
} as const
const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])

describe('screenshots', () => {
  it('stores a screenshot in the bucket and shows its key in the email', async () => {
    const files = { screenshot: new File([png], 'screen.png', { type: 'image/png' }) }
    expect(await api().mailNotify(message, { files })).toMatchObject({ ok: true })
    const { objects } = await env.UPLOADS.list()
    expect(objects.map(({ size }) => size)).toEqual([png.byteLength])
    const [mail] = await rows<{ body: string }>('SELECT body FROM outbox')
    expect(mail?.body).toContain(objects[0]?.key)
    expect(mail?.body).toContain('utm_source: mail')
    expect(mail?.body).toContain('Pixel 9')
  })

  it('delivers a message without its screenshot when the shop has stored too many', async () => {
    const files = { screenshot: new File([png, png], 'screen.png', { type: 'image/png' }) }
    await api().mailNotify(message, { files })
    const stored = (await env.UPLOADS.list()).objects.length
    await run(`UPDATE limits SET count = 500 WHERE action = 'screenshot'`)
    const repeated = await api().mailNotify(message, { files })
    expect(repeated).toMatchObject({ ok: true, value: { data: { topic: 'support' } } })
    expect(repeated).not.toHaveProperty('value.data.isScreenshotMissing')
    const another = { ...message, message: 'Still no service' }
    expect(await api('en', '192.0.2.2').mailNotify(another, { files })).toMatchObject({
      value: { data: { topic: 'support', isScreenshotMissing: true } },
    })
    expect((await env.UPLOADS.list()).objects).toHaveLength(stored)
    const [mail] = await rows<{ body: string }>(
      `SELECT body FROM outbox WHERE instr(body, 'Still no service')`,
    )
    expect(mail?.body).toContain(words('mail.screenshotMissing'))
    expect(mail?.body).not.toContain('screenshots/')
    expect(visitorText(mail?.body ?? '', words)).toBe('Still no service')
  })
})

describe('the outbox', () => {
  it('sends each message once, and retries a failure after a minute', async () => {
    Object.assign(settings, mailWebhook)
    const requests: unknown[] = []
    let isDown = true
    vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
      requests.push([new Headers(init.headers).get('Idempotency-Key'), init.body])
      return new Response(null, { status: isDown ? 503 : 200 })
    })
    const errorLog = vi.spyOn(console, 'error').mockReturnValue()
    await api().mailNotify(message)
    expect(requests).toHaveLength(1)
    expect(errorLog.mock.calls.join()).not.toContain('@')
    isDown = false
    const runJobs = () => runScheduledJobs(shopBindings(), clock.now)
    await runJobs()
    expect(requests).toHaveLength(1)
    advanceClock(61)
    await Promise.all([runJobs(), runJobs()])
    expect(requests).toHaveLength(2)
    expect(requests[0]).toEqual(requests[1])
    advanceClock(61)
    await runJobs()
    expect(requests).toHaveLength(2)
    errorLog.mockRestore()
  })

  it('doubles the pause after each attempt, for a total of two hours', async () => {
    Object.assign(settings, mailWebhook)
    const ids: string[] = []
    vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
      ids.push(new Headers(init.headers).get('Idempotency-Key') ?? '')
      return new Response(null, { status: 503 })
    })
    const errorLog = vi.spyOn(console, 'error').mockReturnValue()
    await api().mailNotify(message)
    const countTries = () => ids.filter((id) => id === ids[0]).length
    const at: number[] = []
    for (let minute = 1; minute <= 200; minute += 1) {
      const before = countTries()
      advanceClock(60)
      await sendMessages()
      if (countTries() > before) at.push(minute)
    }
    expect(at).toEqual([1, 3, 7, 15, 31, 63, 127])
    errorLog.mockRestore()
  })
})

describe('scheduled jobs', () => {
  it('deliver invoices that waited for stock, and delete expired rows', async () => {
    await stockShop(1)
    const [first, second] = [await placeOrder(), await placeOrder()]
    await pay(first)
    await pay(second)
    await run(
      `INSERT INTO stock (iccid, plan_id, smdp_address, matching_id) VALUES ('8910300000000000099', 'tr-10', 'rsp.example.com', 'LATE')`,
    )
    await api().customerCodeSend({ nonce, email: 'anna@example.com' })
    await runScheduledJobs(env, clock.now)
    expect(await rows('SELECT 1 FROM esims')).toHaveLength(2)
    expect(await rows('SELECT 1 FROM challenges')).toHaveLength(1)
    advanceClock(7200)
    await runScheduledJobs(env, clock.now)
    expect(await rows('SELECT 1 FROM challenges')).toEqual([])
    // The parts of a network count for a day.
    advanceClock(86_400)
    await runScheduledJobs(env, clock.now)
    expect(await rows('SELECT 1 FROM limits')).toEqual([])
  })
})

describe('copies of the eSIM email', () => {
  it('go to the address of the order, once in ten minutes', async () => {
    await stockShop(1)
    await pay(await placeOrder())
    const hash = await esimHash()
    const resend = () => api('ru').esimResend({ hash })
    advanceClock(598)
    await Promise.all([resend(), resend()])
    advanceClock(4)
    await resend()
    const mails = await rows<{ recipient: string; body: string }>(
      `SELECT recipient, body FROM outbox WHERE purpose = 'esim-copy'`,
    )
    expect(mails.map(({ recipient }) => recipient)).toEqual(['anna@example.com'])
    expect(mails[0]?.body).toContain(`/ru/esim-operator-info?hash=${hash}\n`)
    advanceClock(596)
    await resend()
    expect(await rows(`SELECT 1 FROM outbox WHERE purpose = 'esim-copy'`)).toHaveLength(2)
    expect(await api().esimResend({ hash: 'x'.repeat(43) })).toMatchObject({
      error: { status: 404 },
    })
  })
})

describe('usage reports', () => {
  const secret = 'what the networks sign with'
  async function report(change: object, signedWith = secret): Promise<number> {
    const event = { id: 'report-1', iccid: '8910300000000000010', dataUsedMb: 512, ...change }
    const body = JSON.stringify({ reportedAt: clock.now.toISOString(), ...event })
    const headers = { 'X-Usage-Signature': await sign(signedWith, body, clock.now) }
    const request = new Request('https://backend.invalid/callbacks/usage', {
      method: 'POST',
      body,
      headers,
    })
    return (await ask(request)).status
  }
  const usage = async () =>
    (await rows(`SELECT data_used_mb, first_used_at, valid_until, usage_as_of FROM esims`))[0]

  it('start the validity days and never lower the usage', async () => {
    settings['USAGE_SECRET'] = secret
    await stockShop(1)
    await pay(await placeOrder())
    expect(await report({})).toBe(200)
    const first = {
      data_used_mb: 512,
      first_used_at: '2026-11-21T10:00:00.000Z',
      valid_until: '2026-12-21T10:00:00.000Z',
      usage_as_of: '2026-11-21T10:00:00.000Z',
    }
    expect(await usage()).toEqual(first)
    expect(await report({})).toBe(200)
    expect(
      await report({ id: 'report-0', dataUsedMb: 100, reportedAt: '2026-11-21T09:00:00Z' }),
    ).toBe(200)
    expect(await usage()).toEqual(first)
    advanceClock(3600)
    expect(await report({ id: 'report-2', dataUsedMb: 700 })).toBe(200)
    expect(await usage()).toMatchObject({ data_used_mb: 700, valid_until: first.valid_until })
  })

  it('require a signature with the configured secret', async () => {
    expect(await report({})).toBe(401)
    settings['USAGE_SECRET'] = secret
    expect(await report({}, 'another secret')).toBe(401)
    settings['USAGE_SECRET_OLD'] = 'an earlier secret'
    expect(await report({ iccid: '8910300000000000999' }, 'an earlier secret')).toBe(404)
    expect(await report({}, 'another secret')).toBe(401)
    expect(await report({ iccid: '8910300000000000999' })).toBe(404)
    expect(await report({ dataUsedMb: -1 })).toBe(422)
  })
})
