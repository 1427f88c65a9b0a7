import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  addNote,
  freezeOrder,
  unfreezeOrder,
  resendMail,
  resendReceipt,
} from '../../../src/orders/order-actions.ts'
import { correctAddress } from '../../../src/orders/correct-address.ts'
import { exchangePlan, reissueEsim } from '../../../src/orders/replace-line.ts'
import type { ActionInput, ActionResult } from '../../../src/api/perform-action.ts'
import { refundOrder } from '../../../src/orders/refund-actions.ts'
import { staffRoles } from '../../../src/api/staff.ts'
import type { Action, StaffMember, StaffRole } from '../../../src/api/staff.ts'
import { pay, rows, openShop, usd } from '../../support/small-shop.ts'
import {
  auditRows,
  member,
  nextInput,
  notesSql,
  paidOrder,
  staffContext,
} from '../../support/staff.ts'

type OrderInput = ActionInput & { readonly invoiceID: string }
type Case = {
  readonly action: Action
  readonly roles: readonly StaffRole[]
  readonly run: (staff: StaffMember, input: OrderInput) => Promise<ActionResult>
  /** SQL that counts the times the action took effect. */
  readonly effects: string
}

const reason = 'the customer asked'
const cases: readonly Case[] = [
  {
    action: 'note',
    roles: ['support', 'money', 'owner'],
    run: async (staff, input) => addNote(staffContext(), staff, { ...input, text: 'called us' }),
    effects: notesSql,
  },
  {
    action: 'resend',
    roles: ['support', 'owner'],
    run: async (staff, input) => resendMail(staffContext(), staff, { ...input, position: null }),
    effects: `SELECT 1 FROM outbox WHERE purpose = 'esim-copy'`,
  },
  {
    action: 'send-receipt',
    roles: ['support', 'money', 'owner'],
    run: async (staff, input) => resendReceipt(staffContext(), staff, input),
    effects: `SELECT 1 FROM outbox WHERE purpose = 'receipt'`,
  },
  {
    action: 'freeze',
    roles: ['support', 'owner'],
    run: async (staff, input) => freezeOrder(staffContext(), staff, { ...input, reason }),
    effects: 'SELECT 1 FROM orders WHERE frozen_at IS NOT NULL',
  },
  {
    action: 'refund',
    roles: ['money', 'owner'],
    run: async (staff, input) =>
      refundOrder(staffContext(), staff, {
        ...input,
        reason,
        scope: { kind: 'amount', minor: 250 },
      }),
    effects: 'SELECT 1 FROM refunds WHERE amount_minor = 250',
  },
  {
    action: 'address',
    roles: ['support', 'owner'],
    run: async (staff, input) =>
      correctAddress(staffContext(), staff, { ...input, email: 'anna@right.example' }),
    effects: `SELECT 1 FROM orders WHERE email = 'anna@right.example'`,
  },
  {
    action: 'reissue',
    roles: ['support', 'money', 'owner'],
    run: async (staff, input) =>
      reissueEsim(staffContext(), staff, { ...input, position: 1, reason }),
    effects: 'SELECT 1 FROM order_lines WHERE position > 1',
  },
  {
    action: 'exchange',
    roles: ['money', 'owner'],
    run: async (staff, input) =>
      exchangePlan(staffContext(), staff, {
        ...input,
        position: 1,
        tariffID: 'tr-sold-out',
        reason,
      }),
    effects: `SELECT 1 FROM order_lines WHERE plan_id = 'tr-sold-out'`,
  },
]

beforeEach(async () => {
  await openShop(3)
  await env.DB.prepare(
    `INSERT INTO stock (iccid, plan_id, smdp_address, matching_id)
    VALUES ('8910300000000000077', 'tr-sold-out', 'rsp.example.com', 'CHEAPER')`,
  ).run()
})

const codeOf = (result: ActionResult) => (result.ok ? 'ok' : result.error.code)

describe.each(cases)('$action', ({ action, roles: allowed, run, effects }) => {
  it('takes effect once when its form is sent twice simultaneously', async () => {
    const input = await nextInput(await paidOrder())
    const results = await Promise.all([run(member(), input), run(member(), input)])
    expect(results.map(codeOf)).toEqual(['ok', 'ok'])
    expect(results[1]).toEqual(results[0])
    expect(await rows(effects)).toHaveLength(1)
    expect(await auditRows(input.invoiceID)).toMatchObject([{ action, role: 'owner' }])
    expect(await run(member(), input)).toEqual(results[0])
    expect(await rows(effects)).toHaveLength(1)
  })

  it('is a conflict when the order has changed', async () => {
    const invoiceID = await paidOrder()
    const input = await nextInput(invoiceID)
    await pay(invoiceID, { kind: 'refunded', amount: usd(1) })
    expect(codeOf(await run(member(), input))).toBe('conflict')
    expect(await rows(effects)).toEqual([])
    expect(await auditRows(invoiceID)).toEqual([])
  })

  it('is rolled back when its audit row cannot be written', async () => {
    const input = await nextInput(await paidOrder())
    await env.DB.prepare(
      `CREATE TRIGGER no_audit AFTER INSERT ON audit BEGIN SELECT RAISE(ABORT, 'disk'); END`,
    ).run()
    try {
      await expect(run(member(), input)).rejects.toThrow('disk')
    } finally {
      await env.DB.prepare('DROP TRIGGER no_audit').run()
    }
    expect(await rows(effects)).toEqual([])
  })

  it.each(staffRoles)('is allowed or rejected for the role %s', async (role) => {
    const input = await nextInput(await paidOrder())
    const isAllowed = allowed.includes(role)
    expect(codeOf(await run(member(role), input))).toBe(isAllowed ? 'ok' : 'forbidden')
    expect(await rows(effects)).toHaveLength(isAllowed ? 1 : 0)
  })
})

describe('unfreeze', () => {
  it.each(staffRoles)('is allowed or rejected for the role %s', async (role) => {
    const invoiceID = await paidOrder()
    await freezeOrder(staffContext(), member(), { ...(await nextInput(invoiceID)), reason })
    const input = { ...(await nextInput(invoiceID)), reason }
    const result = await unfreezeOrder(staffContext(), member(role), input)
    expect(codeOf(result)).toBe(role === 'money' ? 'forbidden' : 'ok')
  })
})
