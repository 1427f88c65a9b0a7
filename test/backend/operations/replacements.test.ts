import { beforeEach, describe, expect, it, vi } from 'vitest'
import { simulateSupplier } from '../../fixtures/simulated-supplier.ts'
import { exchangePlan, reissueEsim } from '../../../src/orders/replace-line.ts'
import { freezeOrder, resendMail } from '../../../src/orders/order-actions.ts'
import { redirectGift } from '../../../src/orders/correct-address.ts'
import { refreshWatchedUsage } from '../../../src/esims/usage.ts'
import type { ActionContext } from '../../../src/api/perform-action.ts'
import { SupplierError, type Supplier, type SupplierUsage } from '../../../src/supply/supplier.ts'
import { amountOf, refund, refundRows, refusing, retry, wholeOrder } from '../../support/refunds.ts'
import {
  advanceClock,
  api,
  clock,
  invoiceOf,
  openShop,
  pay,
  placeOrder,
  returnLineSql,
  rows,
  run,
  usd,
  words,
} from '../../support/small-shop.ts'
import {
  act,
  jobs,
  nextInput,
  nextJobs,
  officeOrder,
  openAlerts,
  paidLines,
  paidOrder,
  partnerOf,
  restock,
  staffContext,
} from '../../support/staff.ts'

beforeEach(async () => {
  await openShop(2)
  await restock('tr-sold-out')
})

/** Adds a supplier that the next round switches off before it delivers. */
async function sellThroughSupplier(): Promise<void> {
  await run(
    `INSERT INTO suppliers (id, is_on) VALUES ('acme', 1)`,
    `INSERT INTO plan_sources (plan_id, supplier, plan_code, priority, seen_at)
    VALUES ('tr-10', 'acme', 'a', 1, '')`,
  )
}

const reissue = (invoiceID: string, change: Partial<ActionContext> = {}) =>
  act(reissueEsim, invoiceID, { position: 1 }, change)
const exchange = (invoiceID: string, tariffID = 'tr-sold-out', position = 1) =>
  act(exchangePlan, invoiceID, { position, tariffID })
const another = '8910300000000000078'
const hashes = async () =>
  (await rows<{ hash: string }>('SELECT esim_hash AS hash FROM esims ORDER BY line_position')).map(
    ({ hash }) => hash,
  )

const secondsToMidnight = () => 86_400 - ((clock.now.getTime() / 1000) % 86_400)

const unusedEsim: SupplierUsage = {
  iccid: '8910300000000000010',
  state: 'not-installed',
  dataUsedMb: 0,
  dataLimitMb: null,
  validUntil: null,
  measuredAt: new Date('2026-11-21T10:00:00.000Z'),
}

/** Sells the order's eSIM from a supplier, with stored usage that counts as fresh. */
async function contextWith(usage: Supplier['usage']) {
  await run(
    `INSERT OR IGNORE INTO suppliers (id, is_on) VALUES ('acme', 1)`,
    `INSERT OR IGNORE INTO purchases (key, order_id, line_position, kind,
      supplier, plan_code, status, iccid, created_at)
    SELECT 'key', order_id, 1, 'plan', 'acme', 'tr', 'done', iccid, purchased_at FROM esims`,
    `UPDATE esims SET usage_fresh_until = '2027-01-01T00:00:00.000Z'`,
  )
  return { suppliers: [{ ...simulateSupplier('acme'), usage }] }
}

async function books(invoiceID: string) {
  const [state] = await rows(
    `SELECT status, due_minor, kept_minor, overcharged_minor FROM order_states
    WHERE order_id = '${invoiceID}'`,
  )
  return state
}

async function textsOf(hash: string) {
  const answers = [await api().esim({ hash }), await api().esimInfo({ hash })]
  return answers.map((answer) => (answer.ok ? null : answer.error.message))
}

describe('the page of a replaced eSIM', () => {
  it('follows the last replacement', async () => {
    const invoiceID = await paidOrder()
    const [first = ''] = await hashes()
    await reissue(invoiceID)
    const [, second = ''] = await hashes()
    expect(await textsOf(first)).toEqual([words('api.replaced'), words('api.replaced')])
    await run('UPDATE plans SET is_listed = 1')
    await exchange(invoiceID, 'tr-sold-out', 2)
    for (const hash of [first, second])
      expect(await textsOf(hash)).toEqual([words('api.replaced'), words('api.replaced')])
    await run('DELETE FROM esims WHERE line_position = 3')
    const awaited = words('api.replacementAwaited')
    for (const hash of [first, second]) expect(await textsOf(hash)).toEqual([awaited, awaited])
  })

  it('says that the money is returned when the replacement was refunded', async () => {
    const invoiceID = await paidOrder()
    const [first = ''] = await hashes()
    await reissue(invoiceID)
    await refund(invoiceID, wholeOrder)
    expect(await textsOf(first)).toEqual([words('api.refunded'), null])
    expect(await api().esimInfo({ hash: first })).toMatchObject({
      value: { data: { esim: { balance: { status: 'refunded' } } } },
    })
  })
})

describe('a reissued eSIM', () => {
  it('is another profile of the plan, with an email, and the old profile is never sold again', async () => {
    const invoiceID = await paidOrder()
    const waiting = await placeOrder()
    const [old = ''] = await hashes()
    expect(await reissue(invoiceID)).toMatchObject({
      ok: true,
      value: { details: { line: 1, replacedIccid: '8910300000000000010' } },
    })
    const [, renewed = ''] = await hashes()
    expect(await api().esim({ hash: renewed })).toMatchObject({
      value: { data: { iccid: '8910300000000000011' } },
    })
    expect(await api().esim({ hash: old })).toMatchObject({ error: { code: 'replaced' } })
    expect(await api().esimInfo({ hash: old })).toMatchObject({ error: { code: 'replaced' } })
    expect(await rows(`SELECT 1 FROM outbox WHERE purpose = 'esim'`)).toHaveLength(2)
    expect(await rows('SELECT iccid FROM stock WHERE faulty_at IS NOT NULL')).toEqual([
      { iccid: '8910300000000000010' },
    ])
    expect(await invoiceOf(invoiceID)).toMatchObject({
      status: 'success',
      hash: renewed,
      lines: [{ status: 'issued', amount: { minor: 1250 } }],
    })
    expect(await books(invoiceID)).toEqual({
      status: 'success',
      due_minor: 1250,
      kept_minor: 1250,
      overcharged_minor: 0,
    })
    await pay(waiting)
    expect(await rows('SELECT 1 FROM esims')).toHaveLength(2)
  })

  it('is not reissued with a key that was used for another eSIM of the order', async () => {
    await sellThroughSupplier()
    const input = await nextInput(await paidLines(2))
    const send = (position: number) => act(reissueEsim, input.invoiceID, { ...input, position })
    const first = await send(1)
    expect(first).toMatchObject({ ok: true })
    const known = await hashes()
    expect(await send(2)).toEqual({ ok: false, error: { code: 'refused', reason: 'key-used' } })
    expect(await send(1)).toEqual(first)
    expect(await hashes()).toEqual(known)
    expect(await rows('SELECT 1 FROM stock WHERE faulty_at IS NOT NULL')).toHaveLength(1)
  })

  it('comes with an email that says which eSIM it replaces, and so does a copy', async () => {
    const invoiceID = await paidOrder()
    expect((await reissue(invoiceID)).ok).toBe(true)
    expect(await act(resendMail, invoiceID, { position: 2 })).toMatchObject({ ok: true })
    const [old = '', renewed = ''] = await hashes()
    const mails = await rows<{ subject: string; body: string }>(
      `SELECT subject, body FROM outbox WHERE purpose IN ('esim', 'esim-copy')`,
    )
    const mailsOf = (hash: string) => mails.filter(({ body }) => body.includes(hash))
    expect(mailsOf(renewed)).toHaveLength(2)
    for (const { subject, body } of mailsOf(renewed)) {
      expect(subject).toMatch(/^Your new eSIM: /)
      expect(body).toContain(words('mail.replacement'))
    }
    expect(mailsOf(old)).toMatchObject([{ subject: expect.stringMatching(/^Your eSIM: /) }])
  })

  it('waits for stock, and is refunded a day after its request', async () => {
    await run(`UPDATE stock SET plan_id = 'tr-sold-out' WHERE iccid = '8910300000000000011'`)
    const invoiceID = await paidOrder()
    advanceClock(30 * 3600)
    await sellThroughSupplier()
    expect((await reissue(invoiceID)).ok).toBe(true)
    await jobs()
    expect(await refundRows()).toEqual([])
    expect(await rows(`SELECT 1 FROM outbox WHERE purpose = 'sold-out'`)).toHaveLength(1)
    advanceClock(48 * 3600)
    await jobs()
    expect(await rows('SELECT amount_minor, reason FROM refunds')).toEqual([
      { amount_minor: 1250, reason: 'undelivered' },
    ])
    expect(await invoiceOf(invoiceID)).toMatchObject({ status: 'refunded' })
  })

  it('is not refunded minutes after its request when a day ends in between', async () => {
    await run(`UPDATE stock SET plan_id = 'tr-sold-out' WHERE iccid = '8910300000000000011'`)
    const invoiceID = await paidOrder()
    advanceClock(24 * 3600 + secondsToMidnight() - 300)
    await sellThroughSupplier()
    expect((await reissue(invoiceID)).ok).toBe(true)
    advanceClock(600)
    await jobs()
    expect(await refundRows()).toEqual([])
    expect(await invoiceOf(invoiceID)).toMatchObject({ status: 'paid' })
  })

  it('is refunded even when an earlier refund of the order was refused', async () => {
    const invoiceID = await placeOrder()
    await run(`UPDATE stock SET plan_id = 'tr-sold-out'`)
    await pay(invoiceID)
    advanceClock(24 * 3600)
    await jobs(refusing())
    await run(`UPDATE stock SET plan_id = 'tr-10' WHERE iccid = '8910300000000000010'`)
    await jobs()
    expect(await invoiceOf(invoiceID)).toMatchObject({ status: 'success' })
    await sellThroughSupplier()
    expect((await reissue(invoiceID)).ok).toBe(true)
    advanceClock(24 * 3600)
    await jobs()
    await jobs()
    expect(await rows('SELECT positions, state FROM refunds ORDER BY positions')).toEqual([
      { positions: '[1]', state: 'failed' },
      { positions: '[2]', state: 'succeeded' },
    ])
    expect(await invoiceOf(invoiceID)).toMatchObject({ status: 'refunded' })
  })

  it.each([
    ['used', `UPDATE esims SET data_used_mb = 1`],
    ['used', `UPDATE esims SET first_used_at = '2026-11-21T10:00:00.000Z'`],
    ['used', `UPDATE esims SET supplier_state = 'installed'`],
    ['not-delivered', returnLineSql()],
    ['not-paid', `UPDATE orders SET status = 'disputed'`],
    [
      'too-many-lines',
      `INSERT INTO order_lines (order_id, position, plan_id, amount_minor)
      SELECT order_id, value, plan_id, 0 FROM order_lines, json_each('[2,3,4,5,6,7,8,9,10]')`,
    ],
  ] as const)('is refused: %s', async (expected, sql) => {
    const invoiceID = await paidOrder()
    await run(sql)
    expect(await reissue(invoiceID)).toEqual({
      ok: false,
      error: { code: 'refused', reason: expected },
    })
    expect(await rows('SELECT 1 FROM stock WHERE faulty_at IS NOT NULL')).toEqual([])
  })

  it('is refused while the plan is sold out, and the old code stays valid', async () => {
    const invoiceID = await paidOrder()
    const [old = ''] = await hashes()
    await run('DELETE FROM stock WHERE order_id IS NULL')
    expect(await reissue(invoiceID)).toEqual({
      ok: false,
      error: { code: 'refused', reason: 'not-on-sale' },
    })
    expect(await textsOf(old)).toEqual([null, null])
  })

  it('gets the reminder that was due before its delivery', async () => {
    const invoiceID = await paidOrder()
    const [old = ''] = await hashes()
    await api().esimReminder({ hash: old, departure: '2026-12-10' })
    await run('DELETE FROM stock WHERE order_id IS NULL')
    await sellThroughSupplier()
    clock.now = new Date('2026-12-09T05:00:00Z')
    expect(await reissue(invoiceID)).toMatchObject({ ok: true })
    const runAt = async (time: string) => {
      clock.now = new Date(time)
      await jobs()
    }
    await runAt('2026-12-09T06:00:00Z')
    const mails = () => rows<{ body: string }>(`SELECT body FROM outbox WHERE purpose = 'reminder'`)
    expect(await mails()).toEqual([])
    await restock('tr-10', another)
    await runAt('2026-12-09T07:00:00Z')
    await runAt('2026-12-09T07:01:00Z')
    const [, second = ''] = await hashes()
    expect((await mails()).map(({ body }) => body.includes(second))).toEqual([true])
    await runAt('2026-12-10T06:00:00Z')
    expect(await mails()).toHaveLength(1)
    expect(await rows('SELECT 1 FROM esims WHERE reminder_at IS NOT NULL')).toEqual([])
  })

  it('keeps the consent to emails about the data and their measurement', async () => {
    const invoiceID = await paidOrder()
    const [old = ''] = await hashes()
    await api().esimUsageMails({ hash: old, isOn: true })
    await exchange(invoiceID)
    const [, second = ''] = await hashes()
    const consents = `SELECT has_usage_mails, has_review_mail, usage_fresh_until FROM esims
      WHERE esim_hash = '${second}'`
    expect(await rows(consents)).toEqual([
      { has_usage_mails: 1, has_review_mail: 1, usage_fresh_until: clock.now.toISOString() },
    ])
    expect(await api().esimInfo({ hash: second })).toMatchObject({
      value: { data: { esim: { balance: { hasUsageMails: true } } } },
    })
  })

  it('ends the measurement of the eSIM that it replaces', async () => {
    const invoiceID = await paidOrder()
    const [old = ''] = await hashes()
    await api().esimUsageMails({ hash: old, isOn: true })
    const asked: string[] = []
    const context = await contextWith(async (iccids) => {
      asked.push(...iccids)
      return [unusedEsim]
    })
    expect(await reissue(invoiceID, context)).toMatchObject({ ok: true })
    expect(asked).toHaveLength(1)
    await run(`UPDATE esims SET usage_fresh_until = '${clock.now.toISOString()}'`)
    advanceClock(2 * 3600)
    await refreshWatchedUsage({ ...staffContext(), ...context })
    expect(asked).toHaveLength(1)
  })

  it('gets no consent that was not given, or given by an earlier recipient', async () => {
    const invoiceID = await paidOrder()
    const [old = ''] = await hashes()
    await run(`UPDATE order_lines SET recipient = 'boris@example.com'`)
    await api().esimUsageMails({ hash: old, isOn: true })
    await api().esimReminder({ hash: old, departure: '2026-12-10' })
    await run('DELETE FROM stock WHERE order_id IS NULL')
    await sellThroughSupplier()
    expect(await reissue(invoiceID)).toMatchObject({ ok: true })
    await act(redirectGift, invoiceID, { position: 2, email: 'clara@example.com' })
    await restock('tr-10', another)
    await jobs()
    const [, second = ''] = await hashes()
    const state = `SELECT has_usage_mails, has_review_mail, reminder_at, usage_fresh_until
      FROM esims WHERE esim_hash = '${second}'`
    expect(await rows(state)).toEqual([
      { has_usage_mails: 0, has_review_mail: 0, reminder_at: null, usage_fresh_until: null },
    ])
  })

  it('is refused when its supplier reports usage, even if the stored usage is fresh', async () => {
    const invoiceID = await paidOrder()
    const usage = [{ ...unusedEsim, dataUsedMb: 5 }]
    expect(await reissue(invoiceID, await contextWith(async () => usage))).toMatchObject({
      error: { reason: 'used' },
    })
  })

  it('is refused while its supplier does not report whether it was used', async () => {
    const invoiceID = await paidOrder()
    vi.spyOn(console, 'error').mockReturnValue()
    const fail = async () => {
      throw new SupplierError('acme', 'unknown', 'on purpose')
    }
    const unknown = { error: { reason: 'usage-unknown' } }
    expect(await reissue(invoiceID, await contextWith(fail))).toMatchObject(unknown)
    const unused = await contextWith(async () => [unusedEsim])
    expect(await reissue(invoiceID, unused)).toMatchObject({ ok: true })
  })

  it('is allowed when its supplier no longer has the eSIM', async () => {
    const invoiceID = await paidOrder()
    const unknown = await contextWith(async () => [])
    expect(await reissue(invoiceID, unknown)).toMatchObject({ ok: true })
  })

  it('is refused when data was bought for the eSIM', async () => {
    const invoiceID = await paidOrder()
    await run(`INSERT INTO top_ups (order_id, line_position, esim_hash, supplier, plan_code,
        validity_days, cost_minor, cost_currency)
      SELECT order_id, 1, esim_hash, 'acme', 'tr', 7, 100, 'USD' FROM esims`)
    expect(await reissue(invoiceID)).toMatchObject({ error: { reason: 'topped-up' } })
  })

  it('is refused for a frozen, a partly refunded and an undelivered order', async () => {
    const waiting = await placeOrder()
    const invoiceID = await paidOrder()
    await act(freezeOrder, invoiceID, {})
    expect(await reissue(invoiceID)).toMatchObject({ error: { reason: 'frozen' } })
    const partly = await paidOrder()
    await pay(partly, { kind: 'refunded', id: `dashboard-${partly}`, amount: usd(1) })
    expect(await reissue(partly)).toMatchObject({ error: { reason: 'partly-refunded' } })
    await pay(waiting)
    expect(await reissue(waiting)).toMatchObject({ error: { reason: 'not-delivered' } })
  })

  it('is sent after staff refunded an amount for no line', async () => {
    const invoiceID = await paidOrder()
    await refund(invoiceID, amountOf(1))
    advanceClock(60)
    expect(await reissue(invoiceID)).toMatchObject({ ok: true })
    expect(await rows('SELECT 1 FROM esims')).toHaveLength(2)
  })
})

describe('an exchanged plan', () => {
  it('keeps the reminder, and so does the eSIM that replaces it', async () => {
    const invoiceID = await paidOrder()
    const [old = ''] = await hashes()
    const departure = '2026-12-10'
    await api().esimReminder({ hash: old, departure })
    await exchange(invoiceID)
    const [, second = ''] = await hashes()
    expect(await api().esim({ hash: second })).toMatchObject({ value: { data: { departure } } })
    await restock('tr-sold-out', another)
    await act(reissueEsim, invoiceID, { position: 2 })
    const [, , third = ''] = await hashes()
    expect(await api().esim({ hash: third })).toMatchObject({ value: { data: { departure } } })
    clock.now = new Date('2026-12-09T06:00:00Z')
    await jobs()
    const mails = await rows<{ body: string }>(`SELECT body FROM outbox WHERE purpose = 'reminder'`)
    expect(mails.map(({ body }) => body.includes(third))).toEqual([true])
  })

  it('refunds the difference, and the books add up', async () => {
    const invoiceID = await paidOrder()
    const [old = ''] = await hashes()
    expect(await exchange(invoiceID)).toMatchObject({
      ok: true,
      value: { details: { from: 'tr-10', to: 'tr-sold-out', amount: 350, currency: 'USD' } },
    })
    expect(await books(invoiceID)).toEqual({
      status: 'success',
      due_minor: 900,
      kept_minor: 900,
      overcharged_minor: 0,
    })
    expect(await api().esim({ hash: old })).toMatchObject({ error: { code: 'replaced' } })
    const order = await invoiceOf(invoiceID)
    expect(order).toMatchObject({
      status: 'success',
      refunded: { minor: 350 },
      lines: [{ tariff: { tariffID: 'tr-sold-out' }, amount: { minor: 900 }, status: 'issued' }],
    })
    expect(await openAlerts()).toEqual([])
    expect(await rows(`SELECT subject FROM outbox WHERE purpose = 'refund'`)).toEqual([
      { subject: 'We’ve refunded $3.50' },
    ])
    const [lines] = await rows('SELECT sum(amount_minor) AS sum FROM order_lines')
    expect(lines).toEqual({ sum: 1250 })
  })

  it('changes the reward of the partner', async () => {
    const { referralCode, rewards } = await partnerOf()
    await exchange(await paidOrder({ referralCode }))
    expect(await rewards()).toBe(90)
  })

  it.each([0, 1])('keeps the alert of a refused amount that is %i cents less', async (less) => {
    const invoiceID = await paidOrder()
    await refund(invoiceID, { kind: 'amount', minor: 1250 - 900 - less }, refusing())
    advanceClock(60)
    expect(await exchange(invoiceID)).toMatchObject({ ok: true })
    await nextJobs()
    expect(await openAlerts()).toEqual(['refund-refused'])
    expect(await retry(invoiceID)).toMatchObject({ ok: true })
    await jobs()
    expect(await openAlerts()).toEqual([])
  })

  it('stays exchanged when the provider refuses to refund the difference', async () => {
    const invoiceID = await paidOrder()
    await act(exchangePlan, invoiceID, { position: 1, tariffID: 'tr-sold-out' }, refusing())
    const [old = '', renewed = ''] = await hashes()
    expect(await api().esim({ hash: old })).toMatchObject({ error: { code: 'replaced' } })
    expect(await api().esim({ hash: renewed })).toMatchObject({ ok: true })
    expect(await openAlerts()).toEqual([])
    await jobs()
    expect(await openAlerts()).toContain('refund-refused')
  })

  it('is refused with a key that was used for another plan or another eSIM', async () => {
    const input = await nextInput(await paidLines(2))
    const { invoiceID } = input
    const send = (position: number, tariffID: string) =>
      act(exchangePlan, invoiceID, { ...input, position, tariffID })
    const first = await send(1, 'tr-sold-out')
    expect(first).toMatchObject({ ok: true })
    const keyUsed = { ok: false, error: { code: 'refused', reason: 'key-used' } }
    expect(await send(1, 'tr-10')).toEqual(keyUsed)
    expect(await send(2, 'tr-sold-out')).toEqual(keyUsed)
    expect(await act(reissueEsim, invoiceID, { ...input, position: 1 })).toEqual(keyUsed)
    expect(await send(1, 'tr-sold-out')).toEqual(first)
    expect(await refundRows()).toEqual(['staff 350 succeeded'])
    expect(await rows('SELECT 1 FROM order_lines')).toHaveLength(3)
  })

  it('is refused for the same, a more expensive, an unlisted and a sold-out plan', async () => {
    const invoiceID = await paidOrder()
    expect(await exchange(invoiceID, 'tr-10')).toMatchObject({ error: { reason: 'same-plan' } })
    expect(await exchange(invoiceID, 'none')).toMatchObject({ error: { reason: 'not-on-sale' } })
    await run(`UPDATE plans SET prices = '{"USD":1251}' WHERE id = 'tr-sold-out'`)
    expect(await exchange(invoiceID)).toMatchObject({ error: { reason: 'dearer' } })
    await run(`DELETE FROM stock WHERE plan_id = 'tr-sold-out'`)
    expect(await exchange(invoiceID)).toMatchObject({ error: { reason: 'not-on-sale' } })
    expect(await exchange(invoiceID, 'tr-sold-out', 2)).toMatchObject({
      error: { code: 'not-found' },
    })
    expect((await officeOrder(invoiceID)).lines).toHaveLength(1)
  })
})
