import { env } from 'cloudflare:workers'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { backend, createBackend } from '../../src/backend.ts'
import type { Bindings } from '../../src/context.ts'
import type { Readiness } from '../../src/readiness.ts'
import { endAlert, raiseAlert } from '../../src/messages/alerts.ts'
import { recordRound } from '../../src/readiness.ts'
import { sendAlerts } from '../../src/messages/send-alerts.ts'
import { retryMessage } from '../../src/messages/retry-messages.ts'
import { backendConfig } from '../../src/settings.ts'
import { secretID } from '../../src/kit/tokens.shared.ts'
import { failAt } from '../support/failing-database.ts'
import { advanceClock, clearShop, clock, mailWebhook, run } from '../support/small-shop.ts'
import { member, staffContext } from '../support/staff.ts'
import { sql } from '../../src/kit/sql.ts'

beforeEach(clearShop)

const dispute = { kind: 'dispute', subject: 'V1StGXR8_Z', detail: 'stripe du_1' } as const

/** Returns the readiness of a worker with a mail carrier and no SMS carrier. */
async function ask(changed: Partial<Bindings> & { readonly ALERT_WEBHOOK_URL?: string } = {}) {
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

async function endRound(minutesAgo: number, failed: readonly string[] = []): Promise<void> {
  await recordRound(env.DB, failed, new Date(Date.now() - minutesAgo * 60_000)).run()
}

it('is ready when the stores respond and no message waits', async () => {
  expect(await ask()).toEqual({
    status: 200,
    body: {
      status: 'ready',
      database: 'ok',
      cache: 'ok',
      oldestJobSeconds: 0,
      lastRoundSeconds: 0,
      unsentAlertSeconds: 0,
      failingJobs: [],
    },
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

it('is not late because of a failed message that staff send again', async () => {
  await addMessage('mail', 60)
  await run('UPDATE outbox SET attempts = 8, given_up_at = created_at, tried_at = created_at')
  const context = { ...staffContext(), now: new Date() }
  const input = {
    messageID: 'mail 60',
    version: 0,
    idempotencyKey: secretID(),
    until: context.now.toISOString(),
  }
  expect(await retryMessage(context, member(), input)).toMatchObject({ ok: true })
  expect(await ask()).toMatchObject({ status: 200, body: { oldestJobSeconds: 0 } })
})

it('is late when no round of scheduled jobs has ended for ten minutes', async () => {
  await endRound(11)
  const { status, body } = await ask()
  expect([status, body.status]).toEqual([503, 'late'])
  expect(body.lastRoundSeconds).toBeGreaterThanOrEqual(660)
  await endRound(5)
  expect(await ask()).toMatchObject({ status: 200, body: { status: 'ready' } })
})

it('is late while a job has failed for ten minutes', async () => {
  await endRound(9, ['sendAlerts'])
  await endRound(1, ['sendAlerts'])
  expect(await ask()).toMatchObject({ status: 200, body: { failingJobs: [] } })
  await endRound(1, [])
  await endRound(11, ['sendAlerts', 'sendPush'])
  await endRound(1, ['sendAlerts'])
  expect(await ask()).toMatchObject({
    status: 503,
    body: { status: 'late', failingJobs: ['sendAlerts'] },
  })
})

it('is late when alerts reach nobody for ten minutes', async () => {
  await raiseAlert(env.DB, dispute, new Date(Date.now() - 660_000)).run()
  await sendAlerts(env.DB, backendConfig(env), new Date(Date.now() - 660_000))
  await run(`UPDATE outbox SET attempts = 4, tried_at = created_at`)
  const { status, body } = await ask()
  expect([status, body.status]).toEqual([503, 'late'])
  expect(body.unsentAlertSeconds).toBeGreaterThanOrEqual(660)
  const ALERT_WEBHOOK_URL = 'https://chat.example/hook'
  expect(await ask({ ALERT_WEBHOOK_URL })).toMatchObject({ status: 503 })
  await run('UPDATE alerts SET posted_at = since')
  expect(await ask({ ALERT_WEBHOOK_URL })).toMatchObject({ status: 200 })
  await run('UPDATE outbox SET sent_at = created_at')
  expect(await ask()).toMatchObject({ status: 200, body: { unsentAlertSeconds: 0 } })
  await run('UPDATE outbox SET bounced_at = created_at')
  expect(await ask()).toMatchObject({ status: 503 })
})

it('does not wait for the second notice of a day about a plan that sells out repeatedly', async () => {
  const day = 24 * 60
  const soldOut = { kind: 'low-stock', subject: 'tr-10', detail: 'sold out' } as const
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)
  await raiseAlert(env.DB, soldOut, ago(day + 5)).run()
  const webhookOnly = { MAIL_CARRIER: '', ALERT_WEBHOOK_URL: 'https://chat.example/hook' }
  expect(await ask(webhookOnly)).toMatchObject({ status: 503, body: { status: 'late' } })
  await run('UPDATE alerts SET posted_at = since')
  await endAlert(env.DB, 'low-stock', 'tr-10', ago(day)).run()
  await raiseAlert(env.DB, soldOut, ago(60)).run()
  expect(await ask(webhookOnly)).toMatchObject({ status: 200, body: { unsentAlertSeconds: 0 } })
  await run(sql`UPDATE alerts SET posted_at = ${ago(day + 11).toISOString()}
    WHERE posted_at IS NOT NULL`)
  expect(await ask(webhookOnly)).toMatchObject({ status: 503, body: { status: 'late' } })
})

it('ignores messages without a carrier', async () => {
  await addMessage('sms', 60)
  expect(await ask()).toMatchObject({ status: 200, body: { oldestJobSeconds: 0 } })
})

it('reports which store fails', async () => {
  // The check uses only this method.
  const CACHE = { ...env.CACHE, get: async () => Promise.reject(new Error('down')) }
  expect(await ask({ CACHE })).toMatchObject({
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
  const bindings = { ...env, CACHE: { ...env.CACHE, get } }
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
