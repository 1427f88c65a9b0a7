import { env } from 'cloudflare:workers'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { backend, createBackend } from '../../src/backend/backend.ts'
import type { Readiness } from '../../src/backend/routing/readiness.ts'
import { failAt } from '../support/failing-database.ts'
import { advanceClock, clearShop, clock, mailWebhook } from '../support/small-shop.ts'

beforeEach(clearShop)

/** Returns the readiness of a worker with a mail carrier and no SMS carrier. */
async function ask(changed: Partial<typeof env> = {}) {
  const settings = {
    MAIL_CARRIER: 'webhook',
    MAIL_WEBHOOK_URL: 'https://carrier.test/mail',
    MAIL_FROM: 'orders@shop.test',
    MESSAGE_WEBHOOK_TOKEN: 'a token of the test run',
    SMS_CARRIER: '',
  }
  const response = await backend.fetch(new Request('https://shop.test/healthz/ready'), {
    ...env,
    ...settings,
    ...changed,
  })
  const body: Readiness = await response.json()
  return { status: response.status, body }
}

async function addMessage(kind: 'mail' | 'sms', minutesAgo: number): Promise<void> {
  const createdAt = new Date(Date.now() - minutesAgo * 60_000).toISOString()
  await env.DB.prepare(
    `INSERT INTO outbox (id, kind, purpose, dedupe_key, recipient, subject, body, created_at)
    VALUES (?1, ?2, 'usage', ?1, 'anna@example.com', '', 'A text', ?3)`,
  )
    .bind(`${kind} ${minutesAgo}`, kind, createdAt)
    .run()
}

it('is ready when the stores respond and no message waits', async () => {
  expect(await ask()).toEqual({
    status: 200,
    body: { status: 'ready', database: 'ok', cache: 'ok', oldestJobSeconds: 0 },
  })
})

it('is late when a message has waited for more than ten minutes', async () => {
  await addMessage('mail', 5)
  expect(await ask()).toMatchObject({ status: 200, body: { status: 'ready' } })
  await addMessage('mail', 11)
  const { status, body } = await ask()
  expect(status).toBe(503)
  expect(body.status).toBe('late')
  expect(body.oldestJobSeconds).toBeGreaterThanOrEqual(660)
})

it('ignores messages without a carrier', async () => {
  await addMessage('sms', 60)
  expect(await ask()).toMatchObject({ status: 200, body: { oldestJobSeconds: 0 } })
})

it('reports which store fails', async () => {
  // The check uses only this method.
  const CACHE = { ...env.CACHE, get: async () => Promise.reject(new Error('down')) }
  expect(await ask({ CACHE: CACHE as unknown as KVNamespace })).toMatchObject({
    status: 503,
    body: { status: 'failing', database: 'ok', cache: 'failing' },
  })
  const { database } = failAt(env.DB, { call: 1, takesEffect: false })
  expect(await ask({ DB: database })).toMatchObject({
    status: 503,
    body: { status: 'failing', database: 'failing', cache: 'ok', oldestJobSeconds: null },
  })
})

it('caches a success for ten seconds, and a failure for three', async () => {
  const timed = createBackend({ now: () => clock.now })
  const failing = failAt(env.DB, { call: 1, takesEffect: false })
  const bindings = { ...env, DB: failing.database }
  const ready = async () =>
    (await timed.fetch(new Request('https://shop.test/healthz/ready'), bindings)).status
  expect(await ready()).toBe(503)
  advanceClock(2)
  expect(await ready()).toBe(503)
  expect(failing.counter.calls).toBe(1)
  advanceClock(1)
  expect(await ready()).toBe(200)
  bindings.DB = failAt(env.DB, { call: 1, takesEffect: false }).database
  advanceClock(9)
  expect(await ready()).toBe(200)
  advanceClock(1)
  expect(await ready()).toBe(503)
})

it('caches that the scheduled job is late', async () => {
  await addMessage('mail', 11)
  const counted = failAt(env.DB, { call: 0, takesEffect: false })
  const request = () => new Request('https://shop.test/healthz/ready')
  const bindings = { ...env, ...mailWebhook, DB: counted.database }
  for (const _ of [1, 2]) expect((await backend.fetch(request(), bindings)).status).toBe(503)
  expect(counted.counter.calls).toBe(1)
})

it('makes one check for simultaneous requests', async () => {
  const counted = failAt(env.DB, { call: 0, takesEffect: false })
  const bindings = { ...env, DB: counted.database }
  const request = () => new Request('https://shop.test/healthz/ready')
  const answers = await Promise.all([1, 2, 3].map(async () => backend.fetch(request(), bindings)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(counted.counter.calls).toBe(1)
})

it('reports stores that do not answer in time, and checks them again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const timed = createBackend({ now: () => clock.now })
  let calls = 0
  const get = async () => {
    calls += 1
    return new Promise<null>(() => undefined)
  }
  // The check uses only this method.
  const bindings = { ...env, CACHE: { ...env.CACHE, get } as unknown as KVNamespace }
  for (const _ of [1, 2]) {
    const answers = [1, 2].map(async () =>
      timed.fetch(new Request('https://shop.test/healthz/ready'), bindings),
    )
    await vi.advanceTimersByTimeAsync(3000)
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([503, 503])
    advanceClock(3)
  }
  expect(calls).toBe(2)
})
