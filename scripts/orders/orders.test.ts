import { beforeEach, describe, expect, it } from 'vitest'
import { newCommandDatabase } from '../test/command-database.ts'
import { d1Over } from '../test/sqlite-d1.ts'
import { commandContext, commandStaff } from './command-context.ts'
import { ordersArguments } from './orders-arguments.ts'
import { runOrders } from './run-orders.ts'

let { shop } = newCommandDatabase()

beforeEach(() => {
  ;({ shop } = newCommandDatabase())
  shop.exec(`
    INSERT INTO operators (ident, title, search_title) VALUES ('op', 'Operator', 'operator');
    INSERT INTO tariffs (id, operator_ident, kind, country_codes, market, validity_days, prices)
      VALUES ('plan', 'op', 'country', '["tr"]', 'travel', 30, '{"USD":1000}');`)
  for (const id of ['invoice-0123-a', 'invoice-0123-b', 'another-0123'])
    shop.exec(`
      INSERT INTO invoices (id, idempotency_key, email, lang, amount_minor, currency, created_at)
        VALUES ('${id}', '${id}', 'anna@example.com', 'en', 1000, 'USD', '2026-11-21T10:00');
      INSERT INTO invoice_lines (invoice_id, position, tariff_id, amount_minor)
        VALUES ('${id}', 1, 'plan', 1000);`)
})

async function run(...args: string[]): Promise<string[]> {
  const { command, name } = ordersArguments(args)
  return runOrders(commandContext(d1Over(shop)), commandStaff(name), command)
}

describe('the command orders', () => {
  it('finds orders', async () => {
    expect(await run('find', 'another-01')).toEqual([
      'another-0123  processing  10.00 USD  anna@example.com  2026-11-21 10:00',
    ])
    expect(await run('find', 'ivan@example.com')).toEqual(['No order matches.'])
  })

  it('shows an order by its first characters, with a note', async () => {
    await run('note', 'another-01', 'called us', '--as', 'Olga')
    const lines = await run('show', 'another-01')
    expect(lines[0]).toBe('Order another-0123, version 1')
    expect(lines.join('\n')).toMatch(/^1\. TR.* \(plan\)  10\.00 USD  no eSIM yet$/m)
    expect(lines.at(-1)).toContain('note  staff: Olga  text: called us')
    expect(shop.prepare('SELECT staff_subject, role FROM audit').all()).toEqual([
      { staff_subject: 'command:Olga', role: 'owner' },
    ])
  })

  it('asks for the whole id when several orders match', async () => {
    await expect(run('show', 'invoice-01')).rejects.toThrow('Several orders')
    await expect(run('show', 'invoice-99')).rejects.toThrow('There is no order')
    expect((await run('show', 'invoice-0123-b'))[0]).toContain('invoice-0123-b')
  })

  it.each(['', 'find', 'find a b', 'show', 'note invoice-01', 'drop invoice-01'])(
    'explains itself after "%s"',
    (line) => {
      expect(() => ordersArguments(line.split(' ').filter(Boolean))).toThrow('Usage:')
    },
  )
})
