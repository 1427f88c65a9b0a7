import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Session } from '../../../src/api/common.ts'
import {
  adjustBalance,
  approveWithdrawal,
  markWithdrawalPaid,
  rejectWithdrawal,
} from '../../../src/partners/decide-withdrawal.ts'
import { openWithdrawals, partnerForOffice } from '../../../src/partners/partners-for-office.ts'
import type { ActionResult } from '../../../src/api/perform-action.ts'
import { staffRoles } from '../../../src/api/staff.ts'
import type { StaffMember } from '../../../src/api/staff.ts'
import { scansOf } from '../../../scripts/bench/table-scans.ts'
import { secretID } from '../../../src/kit/tokens.shared.ts'
import {
  advanceClock,
  api,
  clock,
  phone,
  rows,
  signInPartner,
  openShop,
} from '../../support/small-shop.ts'
import { recordQueries } from '../../support/record-queries.ts'
import { auditRows, member, paidOrder, staffContext } from '../../support/staff.ts'

let session: Session
let referrerID = ''

beforeEach(async () => {
  await openShop(2)
  session = await signInPartner()
  const partner = await partnerForOffice(staffContext(), phone)
  referrerID = partner?.referrerID ?? ''
  await env.DB.prepare(
    `INSERT INTO partner_transactions (id, partner_id, type, amount_minor, created_at)
    VALUES (?, ?, 'reward', 5000, '2026-01-05T00:00:00.000Z')`,
  )
    .bind(secretID(), referrerID)
    .run()
})

async function input() {
  const partner = await partnerForOffice(staffContext(), referrerID)
  return { referrerID, version: partner?.version ?? -1, idempotencyKey: secretID() }
}

async function withdraw(payoutDetails = 'DE00 1234 5678'): Promise<string> {
  const request = { payoutDetails, idempotencyKey: secretID() }
  const answer = await api().referrerWithdrawal(request, { session })
  if (!answer.ok) throw new Error('the withdrawal was refused')
  return answer.value.data.id
}

const balance = async () => (await partnerForOffice(staffContext(), referrerID))?.balance.minor
const codeOf = (result: ActionResult) => (result.ok ? 'ok' : result.error.code)

type Run = (
  staff: StaffMember,
  request: Awaited<ReturnType<typeof input>> & { readonly withdrawalID: string },
) => Promise<ActionResult>
const cases: readonly { readonly action: string; readonly run: Run; readonly effects: string }[] = [
  {
    action: 'adjust',
    run: async (staff, { version, idempotencyKey }) =>
      adjustBalance(staffContext(), staff, {
        referrerID,
        version,
        idempotencyKey,
        amountMinor: -700,
        reason: 'own order',
      }),
    effects: 'SELECT 1 FROM partner_transactions WHERE amount_minor = -700',
  },
  {
    action: 'approve',
    run: async (staff, request) => approveWithdrawal(staffContext(), staff, request),
    effects: 'SELECT 1 FROM partner_transactions WHERE approved_at IS NOT NULL',
  },
  {
    action: 'reject',
    run: async (staff, request) =>
      rejectWithdrawal(staffContext(), staff, { ...request, reason: 'wrong details' }),
    effects: `SELECT 1 FROM partner_transactions WHERE type = 'rejection'`,
  },
]

describe.each(cases)('$action', ({ run, effects }) => {
  it('takes effect once when its form is sent twice simultaneously', async () => {
    const request = { ...(await input()), withdrawalID: await withdraw() }
    const current = { ...request, version: (await input()).version }
    const results = await Promise.all([run(member(), current), run(member(), current)])
    expect(results.map(codeOf)).toEqual(['ok', 'ok'])
    expect(await rows(effects)).toHaveLength(1)
    expect(await auditRows(referrerID)).toHaveLength(1)
  })

  it('is a conflict when the partner has changed, and is rolled back if its audit row fails', async () => {
    const outdated = await input()
    const withdrawalID = await withdraw()
    expect(codeOf(await run(member(), { ...outdated, withdrawalID }))).toBe('conflict')
    const request = { ...(await input()), withdrawalID }
    await env.DB.prepare(
      `CREATE TRIGGER no_audit AFTER INSERT ON audit BEGIN SELECT RAISE(ABORT, 'disk'); END`,
    ).run()
    try {
      await expect(run(member(), request)).rejects.toThrow('disk')
    } finally {
      await env.DB.prepare('DROP TRIGGER no_audit').run()
    }
    expect(await rows(effects)).toEqual([])
  })

  it.each(staffRoles)('is allowed or rejected for the role %s', async (role) => {
    const withdrawalID = await withdraw()
    const result = await run(member(role), { ...(await input()), withdrawalID })
    expect(codeOf(result)).toBe(role === 'support' ? 'forbidden' : 'ok')
  })
})

describe('a withdrawal', () => {
  it('is approved, then paid, and the partner’s history shows it', async () => {
    const withdrawalID = await withdraw()
    expect(await openWithdrawals(staffContext())).toMatchObject([
      { id: withdrawalID, amount: { minor: 5000 }, hasNewDetails: true, approvedAt: null },
    ])
    const pay = async (role: 'money' | 'support' = 'money') =>
      markWithdrawalPaid(staffContext(), member(role), { ...(await input()), withdrawalID })
    expect(codeOf(await pay('support'))).toBe('forbidden')
    expect(await pay()).toMatchObject({ error: { reason: 'not-approved' } })
    await approveWithdrawal(staffContext(), member(), { ...(await input()), withdrawalID })
    expect(codeOf(await pay())).toBe('ok')
    expect(await pay()).toMatchObject({ error: { reason: 'decided' } })
    expect(await openWithdrawals(staffContext())).toEqual([])
    const history = await api().referrerTransactions({}, { session })
    expect(history).toMatchObject({ value: { data: [{ status: 'paid' }, { status: 'booked' }] } })
  })

  it('is returned to the balance exactly once when it is rejected', async () => {
    const withdrawalID = await withdraw()
    expect(await balance()).toBe(0)
    const reject = async () =>
      rejectWithdrawal(staffContext(), member(), {
        ...(await input()),
        withdrawalID,
        reason: 'wrong details',
      })
    expect(codeOf(await reject())).toBe('ok')
    expect(await reject()).toMatchObject({ error: { reason: 'decided' } })
    expect(await balance()).toBe(5000)
    const history = await api().referrerTransactions({}, { session })
    expect(history).toMatchObject({
      value: {
        data: expect.arrayContaining([
          expect.objectContaining({
            type: 'withdrawal',
            status: 'rejected',
            reason: 'wrong details',
          }),
          expect.objectContaining({ type: 'adjustment', status: 'booked' }),
        ]),
      },
    })
    const reasons = await rows(`SELECT type FROM partner_transactions WHERE rejection_reason <> ''`)
    expect(reasons).toEqual([{ type: 'withdrawal' }])
    expect(await withdraw()).not.toBe(withdrawalID)
    expect(await balance()).toBe(0)
  })

  it('is not decided with a key that was used for another withdrawal or decision', async () => {
    const first = await withdraw()
    await env.DB.prepare(
      `INSERT INTO partner_transactions
        (id, partner_id, type, amount_minor, payout_details, created_at)
      VALUES ('another', ?, 'withdrawal', -4000, 'DE00 1234 5678', '2026-11-21T09:00:00.000Z')`,
    )
      .bind(referrerID)
      .run()
    const request = await input()
    const context = staffContext()
    const approve = (withdrawalID: string) =>
      approveWithdrawal(context, member(), { ...request, withdrawalID })
    const approval = await approve(first)
    expect(codeOf(approval)).toBe('ok')
    const keyUsed = { ok: false, error: { code: 'refused', reason: 'key-used' } }
    const decision = { ...request, withdrawalID: first }
    expect(await approve('another')).toEqual(keyUsed)
    expect(await markWithdrawalPaid(context, member(), decision)).toEqual(keyUsed)
    expect(
      await rejectWithdrawal(context, member(), { ...decision, reason: 'wrong details' }),
    ).toEqual(keyUsed)
    expect(await approve(first)).toEqual(approval)
    expect(
      await rows(`SELECT id, approved_at IS NOT NULL AS isApproved, paid_at AS paidAt
        FROM partner_transactions WHERE type <> 'reward' ORDER BY created_at DESC`),
    ).toEqual([
      { id: first, isApproved: 1, paidAt: null },
      { id: 'another', isApproved: 0, paidAt: null },
    ])
  })

  it('is not found under an unknown id', async () => {
    const result = await approveWithdrawal(staffContext(), member(), {
      ...(await input()),
      withdrawalID: 'none',
    })
    expect(codeOf(result)).toBe('not-found')
  })
})

describe('a partner for staff', () => {
  it('has rewards with their orders, which are on hold at first', async () => {
    const partner = await partnerForOffice(staffContext(), phone)
    const invoiceID = await paidOrder({ referralCode: partner?.code ?? '' })
    const { config, ...context } = staffContext()
    const holding = { ...context, config: { ...config, REWARD_HOLD_DAYS: 30 } }
    const after = await partnerForOffice(holding, partner?.code.toUpperCase() ?? '')
    expect(after).toMatchObject({ balance: { minor: 5125 }, available: { minor: 5000 } })
    expect(after?.transactions[0]).toMatchObject({ type: 'reward', invoiceID, isOwnOrder: false })
    advanceClock(30 * 86_400 + 1)
    expect(await partnerForOffice({ ...holding, now: clock.now }, phone)).toMatchObject({
      available: { minor: 5125 },
    })
  })

  it('shows an order of the partner’s own address', async () => {
    const partner = await partnerForOffice(staffContext(), phone)
    await paidOrder({ referralCode: partner?.code ?? '' })
    await withdraw('PayPal ANNA@example.com')
    const { transactions = [] } = (await partnerForOffice(staffContext(), phone)) ?? {}
    expect(transactions.filter(({ isOwnOrder }) => isOwnOrder)).toHaveLength(1)
  })
})

it('every query about partners reads an index', async () => {
  await withdraw()
  const plans = await recordQueries(async () => {
    await partnerForOffice(staffContext(), phone)
    await openWithdrawals(staffContext())
    await adjustBalance(staffContext(), member(), {
      ...(await input()),
      amountMinor: 1,
      reason: 'x',
    })
  })
  expect(plans.flatMap((plan) => scansOf(plan))).toEqual([])
})
