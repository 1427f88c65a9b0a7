import { operations } from '../../src/operations.ts'
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { clientAddressHeader, storefrontKeyHeader } from '../../src/api/operation.ts'
import { storedDetail } from '../../src/messages/alert-detail.ts'
import { deleteOldRows } from '../../src/office/delete-old-rows.ts'
import { runScheduledJobs } from '../../src/jobs.ts'
import {
  advanceClock,
  api,
  ask,
  clearShop,
  clock,
  orderOf,
  pay,
  rows,
  settings,
  shopBindings,
  stockShop,
  words,
  run,
  numbersTo,
  agreements,
  contactMessage,
} from '../support/small-shop.ts'
import { sql } from '../../src/kit/sql.ts'

beforeEach(clearShop)

const message = { lang: 'en', ...contactMessage } as const

describe('a visitor with many IPv6 addresses', () => {
  const statusFrom = async (address: string) => {
    const sent = await api('en', address).mailNotify(message)
    return sent.ok ? 200 : sent.error.status
  }

  it('has one limit for a /64, and a limit ten times as high for a /48', async () => {
    for (let host = 1; host <= 30; host += 1)
      expect(await statusFrom(`2001:db8:0:1::${host}`)).toBe(200)
    expect(await statusFrom('2001:db8:0:1:ffff::1')).toBe(429)
    expect(await statusFrom('2001:db8:0:2::1')).toBe(200)
    const networks = Array.from({ length: 270 }, (_, index) => (index + 16).toString(16))
    await Promise.all(networks.map((network) => statusFrom(`2001:db8:0:${network}::1`)))
    expect(await statusFrom('2001:db8:0:9999::1')).toBe(429)
    expect(await statusFrom('2001:db8:1:1::1')).toBe(200)
  })

  it('stores no more rows when the limit of the /48 is reached', async () => {
    await statusFrom('2001:db8:0:1::1')
    await run('UPDATE limits SET count = 300')
    const networks = Array.from({ length: 20 }, (_, index) => (index + 16).toString(16))
    for (const network of networks) expect(await statusFrom(`2001:db8:0:${network}::1`)).toBe(429)
    expect(await rows(`SELECT 1 FROM limits WHERE action = 'contact-message'`)).toHaveLength(2)
  })

  it('does not use up the limit of the /48 with refused requests', async () => {
    const hosts = Array.from({ length: 310 }, (_, index) => (index + 1).toString(16))
    await Promise.all(hosts.map((host) => statusFrom(`2001:db8:0:1::${host}`)))
    expect(await statusFrom('2001:db8:0:1::ffff')).toBe(429)
    expect(await statusFrom('2001:db8:0:2::1')).toBe(200)
  })
})

describe('a visitor with very many networks', () => {
  const send = async (address: string) => {
    const sent = await api('en', address).mailNotify(message)
    return sent.ok ? 200 : sent.error.status
  }
  const subjects = async () =>
    rows<{ subject: string; count: number }>(
      `SELECT subject, count FROM limits WHERE action = 'contact-message' ORDER BY id`,
    )
  /** Stores two rows as if 200,000 had been stored between them. */
  const fill = async () =>
    env.DB.prepare(
      `INSERT INTO limits (id, action, subject, last_hour, count)
      VALUES (50, 'x', 'first', '2026-11-21T10', 1), (200050, 'x', 'last', '2026-11-21T10', 1)`,
    ).run()

  it('cannot fill the database, because new networks share rows', async () => {
    await fill()
    for (let host = 1; host <= 20; host += 1) expect(await send(`192.0.2.${host}`)).toBe(200)
    const shared = await subjects()
    expect(shared.every(({ subject }) => /^[0-9a-f]{3}$/.test(subject))).toBe(true)
    expect(shared.reduce((sum, { count }) => sum + count, 0)).toBe(20)
  })

  it('does not use up the limits of others, whose rows are shared', async () => {
    await fill()
    for (let times = 0; times < 40; times += 1) expect(await send('192.0.2.1')).toBe(200)
    expect(await subjects()).toMatchObject([{ count: 40 }])
  })

  it('keeps the limits of subjects that have a row', async () => {
    await send('192.0.2.1')
    await run(`UPDATE limits SET count = 29 WHERE action = 'contact-message'`)
    await fill()
    expect(await send('192.0.2.1')).toBe(200)
    expect(await send('192.0.2.1')).toBe(429)
  })

  it('does not weaken the limit of an account', async () => {
    await fill()
    const guess = { email: 'anna@example.com', password: 'wrong horse battery' }
    const statuses: unknown[] = []
    for (let host = 1; host <= 11; host += 1) {
      const answer = await api('en', '192.0.2.1').passwordLogin(guess)
      statuses.push(answer.ok ? 200 : answer.error.status)
    }
    expect(statuses.at(-1)).toBe(429)
  })

  it('has its rows deleted in chunks, an hour later', async () => {
    await run(sql`INSERT INTO limits (action, subject, last_hour, count)
      SELECT 'x', value, '2026-11-21T08', 1 FROM ${numbersTo(10_005)}`)
    const left = async () => {
      await deleteOldRows({ db: env.DB, now: clock.now, config: { SESSION_IDLE_DAYS: 60 } })
      return rows('SELECT count(*) AS count FROM limits')
    }
    expect(await left()).toEqual([{ count: 5 }])
    expect(await left()).toEqual([{ count: 0 }])
  })
})

describe('orders of the whole shop', () => {
  const orderFrom = async (address: string) =>
    api('en', address).activation({ ...orderOf(), email: `${crypto.randomUUID()}@example.com` })
  const setOrders = async (count: number) =>
    env.DB.exec(`UPDATE limits SET count = ${count} WHERE action = 'orders'`)

  it('are limited for an IPv6 /48 as for one household', async () => {
    await stockShop(9)
    const places = Array.from({ length: 12 }, (_, index) => `2001:db8:0:${index}::1`)
    await orderFrom('2001:db8:0:ff::1')
    await run(`UPDATE limits SET count = 235 WHERE action = 'order'`)
    const answers = await Promise.all(places.map(orderFrom))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(5)
    expect(await orderFrom('2001:db8:1::1')).toMatchObject({ ok: true })
  })

  it('spare networks that have paid, when strangers have used up the total', async () => {
    await stockShop(9)
    await orderFrom('192.0.2.9')
    const placed = await orderFrom('192.0.2.1')
    await pay(placed.ok ? placed.value.data.invoiceID : '')
    await setOrders(20_000)
    expect(await orderFrom('192.0.2.9')).toMatchObject({ error: { status: 429 } })
    expect(await orderFrom('192.0.2.1')).toMatchObject({ ok: true })
    advanceClock(31 * 24 * 3600)
    await deleteOldRows({ db: env.DB, now: clock.now, config: { SESSION_IDLE_DAYS: 60 } })
    expect(await rows('SELECT 1 FROM orders WHERE network IS NOT NULL')).toEqual([])
  })
})

it('codes by SMS are never used up by one network', async () => {
  settings['SMS_CODES_PER_HOUR'] = '20'
  const send = async (address: string, number: number) =>
    api('en', address).referrerCodeSend({
      nonce: `${number}`.padEnd(43, 'n'),
      phone: `+7912345${1000 + number}`,
      ...agreements,
    })
  const sent = []
  for (let hour = 0; hour < 5; hour += 1) {
    for (let site = 0; site < 4; site += 1)
      sent.push(await send(`2001:db8:0:${site}::1`, 10 * hour + site))
    advanceClock(3600)
  }
  // Three an hour, and nine a day.
  expect(sent.map(({ ok }) => Number(ok)).join('')).toBe('11101110111000000000')
  // The limit of the day does not end in an hour.
  expect(sent.at(-1)).toMatchObject({ error: { message: expect.not.stringMatching(/hour/) } })
  expect(await send('192.0.2.1', 99)).toMatchObject({ ok: true })
})

describe('messages of the whole shop', () => {
  const send = async (host: number, text: string) =>
    api('en', `192.0.2.${host}`).mailNotify({ ...message, message: text })

  it('leave three a day to each network above 500, and end at 1,000', async () => {
    await send(1, 'first')
    await run(`UPDATE limits SET count = 500 WHERE action = 'contact-messages'`)
    for (let times = 0; times < 3; times += 1)
      expect(await send(2, `${times}`)).toMatchObject({ ok: true })
    expect(await send(2, 'fourth')).toMatchObject({
      error: {
        status: 429,
        message: words('api.tooManyMessagesOfAll', { email: 'help@meridian.example' }),
      },
    })
    expect(await send(3, 'honest')).toMatchObject({ ok: true })
    expect(await limited()).toEqual([
      {
        subject: 'contact-messages',
        detail: storedDetail({ code: 'actions-of-day', values: { count: 504 } }),
      },
    ])
    await run(`UPDATE limits SET count = 1000 WHERE action = 'contact-messages'`)
    expect(await send(4, 'honest')).toMatchObject({ error: { status: 429 } })
    expect(await rows('SELECT 1 FROM outbox WHERE purpose = "contact-message"')).toHaveLength(5)
    advanceClock(14 * 3600)
    expect(await send(4, 'next day')).toMatchObject({ ok: true })
    expect(await limited()).toEqual([])
  })
})

/** Returns the open alerts about limits of the whole shop. */
async function limited() {
  await runScheduledJobs(shopBindings(), clock.now)
  return rows(
    `SELECT subject, detail FROM alerts WHERE kind = 'visitors-limited' AND ended_at IS NULL`,
  )
}

describe('the address of a visitor', () => {
  const key = 'shared with the storefront'

  async function send(headers: Record<string, string>): Promise<void> {
    const init = { method: 'POST', body: JSON.stringify(message), headers }
    await ask(new Request(`https://backend.invalid${operations.mailNotify.path}`, init))
  }
  const counts = async () =>
    (
      await rows<{ count: number }>(
        `SELECT count FROM limits WHERE action = 'contact-message' ORDER BY count`,
      )
    ).map(({ count }) => count)

  it('is the caller’s own without the shared secret, with any header', async () => {
    const claims = (host: number, storefrontKey: string) =>
      send({
        'CF-Connecting-IP': '198.51.100.1',
        [clientAddressHeader]: `192.0.2.${host}`,
        [storefrontKeyHeader]: storefrontKey,
      })
    for (let host = 1; host <= 3; host += 1) await claims(host, '')
    expect(await counts()).toEqual([3])
    settings['STOREFRONT_KEY'] = key
    await claims(4, 'a guess of the secret')
    expect(await counts()).toEqual([4])
    await claims(5, key)
    expect(await counts()).toEqual([1, 4])
  })
})

it('writes one line to the log when a limit is reached, without personal data', async () => {
  const log = vi.spyOn(console, 'warn').mockReturnValue()
  for (let times = 0; times < 31; times += 1) await api().mailNotify(message)
  expect(log.mock.calls.map(([line]) => JSON.parse(String(line)))).toEqual([
    { log: 'security', event: 'limit-reached', action: 'contact-message' },
  ])
  log.mockRestore()
})
