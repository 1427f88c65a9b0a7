import { beforeEach, describe, expect, it } from 'vitest'
import { newCommandDatabase } from '../test/command-database.ts'
import { openD1 } from '../test/sqlite-d1.ts'
import { commandContext, commandStaff } from '../staff/command-context.ts'
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
  return runOrders(commandContext(openD1(shop)), commandStaff(name), command)
}

describe('the command orders', () => {
  it('finds orders', async () => {
    expect(await run('find', 'another-01')).toEqual([
      'another-0123  processing  10.00 USD  anna@example.com  2026-11-21 10:00',
    ])
    expect(await run('find', 'ivan@example.com')).toEqual(['No order matches.'])
  })

  it('finds orders by page', async () => {
    for (let number = 100; number < 150; number += 1)
      shop.exec(`INSERT INTO invoices (id, idempotency_key, email, lang, amount_minor, currency, created_at)
        VALUES ('old-${number}', 'old-${number}', 'anna@example.com', 'en', 1000, 'USD', '2026-11-01')`)
    const first = await run('find', 'anna@example.com')
    expect(first).toHaveLength(51)
    expect(first.at(-1)).toBe('Older orders match too. Add --after old-103')
    const last = await run('find', 'anna@example.com', '--after', 'old-103')
    expect(last.map((line) => line.split(' ')[0])).toEqual(['old-102', 'old-101', 'old-100'])
  })

  it('shows an order by its first characters, with a note', async () => {
    await run('note', 'another-01', 'called us', '--as', 'Olga')
    const lines = await run('show', 'another-01')
    expect(lines[0]).toBe('Order another-0123, version 1')
    expect(lines.join('\n')).toMatch(/^1\. TR.* \(plan\)  10\.00 USD  no eSIM yet$/m)
    expect(lines.at(-1)).toMatch(/note +staff: Olga  text: called us/)
    expect(shop.prepare('SELECT staff_subject, role FROM audit').all()).toEqual([
      { staff_subject: 'command:Olga', role: 'owner' },
    ])
  })

  it('shows the codes of an order, which decide about its reward', async () => {
    const codesOf = async () =>
      (await run('show', 'another-01')).filter((line) => line.includes(' code '))
    expect(await codesOf()).toEqual([])
    shop.exec(`UPDATE invoices SET promocode = 'SUMMER', referral_code = 'abc'
      WHERE id LIKE 'another-01%'`)
    expect(await codesOf()).toEqual(['promo code SUMMER', 'referral code abc, of no partner'])
    shop.exec(`INSERT INTO referrers (id, phone, code, agreed_at, created_at)
      VALUES ('partner-1', '+79123456789', 'abc', '2026-01-01', '2026-01-01')`)
    expect(await codesOf()).toContain('referral code abc, partner partner-1')
  })

  it('requires the whole id when several orders match', async () => {
    await expect(run('show', 'invoice-01')).rejects.toThrow('Several orders')
    await expect(run('show', 'invoice-99')).rejects.toThrow('There is no order')
    expect((await run('show', 'invoice-0123-b'))[0]).toContain('invoice-0123-b')
  })

  it('lists failed messages, and sends those of a purpose again', async () => {
    expect(await run('failed')).toEqual(['There are no such messages.'])
    const failedAt = new Date(Date.now() - 60_000).toISOString()
    for (const purpose of ['receipt', 'refund', 'alert'])
      shop.exec(`INSERT INTO outbox (id, kind, purpose, recipient, subject, body, created_at,
          attempts, given_up_at, failure, dedupe_key)
        VALUES ('${purpose}', 'mail', '${purpose}', 'anna@example.com', 'Hi', 'Hi', '2026-11-21',
          8, '${failedAt}', 'no answer', '${purpose}')`)
    expect(await run('failed')).toEqual([
      'alert: 1, receipt: 1, refund: 1',
      `${failedAt}  refund   anna@example.com  no answer`,
      `${failedAt}  receipt  anna@example.com  no answer`,
      `${failedAt}  alert    anna@example.com  no answer  outdated`,
      '2 of 3 can be sent again: npm run orders -- resend-failed',
    ])
    expect(await run('resend-failed', '--purpose', 'receipt')).toEqual([
      'Done: retry-all.',
      'count: 1',
      'purpose: receipt',
      'The shop sends 10 messages a minute, the oldest first.',
    ])
    expect(await run('resend-failed')).toContain('count: 1')
    await expect(run('resend-failed')).rejects.toThrow('no failed message can be sent again')
    await expect(run('failed', '--purpose', 'esmi')).rejects.toThrow('There is no purpose esmi.')
    expect(shop.prepare('SELECT id FROM outbox WHERE given_up_at IS NOT NULL').all()).toEqual([
      { id: 'alert' },
    ])
  })

  it('freezes and unfreezes', async () => {
    expect(await run('freeze', 'another-01', 'stolen')).toEqual(['Done: freeze.', 'reason: stolen'])
    await expect(run('freeze', 'another-01', 'stolen')).rejects.toThrow('the order is frozen')
    expect((await run('show', 'another-01'))[2]).toMatch(/^frozen since \d{4}-\d\d-\d\d \d\d:\d\d$/)
    expect(await run('unfreeze', 'another-01', 'solved')).toContain('reason: solved')
    expect((await run('show', 'another-01')).join()).not.toContain('frozen since')
  })

  it('stores a refund for the scheduled job', async () => {
    shop.exec(`INSERT INTO payment_facts (provider, kind, id, reference, invoice_id, amount_minor,
        currency, at, received_at)
      VALUES ('test', 'charged', 'c', 'pay', 'another-0123', 1000, 'USD', '2026-11-21', '2026-11-21')`)
    expect(await run('refund', 'another-01', 'late', '--amount', '2.50')).toContain(
      'amount: 2.50 USD',
    )
    const events = (await run('show', 'another-01')).join('\n')
    expect(events).toMatch(/action +refund  amount: 2.50 USD  scope: amount  reason: late/)
    await expect(run('refund', 'another-01', 'late', '--amount', '2.505')).rejects.toThrow(
      'is not an amount in USD',
    )
    await expect(run('refund', 'another-01', 'late', '--amount', '8')).rejects.toThrow(
      'is more than the shop has',
    )
    expect(await run('refund', 'another-01', 'late', '--line', '1')).toContain('lines: 1')
    expect(
      shop.prepare('SELECT amount_minor, accepted_at FROM refunds ORDER BY amount_minor').all(),
    ).toEqual([
      { amount_minor: 250, accepted_at: null },
      { amount_minor: 750, accepted_at: null },
    ])
  })

  it('records a refund that was made outside of the provider', async () => {
    shop.exec(`INSERT INTO payment_facts (provider, kind, id, reference, invoice_id, amount_minor,
        currency, at, received_at)
      VALUES ('test', 'charged', 'c', 'pay', 'another-0123', 1000, 'USD', '2026-11-21', '2026-11-21')`)
    const refunded = ['refunded', 'another-01', 'closed card']
    const made = ['--transfer', 'PO 17', '--on', '2026-11-21']
    for (const words of [
      [...refunded, '--all'],
      [...refunded, '--all', '--transfer', 'PO 17'],
      [...refunded, '--all', '--transfer', 'PO 17', '--on', '21.11.2026'],
    ])
      await expect(run(...words), words.join(' ')).rejects.toThrow('Usage')
    await expect(run('refund', 'another-01', 'closed card', '--all', ...made)).rejects.toThrow(
      '--transfer has no effect with refund.',
    )
    await expect(run(...refunded, ...made)).rejects.toThrow('Say what to refund: --all')
    await expect(
      run(...refunded, '--all', '--transfer', 'x', '--on', '2020-01-01'),
    ).rejects.toThrow('the day is before the order')
    expect(await run(...refunded, '--amount', '2.50', ...made)).toContain('amount: 2.50 USD')
    expect(await run(...refunded, '--line', '1', ...made)).toContain('transfer: PO 17')
    expect(
      shop.prepare('SELECT provider, amount_minor, at FROM payment_facts ORDER BY 1, 2').all(),
    ).toEqual([
      { provider: 'manual', amount_minor: 250, at: '2026-11-21T00:00:00.000Z' },
      { provider: 'manual', amount_minor: 750, at: '2026-11-21T00:00:00.000Z' },
      { provider: 'test', amount_minor: 1000, at: '2026-11-21' },
    ])
  })

  it('reverts a recorded refund, which the command names when there are several', async () => {
    shop.exec(`INSERT INTO payment_facts (provider, kind, id, reference, invoice_id, amount_minor,
        currency, at, received_at)
      VALUES ('test', 'charged', 'c', 'pay', 'another-0123', 1000, 'USD', '2026-11-21', '2026-11-21')`)
    const revert = async (...flags: string[]) =>
      run('revert-refund', 'another-01', 'it came back', ...flags)
    await expect(revert()).rejects.toThrow('the refund was reverted, or the provider made it')
    const made = ['--on', '2026-11-21', '--amount', '2.50', '--transfer']
    await run('refunded', 'another-01', 'closed card', ...made, 'PO 17')
    expect(await revert()).toEqual([
      'Done: revert-refund.',
      'amount: 2.50 USD',
      'transfer: PO 17',
      'reason: it came back',
    ])
    const [amounts] = (await run('show', 'another-01')).slice(1)
    expect(amounts).toContain('of which the shop has 10.00 USD')
    for (const number of ['PO 18', 'PO 19'])
      await run('refunded', 'another-01', 'closed card', ...made, number)
    shop.exec(`UPDATE refunds SET requested_at = '2026-11-22T10:00:00.000Z'
      WHERE reference = 'PO 19'`)
    const several = revert()
    await expect(several).rejects.toThrow('Choose one of them with --refund:\n')
    await expect(several).rejects.toThrow('2026-11-22T10:00:00.000Z  2.50 USD  PO 19')
    await expect(revert('--refund', '2020')).rejects.toThrow('the refund was reverted')
    expect(await revert('--refund', '2026-11-22T10')).toContain('transfer: PO 19')
  })

  it('confirms a recorded refund, and says whether another one may be counted twice', async () => {
    shop.exec(`INSERT INTO payment_facts (provider, kind, id, reference, invoice_id, amount_minor,
        currency, at, received_at)
      VALUES ('test', 'charged', 'c', 'pay', 'another-0123', 1000, 'USD', '2026-11-21', '2026-11-21')`)
    const made = ['--on', '2026-11-21', '--amount', '2.50', '--transfer']
    for (const number of ['PO 18', 'PO 19'])
      await run('refunded', 'another-01', 'closed card', ...made, number)
    shop.exec(`UPDATE refunds SET requested_at = '2026-11-22T10:00:00.000Z'
        WHERE reference = 'PO 19';
      INSERT INTO payment_facts (provider, kind, id, reference, invoice_id, amount_minor, currency,
        at, received_at)
      VALUES ('test', 'refunded', 'r', 'pay', 'another-0123', 250, 'USD', '2026-11-21', '2026-11-21')`)
    const confirm = async (...flags: string[]) =>
      (await run('confirm-refund', 'another-01', 'two complaints', ...flags)).at(-1)
    expect(await confirm('--refund', '2026-11-22')).toBe(
      'Another recorded refund may be counted twice, so the alert is still open.',
    )
    expect(await confirm()).toBe('The alert has ended.')
  })

  it('cancels a refund that the provider refused', async () => {
    shop.exec(`
      INSERT INTO payment_facts (provider, kind, id, reference, invoice_id, amount_minor, currency,
        at, received_at)
      VALUES ('test', 'charged', 'c', 'pay', 'another-0123', 1000, 'USD', '2026-11-21', '2026-11-21');
      INSERT INTO refunds (id, invoice_id, provider, reference, amount_minor, currency, reason, actor,
        requested_at, refused_at)
      VALUES ('key/1', 'another-0123', 'test', 'pay', 300, 'USD', 'late', 'Olga',
        '2026-11-21T10:00:00.000Z', '2026-11-21T10:01:00.000Z')`)
    const cancel = async () => run('cancel-refund', 'another-01', 'sold again')
    expect(await cancel()).toContain('amount: 3.00 USD')
    expect(shop.prepare('SELECT cancelled_at IS NULL AS isOpen FROM refunds').all()).toEqual([
      { isOpen: 0 },
    ])
    await expect(cancel()).rejects.toThrow('the refund was made or cancelled')
  })

  it('replaces an eSIM of a supplier only after a check at the supplier', async () => {
    shop.exec(`INSERT INTO supplier_orders (key, invoice_id, line_position, kind, supplier, plan_code,
        status, created_at) VALUES ('k', 'another-0123', 1, 'plan', 'airalo', 'tr', 'done', '2026')`)
    const reissue = async (...flags: string[]) => run('reissue', 'another-01', 'broken', ...flags)
    await expect(reissue()).rejects.toThrow('Only the back office can look up at airalo')
    // With --yes, the next check refuses the action.
    await expect(reissue('--yes')).rejects.toThrow('the order is not paid')
  })

  it('names the replaced eSIM and the new one', async () => {
    shop.exec(`
      UPDATE invoices SET paid_at = '2026-11-21T10:00', status = 'success' WHERE id = 'another-0123';
      INSERT INTO payment_facts (provider, kind, id, reference, invoice_id, amount_minor, currency,
        at, received_at) VALUES ('test', 'charged', 'c', 'pay', 'another-0123', 1000, 'USD', '2026', '2026');
      INSERT INTO stock (iccid, tariff_id, smdp_address, matching_id, invoice_id, line_position)
        VALUES ('8910300000000000010', 'plan', 'rsp.example.com', 'A', 'another-0123', 1);
      INSERT INTO stock (iccid, tariff_id, smdp_address, matching_id)
        VALUES ('8910300000000000028', 'plan', 'rsp.example.com', 'B');
      INSERT INTO esims (esim_hash, invoice_id, line_position, iccid, tariff_id, email, purchased_at,
        activate_by) VALUES ('hash', 'another-0123', 1, '8910300000000000010', 'plan',
        'anna@example.com', '2026-11-21T10:00', '2027-01-01')`)
    const lines = await run('reissue', 'another-01', 'does not install')
    expect(lines).toContain('replacedIccid: 8910300000000000010')
    expect(lines.at(-1)).toMatch(
      /^The new line: 2\. TR.* \(plan\)  10\.00 USD  delivered  8910300000000000028$/,
    )
  })

  it('requires the line to replace when an order has several', async () => {
    shop.exec(`INSERT INTO invoice_lines (invoice_id, position, tariff_id, amount_minor)
      VALUES ('another-0123', 2, 'plan', 1000)`)
    const exchange = async (...flags: string[]) =>
      run('exchange', 'another-01', 'wrong country', '--plan', 'other', ...flags)
    for (const replace of [exchange, async () => run('reissue', 'another-01', 'broken')])
      await expect(replace()).rejects.toThrow(
        /with --line:\n1\. TR.* \(plan\)  10\.00 USD .*\n2\. TR.* \(plan\)  10\.00 USD /,
      )
    await expect(exchange('--line', '2')).rejects.toThrow('the order is not paid')
  })

  it('replaces the only line that is not returned', async () => {
    shop.exec(`
      INSERT INTO invoice_lines (invoice_id, position, tariff_id, amount_minor)
        VALUES ('another-0123', 2, 'plan', 1000);
      UPDATE invoice_lines SET replaced_by = 2, refund_requested_at = '2026-11-21', amount_minor = 0
        WHERE invoice_id = 'another-0123' AND position = 1;
      INSERT INTO supplier_orders (key, invoice_id, line_position, kind, supplier, plan_code, status,
        created_at) VALUES ('k', 'another-0123', 2, 'plan', 'airalo', 'tr', 'done', '2026')`)
    await expect(run('reissue', 'another-01', 'broken')).rejects.toThrow('look up at airalo')
  })

  it('corrects the address', async () => {
    await run('address', 'another-01', 'Ivan@Example.com')
    expect(await run('find', 'ivan@example.com')).toHaveLength(1)
    expect(await run('find', 'anna@example.com')).toHaveLength(2)
  })

  it('corrects the address of a gift', async () => {
    shop.exec(`UPDATE invoice_lines SET recipient = 'freind@example.com'
      WHERE invoice_id = 'another-0123'`)
    expect(await run('address', 'another-01', 'Friend@Example.com', '--line', '1')).toContain(
      'to: fr•••@example.com',
    )
    expect(await run('find', 'friend@example.com')).toHaveLength(1)
    expect(await run('find', 'freind@example.com')).toEqual([expect.stringContaining('No order')])
  })

  it('prints the reason of a refusal', async () => {
    for (const [words, problem] of [
      [['resend', 'another-01'], 'there is no eSIM'],
      [['reissue', 'another-01', 'broken'], 'the order is not paid'],
      [['exchange', 'another-01', 'wrong country', '--plan', 'plan'], 'the order is not paid'],
      [['address', 'another-01', 'anna@example.com'], 'the order or gift already has this address'],
      [
        ['address', 'another-01', 'a@example.com', '--line', '1'],
        'the order has no gift with this',
      ],
    ] as const)
      await expect(run(...words)).rejects.toThrow(problem)
  })

  it.each([
    '',
    'find',
    'find a b',
    'show',
    'note invoice-01',
    'drop invoice-01',
    'refund invoice-01 --all',
    'revert-refund invoice-01',
    'cancel-refund invoice-01 --refund 2026',
    'address invoice-01 anna',
    'exchange invoice-01 wrong',
  ])('prints its usage after "%s"', (line) => {
    expect(() => ordersArguments(line.split(' ').filter(Boolean))).toThrow('Usage:')
  })

  it.each([
    'refund invoice-01 late',
    'refund invoice-01 late --all --line 1',
    'refund invoice-01 late --amount 1,50',
  ])('says what is missing after "%s"', (line) => {
    expect(() => ordersArguments(line.split(' '))).toThrow('Say what to refund: --all')
  })

  it.each([
    ['shwo invoice-01', 'There is no action shwo.'],
    ['resend invoice-01 --line 11', '--line must be a number from 1 to 10, got 11.'],
    ['resend invoice-01 --line 1 --line 2', 'Give --line only once'],
    ['reissue invoice-01 broken --line 1 --line 2', 'Give --line only once'],
    ['address invoice-01 anna', 'anna is not an email address.'],
    ['exchange invoice-01 wrong', 'Give --plan'],
    ['refunded invoice-01 late --all', 'Give --transfer'],
    ['refund invoice-01 late --all --transfer PO-1', '--transfer has no effect with refund.'],
    ['note invoice-01 called --line 1', '--line has no effect with note.'],
    ['show invoice-01 --all', '--all has no effect with show.'],
  ])('says what is wrong with "%s"', (line, problem) => {
    expect(() => ordersArguments(line.split(' '))).toThrow(problem)
  })

  // An empty shell variable would refund an order without a reason.
  it.each(['', '  ', 'two\nlines', 'x'.repeat(201)])('requires a reason, not "%s"', (reason) => {
    for (const [action, ...others] of [
      ['freeze'],
      ['unfreeze'],
      ['reissue'],
      ['exchange', '--plan', 'plan'],
      ['refund', '--all'],
      ['refunded', '--all', '--transfer', 'PO 17', '--on', '2026-11-21'],
      ['revert-refund'],
    ] as const)
      expect(() => ordersArguments([action, 'invoice-01', reason, ...others])).toThrow(
        'Give a reason: one line of 1 to 200 characters.',
      )
  })

  it('limits a note like its form', () => {
    const note = (text: string) => ordersArguments(['note', 'invoice-01', text])
    expect(() => note(' ')).toThrow('Give a text of 1 to 2000 characters.')
    expect(() => note('x'.repeat(2001))).toThrow('Give a text of 1 to 2000 characters.')
    expect(note(' two\nlines ').command).toMatchObject({ text: 'two\nlines' })
  })

  it('prints the usage of one action only', () => {
    const wrong = () => ordersArguments(['address', 'invoice-01', 'anna'])
    expect(wrong).toThrow('npm run orders -- address ORDER EMAIL --line 2')
    expect(wrong).not.toThrow('npm run orders -- freeze')
  })
})
