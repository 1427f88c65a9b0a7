import { beforeEach, describe, expect, it } from 'vitest'
import { commandContext, commandStaff } from '../staff/command-context.ts'
import { newCommandDatabase } from '../test/command-database.ts'
import { openD1 } from '../test/sqlite-d1.ts'
import { runSources } from './run-sources.ts'
import { sourcesArguments } from './sources-arguments.ts'

let { shop } = newCommandDatabase()

beforeEach(() => {
  ;({ shop } = newCommandDatabase())
  shop.exec(`
    INSERT INTO suppliers (id, is_on) VALUES ('airalo', 1);
    INSERT INTO operators (ident, title, search_title) VALUES ('op', 'Operator', 'operator');
    INSERT INTO tariffs (id, operator_ident, kind, country_codes, market, validity_days, prices,
        supplier)
      VALUES ('plan', 'op', 'country', '["tr"]', 'travel', 30, '{"USD":1000}', NULL),
        ('synced', 'op', 'country', '["tr"]', 'travel', 30, '{"USD":1000}', 'airalo');
    INSERT INTO placements (place, tariff_id, operator_ident, kind, traffic_mb, validity_days,
        traffic_size, day_range, price, unit_price)
      VALUES ('tr', 'plan', 'op', 'country', 1024, 30, '1', '30', 1000, 1000);
    INSERT INTO tariff_sources (tariff_id, supplier, plan_code, priority, cost_minor, cost_currency,
        is_available, seen_at)
      VALUES ('synced', 'airalo', 'merhaba', 10, 450, 'USD', 0, '2026-11-20');`)
})

const run = async (line: string) => {
  const command = sourcesArguments(line.split(' ').filter(Boolean))
  return runSources(commandContext(openD1(shop)), commandStaff(command.name), command)
}
const isInStock = () =>
  shop.prepare(`SELECT in_stock FROM placements WHERE tariff_id = 'plan'`).get()?.['in_stock']

describe('the command supplier:sources', () => {
  it('adds a source, changes its priority, lists and removes it', async () => {
    expect(await run('list')).toEqual(['The only source is the stock of the shop.'])
    expect(await run('add plan airalo merhaba-30')).toEqual([
      'Done: add-source.',
      'supplier: airalo',
      'plan: merhaba-30',
      'priority: 10',
    ])
    expect(isInStock()).toBe(1)
    await run('add plan airalo merhaba-30 --priority 3')
    await run('add plan stock --priority 99')
    expect(await run('list')).toEqual([
      'plan  priority 3  airalo merhaba-30',
      'plan  priority 99  stock',
    ])
    await run('remove plan airalo merhaba-30 --as Olga')
    expect(isInStock()).toBe(0)
    const audit = shop.prepare('SELECT staff_name, action, subject_id FROM audit').all()
    expect(audit).toContainEqual({
      staff_name: 'Olga',
      action: 'remove-source',
      subject_id: 'plan',
    })
    expect(audit).toHaveLength(4)
    expect(await run('list plan')).toEqual(['plan  priority 99  stock'])
  })

  it('shows costs and plans that are gone', async () => {
    expect(await run('list synced')).toEqual([
      'synced  priority 10  airalo merhaba  4.50 USD  gone',
    ])
  })

  it('writes nothing in a dry run', async () => {
    const lines = await run('add plan airalo merhaba-30 --dry-run')
    expect(lines.at(-1)).toBe('Dry run: nothing was written.')
    expect(await run('list')).toEqual(['The only source is the stock of the shop.'])
  })

  it('refuses unknown plans, sources and suppliers, and plans of a catalogue', async () => {
    await expect(run('add no-plan airalo code')).rejects.toThrow('There is no plan no-plan')
    await expect(run('add plan acme code')).rejects.toThrow('There is no supplier acme')
    await expect(run('add plan airalo code --priority x')).rejects.toThrow('--priority must be')
    await expect(run('remove plan airalo code')).rejects.toThrow('there is no such source')
    await expect(run('remove synced airalo merhaba')).rejects.toThrow(
      'the next sync would undo the change',
    )
  })

  it.each([
    '',
    'add',
    'add plan',
    'add plan airalo',
    'add plan stock code',
    'list a b',
    'drop a b c',
  ])('prints its usage after "%s"', async (line) => {
    await expect(run(line)).rejects.toThrow('Usage:')
  })
})
