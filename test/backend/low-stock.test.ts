import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { scansOf } from '../../scripts/bench/table-scans.ts'
import { checkStock } from '../../src/plans/low-stock.ts'
import { runScheduledJobs } from '../../src/jobs.ts'
import { recordQueries } from '../support/record-queries.ts'
import {
  advanceClock,
  clearShop,
  clock,
  rows,
  settings,
  shopBindings,
  stockShop,
  run,
  numbersTo,
} from '../support/small-shop.ts'
import { paidOrder } from '../support/staff.ts'
import { officePage } from '../support/visit-office.ts'
import { sql } from '../../src/kit/sql.ts'

const webhook = 'https://chat.example/hook'
type Post = { readonly alerts: readonly { readonly kind: string; readonly subject: string }[] }
let posts: Post[] = []

beforeEach(async () => {
  await clearShop()
  posts = []
  Object.assign(settings, {
    ALERT_WEBHOOK_URL: webhook,
    ACCESS_TEAM_DOMAIN: 'https://shop.cloudflareaccess.com',
    ACCESS_AUD: 'a'.repeat(64),
    ADMIN_OWNERS: 'olga@shop.example',
  })
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url === webhook) posts.push(await new Response(init.body).json())
    return new Response(null, { status: 200 })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

async function runHours(hours: number, step = 1): Promise<void> {
  for (let hour = 0; hour < hours; hour += step) {
    advanceClock(3600 * step)
    await runScheduledJobs(shopBindings(), clock.now)
  }
}

async function importCodes(count: number): Promise<void> {
  const first = (await rows('SELECT 1 FROM stock')).length
  await run(sql`INSERT INTO stock (iccid, plan_id, smdp_address, matching_id)
    SELECT '8910400000000000' || (${1000 + first} + value), 'tr-10', 'rsp.example.com', value
    FROM ${numbersTo(count)}`)
}

async function sell(count: number): Promise<void> {
  for (let sale = 0; sale < count; sale++) await paidOrder()
}

const open = () =>
  rows<{ subject: string; detail: string }>(
    `SELECT subject, detail FROM alerts WHERE kind = 'low-stock' AND ended_at IS NULL`,
  )
const detailOf = (left: number, days: number) =>
  JSON.stringify({ code: 'stock', values: { left, days } })
const notices = () =>
  posts.flatMap(({ alerts }) => alerts).filter((each) => each.kind === 'low-stock')

it('emails the operator once when a plan is sold out, with a link to the plan', async () => {
  await stockShop(1)
  await sell(1)
  await runHours(3)
  const mails = await rows<{ subject: string; body: string }>(
    `SELECT subject, body FROM outbox WHERE purpose = 'alert'`,
  )
  expect(mails).toHaveLength(1)
  expect(mails[0]?.subject).toBe('Meridian: A plan is sold out, or will be soon')
  expect(mails[0]?.body).toContain('tr-10: sold out')
  expect(mails[0]?.body).toContain('/admin/plan?id=tr-10')
  expect(notices()).toMatchObject([{ subject: 'tr-10', detail: 'sold out', state: 'new' }])
})

it('warns once a day while a plan is sold out, and not at the end', async () => {
  await stockShop(1)
  await sell(1)
  await runHours(28, 4)
  expect(notices()).toHaveLength(2)
  await importCodes(50)
  await runHours(28, 4)
  expect(await open()).toEqual([])
  expect(notices()).toHaveLength(2)
})

it('warns once a day about a plan that sells out repeatedly', async () => {
  await stockShop(1)
  await sell(1)
  for (const _ of [1, 2, 3]) {
    await runHours(1)
    await importCodes(50)
    await runHours(1)
    await run('DELETE FROM stock WHERE order_id IS NULL')
    await runHours(1)
  }
  expect(notices()).toHaveLength(1)
})

it('warns at the rate of the last days when a plan lasts less than three days', async () => {
  await stockShop(9)
  await sell(4)
  // 4 sales in 3 days, and 5 codes left: 3.75 days.
  await runHours(1)
  expect(await open()).toEqual([])
  await sell(1)
  await runHours(1)
  expect(await open()).toEqual([{ subject: 'tr-10', detail: detailOf(4, 2) }])
  // At the rate of 14 days, 4 codes last 11 days.
  advanceClock(3 * 86_400)
  await runHours(1)
  expect(await open()).toEqual([])
})

it('does not warn about plans that are off sale, delisted or delivered by a supplier', async () => {
  await stockShop(1)
  await sell(1)
  const changes = [
    [`UPDATE plans SET off_sale_at = '2026-11-20'`, 'UPDATE plans SET off_sale_at = NULL'],
    ['UPDATE plans SET is_listed = 0', 'UPDATE plans SET is_listed = 1'],
    [
      `INSERT INTO suppliers (id, is_on) VALUES ('acme', 1);
       INSERT INTO plan_sources (plan_id, supplier, plan_code, priority, seen_at)
       VALUES ('tr-10', 'acme', 'tr', 1, '2026-11-20')`,
      'DELETE FROM plan_sources',
    ],
  ] as const
  for (const [change, undo] of changes) {
    for (const statement of change.split(';')) await env.DB.prepare(statement).run()
    advanceClock(3600)
    await checkStock({ db: env.DB, now: clock.now })
    expect(await open(), change).toEqual([])
    await env.DB.prepare(undo).run()
    advanceClock(3600)
    await checkStock({ db: env.DB, now: clock.now })
    expect(await open(), undo).toHaveLength(1)
  }
})

it('checks the stock once an hour, and only with indexes', async () => {
  await stockShop(1)
  await sell(1)
  const first = await recordQueries(async () => checkStock({ db: env.DB, now: clock.now }))
  advanceClock(3599)
  const second = await recordQueries(async () => checkStock({ db: env.DB, now: clock.now }))
  expect([first.length, second.length]).toEqual([4, 1])
  expect(first.flatMap((plan) => scansOf(plan))).toEqual([])
})

it('links to the plan from the alerts of the back office', async () => {
  await stockShop(1)
  await sell(1)
  await checkStock({ db: env.DB, now: clock.now })
  vi.unstubAllGlobals()
  for (const name of Object.keys(settings)) delete settings[name]
  const page = await officePage('support', '/admin')
  expect(page).toContain('<a class="unbroken" href="/admin/plan?id=tr-10">tr-10</a>')
  expect(page).toContain('sold out ·')
})
