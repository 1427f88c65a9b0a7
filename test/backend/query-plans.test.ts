import { env } from 'cloudflare:workers'
import { beforeAll, expect, it, vi } from 'vitest'
import { nameOf, readingCalls, requestOf } from '../../scripts/bench/calls.ts'
import { scansOf } from '../../scripts/bench/table-scans.ts'
import { api, ask, emptyShop, ordered, pay, stockShop } from '../support/small-shop.ts'

/** As many operators found by a name as a search looks at: the longest statements there are, and D1 has limits. */
const resellers = Array.from(
  { length: 25 },
  (_, number) =>
    `INSERT INTO operators (ident, title, search_title) VALUES ('reseller-${number}', 'Travel Reseller', 'travel reseller')`,
)

type Ran = { readonly sql: string; params: unknown[] }

beforeAll(async () => {
  await emptyShop()
  await stockShop(2)
  await env.DB.batch(resellers.map((statement) => env.DB.prepare(statement)))
})

it('reads every page by an index: no query goes through all plans, orders, codes or eSIMs', async () => {
  const ran = await queriesOf(async () => {
    for (const call of readingCalls)
      expect((await ask(requestOf(call))).status, nameOf(call)).toBeLessThan(500)
    await buyOne()
  })
  const scans = await Promise.all(
    ran.map(async ({ sql, params }) => scansOf(await planOf(sql, params))),
  )
  expect(ran.length).toBeGreaterThan(2 * readingCalls.length)
  expect(scans.flat()).toEqual([])
})

it('would tell of a query that reads them all', async () => {
  const plan = await planOf('SELECT id FROM tariffs WHERE apn = ?', ['internet'])
  expect(scansOf(plan)).toEqual(['SCAN tariffs'])
})

/** What the backend asks the database meanwhile, in its own words. */
async function queriesOf(work: () => Promise<void>): Promise<Ran[]> {
  const ran: Ran[] = []
  const prepare = env.DB.prepare.bind(env.DB)
  const spy = vi.spyOn(env.DB, 'prepare').mockImplementation((sql) => {
    const statement = prepare(sql)
    const query: Ran = { sql, params: [] }
    ran.push(query)
    const bind = statement.bind.bind(statement)
    statement.bind = (...params) => {
      query.params = params
      return bind(...params)
    }
    return statement
  })
  await work()
  spy.mockRestore()
  return ran
}

async function planOf(sql: string, params: readonly unknown[]): Promise<string[]> {
  const explained = env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`).bind(...params)
  return (await explained.all<{ detail: string }>()).results.map(({ detail }) => detail)
}

async function buyOne(): Promise<void> {
  await api().tariff({ id: 'tr-10' })
  const invoiceID = await ordered()
  await api().invoicePayment({ invoiceID })
  await pay(invoiceID)
  const bought = await api().invoice({ invoiceID })
  const hash = bought.ok ? bought.value.data.hash : null
  if (hash === null) throw new Error('no eSIM was issued')
  await api().esim({ hash })
  await api().esimInfo({ hash })
  await api().esimResend({ hash })
}
