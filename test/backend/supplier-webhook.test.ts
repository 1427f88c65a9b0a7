import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { isPublic } from '../../src/api/links.ts'
import { emptyReport } from '../../src/supply/supplier-call.ts'
import { ask, placeOrder, rows, supply, openShop } from '../support/small-shop.ts'
import { idleSupplier } from '../suppliers/idle-supplier.ts'

const url = 'https://backend.invalid/callbacks/supplier/acme'
const later = '2026-11-21T11:00:00.000Z'

beforeEach(async () => openShop(1))

async function report(status: number, references: readonly string[]): Promise<Response> {
  supply.createSuppliers = () => [
    { ...idleSupplier('acme'), receive: async () => ({ ...emptyReport(status), references }) },
  ]
  return ask(new Request(url, { method: 'POST', body: '{}' }))
}

async function insertOrder(key: string, status: string): Promise<void> {
  const invoiceID = await placeOrder()
  await env.DB.prepare(
    `INSERT INTO purchases (key, order_id, line_position, kind, supplier, plan_code, status,
      reference, next_try_at, created_at)
    VALUES (?, ?, 1, 'plan', 'acme', 'tr-10gb', ?, ?, ?, '2026-11-21T10:00:00.000Z')`,
  )
    .bind(key, invoiceID, status, `order-${key}`, later)
    .run()
}

describe('the webhook of a supplier', () => {
  it('schedules accepted orders in its body for now, and changes nothing else', async () => {
    for (const status of ['accepted', 'held']) await insertOrder(status, status)
    const answer = await report(202, ['order-accepted', 'order-held', 'order-unknown'])
    expect(answer.status).toBe(202)
    expect(await rows('SELECT status, next_try_at FROM purchases ORDER BY status')).toEqual([
      { status: 'accepted', next_try_at: '2026-11-21T10:00:00.000Z' },
      { status: 'held', next_try_at: later },
    ])
  })

  it('is rejected when it is forged', async () => {
    await insertOrder('accepted', 'accepted')
    expect((await report(401, [])).status).toBe(401)
    expect(await rows('SELECT next_try_at FROM purchases')).toEqual([{ next_try_at: later }])
  })

  it('responds to a test with HEAD, and returns 404 for a supplier that is switched off', async () => {
    await report(200, [])
    expect((await ask(new Request(url, { method: 'HEAD' }))).status).toBe(200)
    const other = url.replace('acme', 'other')
    for (const method of ['HEAD', 'POST'])
      expect((await ask(new Request(other, { method }))).status).toBe(404)
  })

  it('is a public path', () => {
    expect(isPublic('/callbacks/supplier/acme', { DEV_TOOLS: false })).toBe(true)
  })
})
