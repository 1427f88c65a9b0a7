import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { backendConfig } from '../../src/settings.ts'
import { notifyOfEnds, notifyOfUsage } from '../../src/esims/usage-mails.ts'
import { sendPush } from '../../src/messages/push.ts'
import { deleteOldRows } from '../../src/office/delete-old-rows.ts'
import { retention } from '../../src/kit/retention.ts'
import { href } from '../../src/words/paths.shared.ts'
import {
  advanceClock,
  api,
  clock,
  esimHash,
  pay,
  placeOrder,
  rows,
  settings,
  words,
  run,
  openShop,
} from '../support/small-shop.ts'
import { createShopKeys, PushService } from './push-service.ts'
import type { Browser } from './push-service.ts'
import { sql } from '../../src/kit/sql.ts'

const keys = createShopKeys()
const host = 'https://updates.push.services.mozilla.com/wpush/v2'
let service: PushService
let hash: string

beforeEach(async () => {
  await openShop(1)
  settings['PUSH_PUBLIC_KEY'] = keys.publicKey
  settings['PUSH_PRIVATE_KEY'] = keys.privateKey
  service = new PushService(keys.publicKey)
  await pay(await placeOrder())
  hash = await esimHash()
})

const context = () => ({
  db: env.DB,
  config: backendConfig({ ...env, ...settings }),
  now: clock.now,
})
const send = async () => sendPush(context(), service.fetch)
const setPush = async (browser: Browser | null) =>
  api().esimPush({ hash, subscription: browser?.subscription ?? null })

async function subscribe(name: string): Promise<Browser> {
  const browser = service.subscribe(`${host}/${name}`)
  expect(await setPush(browser)).toMatchObject({ ok: true })
  return browser
}

async function use(megabytes: number): Promise<void> {
  await run(sql`UPDATE esims SET data_used_mb = ${megabytes}`)
  const [esim] = await rows<{ iccid: string }>('SELECT iccid FROM esims')
  await notifyOfUsage(context(), [esim?.iccid ?? ''])
}

async function browsers(): Promise<number | undefined> {
  const info = await api().esimInfo({ hash })
  return info.ok ? info.value.data.push?.browsers : undefined
}

describe('push messages', () => {
  it('reach each browser of the eSIM once, at 80% of the data', async () => {
    const phone = await subscribe('phone')
    const laptop = await subscribe('laptop')
    await use(8191)
    expect(await send()).toBe(0)
    await use(8192)
    await use(8300)
    expect(await send()).toBe(2)
    expect(await send()).toBe(0)
    for (const { messages } of [phone, laptop])
      expect(messages).toEqual([
        {
          title: expect.stringContaining('10\u00A0GB'),
          body: words('mail.usage', { left: '2\u00A0GB', limit: '10\u00A0GB' }),
          path: href('en', 'operatorInfo', null, { hash }),
          tag: `${hash}:10240`,
        },
      ])
    expect(await rows(`SELECT 1 FROM outbox WHERE purpose = 'usage'`)).toEqual([])
  })

  it('are sent a day before the end, even after an email about it', async () => {
    await api().esimUsageMails({ hash, isOn: true })
    await run(sql`UPDATE esims SET valid_until = ${new Date(clock.now.getTime() + 3_600_000)}`)
    await notifyOfEnds(context())
    const phone = await subscribe('phone')
    await notifyOfEnds(context())
    await notifyOfEnds(context())
    await send()
    expect(phone.messages).toHaveLength(1)
    expect(await rows(`SELECT 1 FROM outbox WHERE purpose = 'usage'`)).toHaveLength(1)
  })

  it('are sent again after a fault', async () => {
    const phone = await subscribe('phone')
    await use(9000)
    service.faults.push('reset', 500, 429, 301)
    for (const seconds of [600, 1200, 2400, 4800]) {
      expect(await send()).toBe(0)
      advanceClock(seconds - 1)
      expect(await send()).toBe(0)
      advanceClock(1)
    }
    expect(await send()).toBe(1)
    expect(phone.messages).toHaveLength(1)
    expect(service.requests).toHaveLength(5)
  })

  it('are not sent twice when a second round starts before the push services respond', async () => {
    const names = Array.from({ length: 7 }, (_, index) => `device-${index}`)
    const insert = env.DB.prepare(
      `INSERT INTO push_messages (subscription_id, dedupe_key, payload, created_at, expires_at)
      SELECT id, ?, '{}', created_at, ? FROM push_subscriptions`,
    )
    await subscribe('phone')
    const tomorrow = new Date(clock.now.getTime() + 86_400_000).toISOString()
    await env.DB.batch(names.map((name) => insert.bind(name, tomorrow)))
    const waiting = Promise.withResolvers<null>()
    const slow = sendPush(context(), async (...call) => {
      await waiting.promise
      return service.fetch(...call)
    })
    // Waits until the slow round has claimed its messages.
    await expect
      .poll(async () => rows('SELECT 1 FROM push_messages WHERE tried_at IS NULL'))
      .toEqual([])
    advanceClock(60)
    expect(await send()).toBe(0)
    waiting.resolve(null)
    expect(await slow).toBe(names.length)
    expect(service.requests).toHaveLength(names.length)
  })

  it('expire with the eSIM, and are emptied by the deletion of old rows', async () => {
    const phone = await subscribe('phone')
    const ends = new Date(clock.now.getTime() + 7_200_000).toISOString()
    await run(sql`UPDATE esims SET valid_until = ${ends}`)
    await notifyOfEnds(context())
    advanceClock(3600)
    await send()
    expect(phone.messages).toHaveLength(1)
    expect(service.lifetimes).toEqual([3600])
    await use(9000)
    advanceClock(3600)
    expect(await send()).toBe(0)
    await deleteOldRows({ db: env.DB, now: clock.now, config: { SESSION_IDLE_DAYS: 60 } })
    expect(await rows(`SELECT 1 FROM push_messages WHERE payload <> ''`)).toEqual([])
    // The row is not deleted, so the next measurement does not insert the message again.
    await use(9100)
    expect(await rows(`SELECT 1 FROM push_messages WHERE payload <> ''`)).toEqual([])
  })

  it('stop when the browser has ended its subscription', async () => {
    const phone = await subscribe('phone')
    const laptop = await subscribe('laptop')
    service.end(phone)
    await use(9000)
    expect(await send()).toBe(1)
    expect(laptop.messages).toHaveLength(1)
    expect(await browsers()).toBe(1)
    service.end(laptop)
    await use(10_240)
    await run(`UPDATE push_messages SET payload = '{}', attempts = 0, tried_at = NULL`)
    await send()
    expect(await browsers()).toBe(0)
    expect(await rows('SELECT has_push FROM esims')).toEqual([{ has_push: 0 }])
  })

  it('stop in all browsers when the customer turns them off', async () => {
    await subscribe('phone')
    await subscribe('laptop')
    await use(9000)
    expect(await setPush(null)).toMatchObject({ ok: true })
    expect(await send()).toBe(0)
    expect(service.requests).toEqual([])
    expect(await browsers()).toBe(0)
  })

  it('stop when the shop’s key changes', async () => {
    const phone = await subscribe('phone')
    await use(9000)
    const others = createShopKeys()
    settings['PUSH_PUBLIC_KEY'] = others.publicKey
    settings['PUSH_PRIVATE_KEY'] = others.privateKey
    expect(await browsers()).toBe(0)
    expect(await send()).toBe(0)
    expect(service.requests).toEqual([])
    expect(phone.messages).toEqual([])
    expect(await rows('SELECT has_push FROM esims')).toEqual([{ has_push: 0 }])
  })

  it('do not stop when the service rejects the signature', async () => {
    await subscribe('phone')
    await use(9000)
    service.faults.push(403)
    expect(await send()).toBe(0)
    expect(await browsers()).toBe(1)
  })

  it('reach the other browsers when the key of one browser is invalid', async () => {
    const broken = service.subscribe(`${host}/broken`)
    const subscription = { ...broken.subscription, p256dh: `B${'A'.repeat(86)}` }
    await api().esimPush({ hash, subscription })
    const phone = await subscribe('phone')
    await use(9000)
    expect(await send()).toBe(1)
    expect(phone.messages).toHaveLength(1)
  })
})

describe('a subscription', () => {
  it('is stored once for each browser, and the sixth browser replaces the first one', async () => {
    for (const name of ['a', 'a', 'b', 'c', 'd', 'e', 'f']) {
      advanceClock(1)
      await subscribe(name)
    }
    const stored = await rows<{ endpoint: string }>(
      'SELECT endpoint FROM push_subscriptions ORDER BY created_at',
    )
    expect(stored.map(({ endpoint }) => endpoint.at(-1))).toEqual(['b', 'c', 'd', 'e', 'f'])
  })

  it.each([
    'https://push.example/a',
    'http://127.0.0.1/a',
    'https://fcm.googleapis.com@evil.example/',
    'https://other.google.com/a',
    'https://a.jmt17.google.com/a',
  ])('is refused for %s', async (endpoint) => {
    expect(await setPush(service.subscribe(endpoint))).toMatchObject({
      error: { code: 'invalid-input' },
    })
    expect(await browsers()).toBe(0)
  })

  it('is refused without the shop’s keys, and pages offer no notifications', async () => {
    delete settings['PUSH_PUBLIC_KEY']
    delete settings['PUSH_PRIVATE_KEY']
    expect(await setPush(service.subscribe(`${host}/a`))).toMatchObject({
      error: { code: 'invalid-input' },
    })
    expect(await browsers()).toBeUndefined()
    expect(await send()).toBe(0)
  })

  it('is not found for an unknown eSIM', async () => {
    const subscription = service.subscribe(`${host}/a`).subscription
    for (const each of [subscription, null])
      expect(await api().esimPush({ hash: 'u'.repeat(43), subscription: each })).toMatchObject({
        error: { code: 'not-found' },
      })
  })

  it('is deleted a month after the end of the eSIM', async () => {
    await subscribe('phone')
    await run(sql`UPDATE esims SET valid_until = ${clock.now}`)
    advanceClock(retention.pushSubscriptions / 1000)
    await deleteOldRows({ db: env.DB, now: clock.now, config: { SESSION_IDLE_DAYS: 60 } })
    expect(await browsers()).toBe(1)
    advanceClock(1)
    await deleteOldRows({ db: env.DB, now: clock.now, config: { SESSION_IDLE_DAYS: 60 } })
    expect(await browsers()).toBe(0)
    expect(await rows('SELECT has_push FROM esims')).toEqual([{ has_push: 0 }])
  })
})
