import { Miniflare, convertV4MiniflareOptions } from 'miniflare'
import type { DatabaseSync } from 'node:sqlite'
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createBackend } from '../../src/backend.ts'
import type { Bindings } from '../../src/context.ts'
import { sql } from '../../src/kit/sql.ts'
import { dayMs, parseMonth, timeAfter } from '../../src/kit/time.shared.ts'
import { secretID } from '../../src/kit/tokens.shared.ts'
import { erasePerson } from '../../src/office/erase-person.ts'
import { monthDocuments } from '../../src/office/month-documents.ts'
import { monthMovements } from '../../src/office/month-payments.ts'
import { monthPartners, monthStatement } from '../../src/office/month-statement.ts'
import { exportPerson } from '../../src/office/person.ts'
import { isOfCustomer, readArchive, restoreOrders } from '../../src/orders/archive.ts'
import { recordFacts } from '../../src/orders/ledger.ts'
import { readSales } from '../../src/plans/profit.ts'
import { growShop, grownEmail as email, orderOf } from '../bench/grown-shop.ts'
import type { OpenShop } from '../database/open-shop.ts'
import { sampleSettings } from '../start/sample-settings.ts'
import { openD1, openEmptyShop } from '../test/sqlite-d1.ts'
import { archiveOrders } from './archive.ts'
import { tablesInOrder } from './backup-file.ts'
import { commandContext, commandStaff } from './settings.ts'

const now = new Date('2026-11-30')
const before = '2025-01-01'

const storage = new Miniflare(
  convertV4MiniflareOptions({ modules: true, script: 'export default {}', r2Buckets: ['UPLOADS'] }),
)
afterAll(async () => storage.dispose())
afterEach(() => vi.restoreAllMocks())
// The types of wrangler and of Miniflare differ in methods that nothing here calls.
const uploads = (await storage.getR2Bucket('UPLOADS')) as unknown as OpenShop['uploads']

let shop: DatabaseSync
let stores: Pick<OpenShop, 'db' | 'uploads'>

beforeEach(async () => {
  vi.spyOn(console, 'log').mockReturnValue()
  for (const { key } of (await uploads.list()).objects) await uploads.delete(key)
  shop = openEmptyShop()
  shop.exec(`INSERT INTO operators (ident, title, search_title) VALUES ('one', 'One', 'one');
    INSERT INTO plans (id, operator_ident, kind, country_codes, market, validity_days, prices)
    VALUES ('tr-1', 'one', 'country', '["tr"]', 'travel', 30, '{"USD":990}')`)
  growShop(shop, 700, now)
  // Some were sold to a person and lost, like orders that were never delivered.
  shop.exec(`DELETE FROM outbox WHERE order_id = '${orderOf(11)}';
    DELETE FROM esims WHERE order_id = '${orderOf(11)}'`)
  stores = { db: openD1(shop), uploads }
})

const rows = (sql: string) => shop.prepare(sql).all()
const everything = () =>
  Object.fromEntries(tablesInOrder(shop).map((table) => [table, rows(`SELECT * FROM ${table}`)]))
const count = (table: string, where = 'true') =>
  rows(`SELECT 1 FROM ${table} WHERE ${where}`).length
/** An interrupted restoration can leave an empty file. */
const filesOf = async () =>
  (await uploads.list()).objects.flatMap(({ key, size }) => (size > 100 ? [key] : []))
const archivedIDs = () =>
  rows('SELECT id FROM orders WHERE archive IS NOT NULL').map(({ id }) => String(id))

/** What the shop has booked, by month, and the state of each order. */
async function books(): Promise<unknown> {
  const context = { ...commandContext(stores.db), now }
  const months = Array.from({ length: 37 }, (_, index) =>
    parseMonth(
      timeAfter(now, -index * 30 * dayMs)
        .toISOString()
        .slice(0, 7),
    ),
  )
  const all = []
  for (const month of months.filter((each) => each !== null))
    all.push([
      await monthStatement(context, month),
      await monthPartners(context, month),
      await monthMovements(context, month),
      await monthDocuments(context, month),
      await readSales(stores.db, month, 'USD'),
    ])
  const states = rows(`SELECT i.id, (SELECT s.status || ' ' || s.kept_minor || s.credited_minor
    FROM order_states s WHERE s.order_id = i.id) AS state FROM orders i`)
  const costs = rows('SELECT * FROM line_costs ORDER BY order_id, position')
  return { all, states, costs }
}

it('moves old orders into files, changes no amount of the books, and restores every row', async () => {
  shop.exec(`INSERT INTO webhooks (id, url, events, created_at)
    VALUES ('w', 'https://books.example', '["esim.delivered"]', '2020-01-01')`)
  const [original, booked] = [everything(), await books()]
  const moved = await archiveOrders(stores, before)
  expect(moved).toBeGreaterThan(200)
  expect(moved).toBe(count('orders', `paid_at < '${before}'`))
  for (const table of ['esims', 'payments', 'outbox'])
    expect(count(table, `order_id IN (SELECT id FROM orders WHERE archive IS NOT NULL)`)).toBe(0)
  expect(await books()).toEqual(booked)
  const files = await filesOf()
  expect(files.length).toBeGreaterThan(1)
  const text = await (await uploads.get(files[0] ?? ''))?.text()
  expect(JSON.parse(text?.split('\n')[0] ?? '')).toMatchObject({
    rows: { orders: [{ currency: 'USD' }], order_lines: [{ plan_id: 'tr-1' }] },
  })
  expect(await archiveOrders(stores, before)).toBe(0)
  await restoreOrders(stores, sql`true`)
  expect(everything()).toEqual(original)
})

it('restores one order, whose profile has another ICCID now', async () => {
  const id = orderOf(2)
  const ofOrder = () =>
    ['esims', 'payments', 'outbox'].map((t) =>
      rows(`SELECT * FROM ${t} WHERE order_id = '${id}' ORDER BY 1`),
    )
  const [esims, ...others] = ofOrder()
  await archiveOrders(stores, before)
  const other = archivedIDs().length
  const iccid = String(esims?.[0]?.['iccid'])
  shop.exec(`UPDATE stock SET iccid = '${iccid}/1' WHERE iccid = '${iccid}'`)
  await restoreOrders(stores, sql`id = ${id}`)
  expect(ofOrder()).toEqual([[{ ...esims?.[0], iccid: `${iccid}/1` }], ...others])
  expect(archivedIDs()).toHaveLength(other - 1)
  expect(archivedIDs()).not.toContain(id)
  expect(await textOfFiles()).not.toContain(id)
})

async function textOfFiles(): Promise<string> {
  const texts = []
  for (const file of await filesOf()) {
    await readArchive(uploads, file)
    texts.push(await (await uploads.get(file))?.text())
  }
  return texts.join('')
}

it('erases and exports one person, also in the archive', async () => {
  const shown = await exportPerson(stores, { kind: 'customer', address: email })
  await archiveOrders(stores, before)
  expect(await textOfFiles()).toContain(email)
  await restoreOrders(stores, isOfCustomer(email))
  expect(await exportPerson(stores, { kind: 'customer', address: email })).toEqual(shown)
  await archiveOrders(stores, before)
  const context = { ...commandContext(stores.db), now, uploads }
  const person = { kind: 'customer', address: email } as const
  const request = { person, idempotencyKey: secretID() }
  expect(await erasePerson(context, commandStaff('Olga'), request)).toMatchObject({ ok: true })
  expect(JSON.stringify(everything()) + (await textOfFiles())).not.toContain(email)
  // The orders of others stay in their files, and those of the person move again.
  expect(await archiveOrders(stores, before)).toBe(5)
  expect(await textOfFiles()).not.toContain(email)
})

it('continues after an interruption at any call, and loses and doubles nothing', async () => {
  const booked = everything()
  for (let at = 1; ; at += 1) {
    let calls = 0
    const interrupt = (takesEffect: boolean) => {
      calls += 1
      if (calls !== at) return
      if (takesEffect || at % 2 === 0) throw new Error('interrupted')
    }
    const call = async <T>(work: () => T) => {
      interrupt(false)
      const result = work()
      if (calls === at) throw new Error('interrupted')
      return result
    }
    const failing = new Proxy(uploads, {
      get:
        (target, name) =>
        async (...args: unknown[]) => {
          interrupt(false)
          const result: unknown = await Reflect.apply(Reflect.get(target, name), target, args)
          if (calls === at) throw new Error('interrupted')
          return result
        },
    })
    const failingStores = { db: openD1(shop, { call }), uploads: failing }
    const run = archiveOrders(failingStores, '2024-01-31').then(async () =>
      restoreOrders(failingStores, sql`true`),
    )
    const isInterrupted = await run.then(
      () => false,
      () => true,
    )
    await archiveOrders(stores, '2024-01-31')
    const files = rows('SELECT DISTINCT archive FROM orders WHERE archive IS NOT NULL')
    const named = files.map(({ archive }) => archive)
    expect(named).toEqual(expect.arrayContaining(await filesOf()))
    await restoreOrders(stores, sql`true`)
    expect(everything(), `call ${at}`).toEqual(booked)
    for (const { key } of (await uploads.list()).objects) await uploads.delete(key)
    if (!isInterrupted) return
  }
}, 120_000)

it('leaves orders in the database that are not at rest', async () => {
  const orders = [20, 21, 22, 23, 24, 26, 27].map(orderOf)
  const [frozen, mail, alert, valid, address, lookup, refund] = orders
  shop.exec(`UPDATE orders SET frozen_at = '2026-01-01' WHERE id = '${frozen}';
    UPDATE outbox SET body = 'text' WHERE order_id = '${mail}';
    INSERT INTO alerts (kind, subject, order_id, detail, since)
      VALUES ('dispute', 'x', '${alert}', '', '2026-01-01');
    UPDATE esims SET valid_until = '2026-12-01' WHERE order_id = '${valid}';
    UPDATE outbox SET recipient = 'old@example.com' WHERE order_id = '${address}';
    UPDATE payments SET look_up_at = '2026-12-01' WHERE order_id = '${lookup}';
    INSERT INTO refunds (id, request_id, order_id, origin, state, provider, reference, amount_minor,
      currency, reason, actor, requested_at)
      VALUES ('r', 'r', '${refund}', 'staff', 'sent', 'stripe', 'x', 1, 'USD', '', '', '2026-01-01')`)
  await archiveOrders(stores, before)
  const archived = archivedIDs()
  for (const id of orders) expect(archived).not.toContain(id)
  expect(archived).toContain(orderOf(25))
})

it('moves an order again that changes while its file is written', async () => {
  const id = orderOf(2)
  const call = async <T>(work: () => T) => {
    const result = work()
    if (count('state', `name = 'archive'`) === 1 && changes.length > 0)
      shop.exec(changes.pop() ?? '')
    return result
  }
  const changes = [`UPDATE outbox SET bounced_at = '2026-11-30' WHERE order_id = '${id}'`]
  await archiveOrders({ db: openD1(shop, { call }), uploads }, before)
  expect(archivedIDs()).toContain(id)
  await restoreOrders(stores, sql`id = ${id}`)
  expect(count('outbox', `order_id = '${id}' AND bounced_at IS NOT NULL`)).toBeGreaterThan(0)
})

it('refuses a file that was changed', async () => {
  await archiveOrders(stores, before)
  const [file = ''] = await filesOf()
  const text = (await (await uploads.get(file))?.text()) ?? ''
  await uploads.put(file, text.replace(email, 'other@example.com'))
  await expect(restoreOrders(stores, sql`id = ${orderOf(2)}`)).rejects.toThrow(
    'its checksum is wrong',
  )
})

it('shows an archived order, and brings it back when its provider reports a fact', async () => {
  const id = orderOf(2)
  const original = everything()
  await archiveOrders(stores, before)
  const bindings = {
    ...sampleSettings,
    DEV_TOOLS: '1',
    PAYMENT_SECRET: secretID(),
    CODE_PEPPER: secretID(),
  }
  // The call uses no other binding.
  const env = { ...bindings, DB: stores.db, UPLOADS: uploads } as unknown as Bindings
  const execution = { waitUntil: () => {}, passThroughOnException: () => {} }
  const visitor = { locale: 'en', clientAddress: '192.0.2.1', session: null } as const
  const answer = await createBackend({ now: () => now }).call(
    env,
    execution as never,
    'invoice',
    { invoiceID: id, lang: 'en' },
    visitor,
  )
  expect(answer).toMatchObject({
    ok: true,
    value: { data: { status: 'success', lines: [{ status: 'issued', hash: null }] } },
  })
  const context = { ...commandContext(stores.db), now, uploads }
  const amount = { minor: 990, currency: 'USD' }
  const reference = String(
    original['payments']?.find((each) => each['order_id'] === id)?.['reference'],
  )
  await recordFacts(context, 'stripe', [
    { kind: 'refunded', id: 're_1', reference, amount, at: now, invoiceID: null },
  ])
  expect(archivedIDs()).not.toContain(id)
  expect(rows(`SELECT status FROM orders WHERE id = '${id}'`)).toEqual([{ status: 'refunded' }])
  expect(count('outbox', `order_id = '${id}' AND purpose = 'refund'`)).toBe(1)
})
