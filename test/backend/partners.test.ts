import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { refundOrder } from '../../src/orders/refund-actions.ts'
import { secretID } from '../../src/kit/tokens.shared.ts'
import type { Session } from '../../src/api/common.ts'
import {
  advanceClock,
  clock,
  api,
  clearShop,
  nonce,
  orderOf,
  placeOrder,
  pay,
  rows,
  settings,
  signInPartner,
  stockShop,
  words,
  run,
  openShop,
  placeLines,
  usd,
} from '../support/small-shop.ts'
import { member, nextInput, staffContext } from '../support/staff.ts'
import { sql } from '../../src/kit/sql.ts'

beforeEach(clearShop)

async function cabinet(session: Session) {
  const answer = await api().referrer({}, { session })
  if (!answer.ok) throw new Error(`The account was refused: ${answer.error.status}`)
  return answer.value.data
}

async function codeOf(session: Session): Promise<string> {
  return new URL((await cabinet(session)).referralLink).searchParams.get('refid') ?? ''
}

async function history(session: Session) {
  const answer = await api().referrerTransactions({ per_page: 100 }, { session })
  if (!answer.ok) throw new Error(`The history was refused: ${answer.error.status}`)
  return answer.value.data
}

const withdrawal = () => ({ payoutDetails: 'DE00 1234 5678', idempotencyKey: secretID() })

async function earn(minor: number): Promise<void> {
  await run(sql`INSERT INTO partner_transactions (id, partner_id, type, amount_minor, created_at)
    SELECT ${secretID()}, id, 'reward', ${minor}, '2026-10-05T00:00:00.000Z' FROM partners`)
}

describe('rewards', () => {
  it('books 10 % of the USD price when an order through the link is paid', async () => {
    await stockShop(3)
    const session = await signInPartner()
    const referralCode = await codeOf(session)
    const invoiceID = await placeOrder({ referralCode })
    expect(await history(session)).toEqual([])
    await pay(invoiceID)
    await pay(await placeOrder({ referralCode: 'somebody-else' }))
    expect(await cabinet(session)).toMatchObject({
      esimsPurchased: 1,
      balance: usd(125),
      phone: '+79•••••6789',
    })
    expect(await history(session)).toMatchObject([
      { type: 'reward', status: 'booked', amount: { minor: 125 } },
    ])
    expect((await cabinet(session)).earnings.at(-1)).toEqual({
      month: '2026-11',
      amount: usd(125),
    })
  })

  it('earns a reward for a link in upper case', async () => {
    await stockShop(2)
    const session = await signInPartner()
    const referralCode = (await codeOf(session)).toUpperCase()
    await pay(await placeOrder({ referralCode }))
    expect(await cabinet(session)).toMatchObject({ balance: { minor: 125 } })
  })

  it('counts the eSIMs of an order, without refunded eSIMs', async () => {
    await stockShop(3)
    const session = await signInPartner()
    const invoiceID = await placeLines(
      Array.from({ length: 3 }, () => ({})),
      { referralCode: await codeOf(session) },
    )
    await pay(invoiceID, { amount: usd(3750) })
    const purchased = async () => (await cabinet(session)).esimsPurchased
    expect(await purchased()).toBe(3)
    const scope = { kind: 'lines', positions: [2] } as const
    const refund = { ...(await nextInput(invoiceID)), scope, reason: 'a complaint' }
    expect(await refundOrder(staffContext(), member('money'), refund)).toMatchObject({ ok: true })
    expect(await purchased()).toBe(2)
    // A reward that the operator booked by hand belongs to no eSIM.
    await earn(100)
    expect(await purchased()).toBe(2)
    await pay(invoiceID, { kind: 'refunded', amount: usd(2500) })
    expect(await purchased()).toBe(0)
  })

  it('books and reverses a reward once for repeated webhooks', async () => {
    await stockShop(1)
    const session = await signInPartner()
    const invoiceID = await placeOrder({ referralCode: await codeOf(session) })
    const charge = { id: 'charge-1' }
    await Promise.all(Array.from({ length: 8 }, () => pay(invoiceID, charge)))
    expect((await cabinet(session)).balance.minor).toBe(125)
    await Promise.all(
      Array.from({ length: 8 }, () => pay(invoiceID, { ...charge, kind: 'refunded' })),
    )
    expect(await cabinet(session)).toMatchObject({ esimsPurchased: 0, balance: { minor: 0 } })
    await pay(invoiceID, charge)
    expect(await history(session)).toMatchObject([
      { amount: { minor: -125 }, status: 'reversed' },
      { amount: { minor: 125 }, status: 'booked' },
    ])
  })
})

describe('withdrawals', () => {
  it('withdraws the whole balance from $30, and explains the refusal below $30', async () => {
    const session = await signInPartner()
    await earn(2999)
    expect(await api().referrerWithdrawal(withdrawal(), { session })).toMatchObject({
      error: { status: 409, message: words('api.balanceTooSmall', { minimum: '$30' }) },
    })
    await earn(1)
    expect(await api().referrerWithdrawal(withdrawal(), { session })).toMatchObject({
      value: { data: { amount: { minor: -3000 }, status: 'requested', type: 'withdrawal' } },
    })
    expect((await cabinet(session)).balance.minor).toBe(0)
    expect(await rows(`SELECT 1 FROM outbox WHERE recipient LIKE 'partners@%'`)).toHaveLength(1)
  })

  it('withdraws a balance once, with repeated and parallel forms', async () => {
    const session = await signInPartner()
    await earn(5000)
    const form = withdrawal()
    const answers = await Promise.all(
      [form, form, form, withdrawal(), withdrawal()].map((each) =>
        api().referrerWithdrawal(each, { session }),
      ),
    )
    const ids = answers.flatMap((answer) => (answer.ok ? [answer.value.data.id] : []))
    expect(new Set(ids).size).toBe(1)
    expect((await cabinet(session)).balance.minor).toBe(0)
    expect(await history(session)).toHaveLength(2)
  })

  it('refuses a repeated form with other payout details', async () => {
    const session = await signInPartner()
    await earn(5000)
    const form = withdrawal()
    const corrected = { ...form, payoutDetails: 'DE00 8765 4321' }
    const refusal = { error: { code: 'key-reused', message: words('api.withdrawalRequested') } }
    const both = [form, corrected].map((each) => api().referrerWithdrawal(each, { session }))
    expect((await Promise.all(both)).filter(({ ok }) => ok)).toHaveLength(1)
    const [stored] = await rows<{ payoutDetails: string }>(
      `SELECT payout_details AS payoutDetails FROM partner_transactions WHERE type = 'withdrawal'`,
    )
    const other = stored?.payoutDetails === form.payoutDetails ? corrected : form
    expect(await api().referrerWithdrawal(other, { session })).toMatchObject(refusal)
  })

  it('links the withdrawal email to the partner’s page, if the shop has a back office', async () => {
    Object.assign(settings, {
      ACCESS_TEAM_DOMAIN: 'https://shop.cloudflareaccess.com',
      ACCESS_AUD: 'a'.repeat(64),
      ADMIN_OWNERS: 'olga@shop.example',
    })
    const session = await signInPartner()
    await earn(4000)
    await api().referrerWithdrawal(withdrawal(), { session })
    const [mail] = await rows<{ body: string }>(
      `SELECT body FROM outbox WHERE purpose = 'withdrawal'`,
    )
    expect(await cabinet(session)).toMatchObject({ requested: { minor: 4000 } })
    await run('UPDATE partner_transactions SET paid_at = created_at')
    expect(await cabinet(session)).toMatchObject({ requested: { minor: 0 } })
    const [partner] = await rows<{ id: string }>('SELECT id FROM partners')
    expect(mail?.body).toContain(`/admin/partner?id=${partner?.id}\n`)
  })

  it('warns the operator about payout details that were never used for a payout', async () => {
    const session = await signInPartner()
    const warned: boolean[] = []
    for (const payoutDetails of ['DE00 1234', 'DE00 1234', 'XX99 6666', 'DE00 1234']) {
      await earn(4000)
      await api().referrerWithdrawal({ ...withdrawal(), payoutDetails }, { session })
      const mails = await rows<{ body: string }>(
        `SELECT body FROM outbox WHERE purpose = 'withdrawal' ORDER BY created_at DESC LIMIT 1`,
      )
      warned.push(mails[0]?.body.includes(words('mail.newPayoutDetails')) ?? false)
      // Marks the confirmed withdrawals as paid by the operator.
      const paid = payoutDetails === 'DE00 1234' ? clock.now.toISOString() : null
      await run(sql`UPDATE partner_transactions SET paid_at = ${paid}
        WHERE payout_details = ${payoutDetails}`)
      advanceClock(60)
    }
    expect(warned).toEqual([true, false, true, false])
  })

  it('refuses withdrawals while the operator has closed them', async () => {
    settings['WITHDRAWALS_OPEN'] = '0'
    const session = await signInPartner()
    await earn(5000)
    expect((await cabinet(session)).withdrawalsOpen).toBe(false)
    expect(await api().referrerWithdrawal(withdrawal(), { session })).toMatchObject({
      error: { status: 409, message: words('api.withdrawalsClosed') },
    })
  })
})

describe('the balance', () => {
  it('is the sum of the history and is never overdrawn, in any order of events', async () => {
    const step = fc.oneof(
      { weight: 4, arbitrary: fc.constant({ kind: 'buy' } as const) },
      {
        weight: 2,
        arbitrary: fc.record({ kind: fc.constant('refund' as const), index: fc.nat(9) }),
      },
      {
        weight: 2,
        arbitrary: fc.record({ kind: fc.constant('repeat' as const), index: fc.nat(9) }),
      },
      { weight: 2, arbitrary: fc.constant({ kind: 'withdraw' } as const) },
      { weight: 1, arbitrary: fc.constant({ kind: 'earn' } as const) },
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { maxLength: 4 }), { maxLength: 5 }),
        async (rounds) => {
          await openShop(5)
          const session = await signInPartner()
          const referralCode = await codeOf(session)
          const orders: string[] = []
          for (const round of rounds) {
            await Promise.all(
              round.map(async (each) => {
                if (each.kind === 'earn') return earn(2000)
                if (each.kind === 'withdraw')
                  return api().referrerWithdrawal(withdrawal(), { session })
                if (each.kind === 'buy') {
                  const invoiceID = await placeOrder({ referralCode }).catch(() => null)
                  if (invoiceID === null) return undefined
                  orders.push(invoiceID)
                  return pay(invoiceID)
                }
                const invoiceID = orders[each.index % Math.max(orders.length, 1)]
                const kind = each.kind === 'refund' ? 'refunded' : 'charged'
                return invoiceID && pay(invoiceID, { kind })
              }),
            )
            const entries = await history(session)
            const sum = entries.reduce((total, { amount }) => total + amount.minor, 0)
            const { balance } = await cabinet(session)
            expect(balance.minor).toBe(sum)
            const takenBack = entries.filter(({ status }) => status === 'reversed').length * 125
            expect(balance.minor).toBeGreaterThanOrEqual(-takenBack)
            // An order without stock earns its reward when it is delivered.
            const delivered = await rows(`SELECT id FROM orders WHERE status = 'success'`)
            expect((await cabinet(session)).esimsPurchased).toBe(delivered.length)
          }
        },
      ),
      { numRuns: 25 },
    )
  }, 60_000)
})

describe('fraud by partners', () => {
  it('is delayed, because rewards are on hold until their order is old enough', async () => {
    settings['REWARD_HOLD_DAYS'] = '14'
    settings['REWARD_PERCENT'] = '100'
    await stockShop(4)
    const session = await signInPartner()
    const referralCode = await codeOf(session)
    for (let orders = 0; orders < 3; orders += 1) await pay(await placeOrder({ referralCode }))
    expect(await cabinet(session)).toMatchObject({
      balance: { minor: 3750 },
      available: { minor: 0 },
      availableFrom: '2026-12-05T10:00:00.000Z',
      rewardHoldDays: 14,
    })
    expect(await api().referrerWithdrawal(withdrawal(), { session })).toMatchObject({
      error: { status: 409, code: 'balance-too-small' },
    })
    advanceClock(14 * 86_400)
    await pay(await placeOrder({ referralCode }))
    expect(await cabinet(session)).toMatchObject({
      balance: { minor: 5000 },
      available: { minor: 3750 },
      availableFrom: '2026-12-19T10:00:00.000Z',
    })
    expect(await api().referrerWithdrawal(withdrawal(), { session })).toMatchObject({
      value: { data: { amount: { minor: -3750 } } },
    })
    expect(await cabinet(session)).toMatchObject({
      balance: { minor: 1250 },
      available: { minor: 0 },
    })
  })

  it('has no availability date for the reward of a refunded order', async () => {
    settings['REWARD_HOLD_DAYS'] = '14'
    await stockShop(1)
    const session = await signInPartner()
    expect(await cabinet(session)).toMatchObject({ availableFrom: null })
    const invoiceID = await placeOrder({ referralCode: await codeOf(session) })
    await pay(invoiceID)
    expect(await cabinet(session)).toMatchObject({ availableFrom: '2026-12-05T10:00:00.000Z' })
    await pay(invoiceID, { kind: 'refunded' })
    expect(await cabinet(session)).toMatchObject({ balance: { minor: 0 }, availableFrom: null })
  })

  it('earns nothing from purchases in the partner’s own browser', async () => {
    await stockShop(2)
    const session = await signInPartner()
    const referralCode = await codeOf(session)
    const own = await api().activation({ ...orderOf(), referralCode, nonce })
    const others = { ...orderOf(), referralCode, nonce: 'o'.repeat(43) }
    const sold = await api().activation(others)
    for (const order of [own, sold]) if (order.ok) await pay(order.value.data.invoiceID)
    expect(await cabinet(session)).toMatchObject({ esimsPurchased: 1, balance: { minor: 125 } })
  })

  it('cannot forge the amount or the language of the email about a withdrawal', async () => {
    const session = await signInPartner()
    await earn(4000)
    const forged = { ...withdrawal(), payoutDetails: 'DE00 1234 5678\n\nAmount: $9,000' }
    expect(await api().referrerWithdrawal(forged, { session })).toMatchObject({
      error: { status: 422, fields: { payoutDetails: [words('api.invalid')] } },
    })
    await api('ru').referrerWithdrawal(withdrawal(), { session })
    const [mail] = await rows<{ subject: string; body: string }>(
      `SELECT subject, body FROM outbox WHERE purpose = 'withdrawal'`,
    )
    expect(mail?.subject).toBe(words('mail.withdrawalSubject', { amount: '$40' }))
    expect(mail?.body).toContain(words('mail.newPayoutDetails'))
    expect(mail?.body.split('\n')[0]).toBe('Amount: $40')
  })
})
