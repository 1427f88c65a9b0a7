import { beforeEach, describe, expect, it } from 'vitest'
import { commandContext, commandStaff } from '../staff/command-context.ts'
import { newCommandDatabase } from '../test/command-database.ts'
import { openD1 } from '../test/sqlite-d1.ts'
import { partnersArguments } from './partners-arguments.ts'
import { runPartners } from './run-partners.ts'

let { shop } = newCommandDatabase()

beforeEach(() => {
  ;({ shop } = newCommandDatabase())
  shop.exec(`
    INSERT INTO referrers (id, phone, code, agreed_at, created_at)
      VALUES ('partner', '+79123456789', 'abc', '2026-01-01', '2026-01-01');
    INSERT INTO referrer_transactions (id, referrer_id, type, amount_minor, payout_details, created_at)
      VALUES ('reward', 'partner', 'reward', 5000, NULL, '2026-01-02'),
        ('paid-out', 'partner', 'withdrawal', -4000, 'DE00 1234', '2026-01-03');`)
})

async function run(...args: string[]): Promise<string[]> {
  const { command, name } = partnersArguments(args)
  return runPartners(commandContext(openD1(shop)), commandStaff(name), command)
}

describe('the command partners', () => {
  it('approves and pays a withdrawal', async () => {
    expect(await run('withdrawals')).toEqual([
      'paid-out  40.00 USD  +79123456789  waits for approval  never paid to these details  DE00 1234',
    ])
    await expect(run('paid', 'paid-out')).rejects.toThrow('must be approved first')
    await run('approve', 'paid-out')
    await expect(run('approve', 'paid-out')).rejects.toThrow('approved already')
    expect(await run('paid', 'paid-out')).toContain('amount: 40.00 USD')
    expect(await run('withdrawals')).toEqual(['There are no open withdrawals.'])
    await expect(run('paid', 'paid-out')).rejects.toThrow('There is no open withdrawal paid-out.')
  })

  it('approves a withdrawal that the list of open withdrawals leaves out', async () => {
    const insert = shop.prepare(`INSERT INTO referrer_transactions (id, referrer_id, type,
      amount_minor, payout_details, created_at) VALUES (?, 'partner', 'withdrawal', -3000, '', ?)`)
    for (let index = 0; index < 100; index += 1) insert.run(`older-${index}`, '2026-01-02')
    expect((await run('withdrawals')).join()).not.toContain('paid-out')
    expect(await run('approve', 'paid-out')).toContain('withdrawal: paid-out')
  })

  it('rejects a withdrawal, and corrects a balance', async () => {
    await run('reject', 'paid-out', 'wrong details')
    expect((await run('show', '+79123456789'))[1]).toBe('balance 50.00 USD, available 50.00 USD')
    expect(await run('adjust', 'ABC', 'own order', '--amount=-12.50')).toContain(
      'amount: -12.50 USD',
    )
    const lines = await run('show', 'abc')
    expect(lines[1]).toBe('balance 37.50 USD, available 37.50 USD')
    expect(lines.join('\n')).toContain('rejected: wrong details')
    for (const type of ['adjustment', 'rejection', 'reward', 'withdrawal'])
      expect(lines.filter((line) => line.includes(`  ${type}  `))).toHaveLength(1)
    expect(lines.at(-1)).toMatch(/  adjust  staff: .+  amount: -12\.50 USD  reason: own order$/)
  })

  it('finds a partner by a number that is not valid any more', async () => {
    shop.exec(`UPDATE referrers SET phone = '+447700900123'`)
    expect((await run('show', '+447700900123'))[0]).toBe('Partner +447700900123, code abc')
  })

  it('requires a reason for the partner', () => {
    expect(() => partnersArguments(['reject', 'paid-out', ' '])).toThrow('Give a reason')
  })

  it('does not find an unknown partner', async () => {
    await expect(run('show', 'xyz')).rejects.toThrow('There is no partner xyz')
  })

  it.each([
    ['adjust abc why', 'Give an amount such as --amount=-12.50.'],
    [
      `adjust abc ${'x'.repeat(201)} --amount=-1`,
      'Give a reason: one line of 1 to 200 characters.',
    ],
    ['approve paid-out --amount=5', '--amount has no effect with approve.'],
    ['aprove paid-out', 'There is no action aprove.'],
  ])('says what is wrong with "%s"', (line, problem) => {
    expect(() => partnersArguments(line.split(' '))).toThrow(problem)
  })

  it.each([
    '',
    'show',
    'approve',
    'reject paid-out',
    `reject paid-out ${'x'.repeat(201)}`,
    'adjust abc why',
    'adjust abc why --amount=1,5',
  ])('prints its usage after "%s"', (line) => {
    expect(() => partnersArguments(line.split(' ').filter(Boolean))).toThrow('Usage:')
  })
})
