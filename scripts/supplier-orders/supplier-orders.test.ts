import { beforeEach, describe, expect, it } from 'vitest'
import { newCommandDatabase } from '../test/command-database.ts'
import { supplierOrdersArguments } from './supplier-orders-arguments.ts'
import { commandContext, commandStaff } from '../staff/command-context.ts'
import { openD1 } from '../test/sqlite-d1.ts'
import { runSupplierOrders } from './run-supplier-orders.ts'

const now = new Date('2026-11-21T10:00:00Z')
let { shop } = newCommandDatabase()

beforeEach(() => {
  ;({ shop } = newCommandDatabase())
  shop.exec(`
    INSERT INTO operators (ident, title, search_title) VALUES ('op', 'Operator', 'operator');
    INSERT INTO tariffs (id, operator_ident, kind, country_codes, market, validity_days, prices)
      VALUES ('plan', 'op', 'country', '["tr"]', 'travel', 30, '{"USD":1000}');
    INSERT INTO invoices (id, idempotency_key, email, lang, amount_minor, currency, created_at)
      VALUES ('invoice-0123', 'key', 'anna@example.com', 'en', 1000, 'USD', '2026-11-21');
    INSERT INTO invoice_lines (invoice_id, position, tariff_id, amount_minor)
      VALUES ('invoice-0123', 1, 'plan', 1000);
    INSERT INTO supplier_orders (key, invoice_id, line_position, kind, supplier, plan_code, status,
      tries, next_try_at, problem, created_at)
      VALUES ('key-done', 'invoice-0123', 1, 'plan', 'acme', 'tr', 'done', 0, NULL, NULL, '2026-11-20'),
        ('key-new', 'invoice-0123', 1, 'plan', 'acme', 'tr', 'new', 0, '2026-11-21', NULL, '2026-11-19'),
        ('key-held', 'invoice-0123', 1, 'plan', 'airalo', 'tr', 'held', 6, NULL, 'lost', '2026-11-20');`)
})

const held = () =>
  shop
    .prepare(`SELECT status, reference, tries, next_try_at, ended_at
    FROM supplier_orders WHERE key = 'key-held'`)
    .get()

async function run(line: string): Promise<string[]> {
  const command = supplierOrdersArguments(line.split(' '))
  return runSupplierOrders({ ...commandContext(openD1(shop)), now }, commandStaff('Olga'), command)
}

describe('the command supplier:orders', () => {
  it('lists unfinished orders, held orders first', async () => {
    expect(await run('list')).toEqual([
      'key-held  held  airalo tr  invoice invoice-01…  2026-11-20  lost',
      'key-new  new  acme tr  invoice invoice-01…  2026-11-19',
    ])
  })

  it('continues a held order as the operator decides', async () => {
    const time = now.toISOString()
    const unchanged = { reference: null, tries: 6, next_try_at: null, ended_at: null }
    for (const [line, expected] of [
      ['found key-held A-7', { status: 'accepted', reference: 'A-7', tries: 0, next_try_at: time }],
      ['retry key-held', { status: 'new', next_try_at: time }],
      ['give-up key-held', { status: 'given-up', ended_at: time }],
    ] as const) {
      shop.exec(`UPDATE supplier_orders SET status = 'held', reference = NULL, tries = 6,
        next_try_at = NULL, ended_at = NULL WHERE key = 'key-held';
        DELETE FROM supplier_orders WHERE key = 'key-new'`)
      expect((await run(line))[0]).toBe('Done: decide-supplier-order.')
      expect(held()).toEqual({ ...unchanged, ...expected })
    }
    const audit = shop.prepare('SELECT staff_name, subject_id, details FROM audit').all()
    expect(audit).toHaveLength(3)
    expect(audit).toContainEqual({
      staff_name: 'Olga',
      subject_id: 'invoice-0123',
      details: '{"decision":"found","supplier":"airalo","reference":"A-7"}',
    })
  })

  it('refuses orders that need no decision', async () => {
    await expect(run('give-up key-done')).rejects.toThrow('only a held order needs a decision')
    await expect(run('give-up key-none')).rejects.toThrow('Nothing was found')
  })

  it('requires a confirmation to retry if the supplier cannot search its orders', async () => {
    shop.exec(`UPDATE supplier_orders SET supplier = 'esim-go' WHERE key = 'key-held';
      DELETE FROM supplier_orders WHERE key = 'key-new'`)
    await expect(run('retry key-held')).rejects.toThrow('a retry buys a second eSIM')
    expect(held()).toMatchObject({ status: 'held' })
    await run('retry key-held --yes')
    expect(held()).toMatchObject({ status: 'new' })
  })

  it.each(['', 'list all', 'retry', 'found key-held', 'give-up a b', 'drop key-held'])(
    'prints its usage after "%s"',
    (line) => {
      expect(() => supplierOrdersArguments(line.split(' ').filter(Boolean))).toThrow('Usage:')
    },
  )
})
