import { env } from 'cloudflare:workers'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { refundUndelivered } from '../../../src/orders/refund-undelivered.ts'
import { sendOpenRefunds } from '../../../src/orders/refunds.ts'
import { deliverPaidOrders } from '../../../src/orders/delivery.ts'
import { paymentProviders } from '../../../src/payments/providers.ts'
import { backendConfig } from '../../../src/settings.ts'
import { secretID } from '../../../src/kit/tokens.shared.ts'
import { failAt } from '../../support/failing-database.ts'
import type { DatabaseFault } from '../../support/failing-database.ts'
import { FaultMatrix } from '../../fixtures/fault-matrix.ts'
import {
  advanceClock,
  api,
  bindings,
  clearShop,
  clock,
  codeFor,
  nonce,
  orderOf,
  pay,
  phone,
  placeOrder,
  rows,
  signInPartner,
  stockShop,
  run,
  agreements,
} from '../../support/small-shop.ts'

const matrix = new FaultMatrix('D1 fails at each call of')
afterAll(() => matrix.print())
beforeEach(() => vi.spyOn(console, 'error').mockReturnValue())

/**
 * A step of a purchase. `prepare` returns a function that makes the step and returns whether the
 * shop accepted it. The function runs while a D1 call fails, and again once D1 works, as a visitor
 * would retry.
 */
type FailingStep = {
  readonly name: string
  readonly prepare: () => Promise<() => Promise<boolean>>
  readonly check: () => Promise<void>
}

const steps: readonly FailingStep[] = [
  {
    name: 'purchase',
    async prepare() {
      await stockShop(1)
      const order = orderOf()
      return async () => (await api().activation(order)).ok
    },
    async check() {
      expect(await rows('SELECT status FROM orders')).toEqual([{ status: 'processing' }])
      expect(await rows('SELECT 1 FROM order_lines')).toHaveLength(1)
      const open = 'SELECT 1 FROM payments WHERE cancelled_at IS NULL AND reference IS NOT NULL'
      expect(await rows(open)).toHaveLength(1)
    },
  },
  {
    name: 'delivery',
    async prepare() {
      await stockShop(2)
      const invoiceID = await placeOrder()
      return async () => (await pay(invoiceID, { id: 'charge' })).ok
    },
    async check() {
      await runJobs()
      expect(await rows('SELECT status FROM orders')).toEqual([{ status: 'success' }])
      expect(await rows('SELECT 1 FROM esims')).toHaveLength(1)
      expect(await rows(`SELECT 1 FROM outbox WHERE purpose = 'esim'`)).toHaveLength(1)
      expect(await rows('SELECT 1 FROM stock WHERE order_id IS NOT NULL')).toHaveLength(1)
    },
  },
  {
    name: 'refund of an order without stock',
    async prepare() {
      await stockShop(1)
      const [first, second] = [await placeOrder(), await placeOrder()]
      for (const invoiceID of [first, second])
        await pay(invoiceID, { id: `charge of ${invoiceID}` })
      advanceClock(25 * 3600)
      return runJobs
    },
    async check() {
      for (let minute = 0; minute < 2; minute += 1) {
        advanceClock(60)
        await runJobs()
      }
      expect(await rows('SELECT status FROM orders ORDER BY status')).toEqual([
        { status: 'refunded' },
        { status: 'success' },
      ])
      expect(await rows('SELECT 1 FROM esims')).toHaveLength(1)
      const mails = `SELECT purpose FROM outbox WHERE purpose IN ('esim', 'refund', 'sold-out')
        ORDER BY purpose`
      expect((await rows<{ purpose: string }>(mails)).map(({ purpose }) => purpose)).toEqual([
        'esim',
        'refund',
        'sold-out',
      ])
      const refunds = `SELECT fact ->> 'amount' AS amount FROM test_bank_facts
        WHERE fact ->> 'kind' = 'refunded' AND reference IN (SELECT reference FROM payments)`
      expect(await rows(refunds)).toEqual([{ amount: '{"minor":1250,"currency":"USD"}' }])
    },
  },
  {
    name: 'withdrawal',
    async prepare() {
      const session = await signInPartner()
      await run(`INSERT INTO partner_transactions (id, partner_id, type, amount_minor, created_at)
        SELECT 'reward', id, 'reward', 4000, '2026-10-05T00:00:00.000Z' FROM partners`)
      const withdrawal = { payoutDetails: 'DE00 1234 5678', idempotencyKey: secretID() }
      return async () => (await api().referrerWithdrawal(withdrawal, { session })).ok
    },
    async check() {
      expect(
        await rows('SELECT amount_minor FROM partner_transactions ORDER BY amount_minor'),
      ).toEqual([{ amount_minor: -4000 }, { amount_minor: 4000 }])
      expect(await rows(`SELECT 1 FROM outbox WHERE purpose = 'withdrawal'`)).toHaveLength(1)
    },
  },
]

describe.each(steps)('$name', (step) => {
  it.each([
    ['fails', false],
    ['loses its answer', true],
  ] as const)(
    'has the same result if any call %s',
    async (name, takesEffect) => {
      let call = 1
      while (await makeWithFault(step, { call, takesEffect })) call += 1
      matrix.add(`${step.name}, which ${name}`, `${call - 1} calls, one result`)
      expect(call).toBeGreaterThan(2)
    },
    60_000,
  )
})

const signIns = {
  async customer() {
    const email = 'bella@example.com'
    await api().customerCodeSend({ nonce, email })
    const code = await codeFor(email)
    return async () => (await api().registerConfirm({ nonce, email, code, consent: true })).ok
  },
  async partner() {
    await api().referrerCodeSend({ nonce, phone, ...agreements })
    const code = await codeFor(phone)
    return async () => (await api().referrerConfirm({ nonce, phone, code })).ok
  },
}

it.each(['customer', 'partner'] as const)(
  'lets a %s sign in with the same code after any call failed',
  async (kind) => {
    const step = {
      name: `sign-in of a ${kind}`,
      prepare: signIns[kind],
      async check() {
        expect(await rows('SELECT 1 FROM sessions')).toHaveLength(1)
        expect(await rows('SELECT 1 FROM challenges')).toEqual([])
      },
    }
    let call = 1
    while (await makeWithFault(step, { call, takesEffect: false })) call += 1
    matrix.add(`${step.name}, which fails`, `${call - 1} calls, one result`)
    expect(call).toBeGreaterThan(2)
  },
)

/**
 * Makes the step with the fault, then without it. Returns false when the step makes fewer calls.
 */
async function makeWithFault(step: FailingStep, fault: DatabaseFault): Promise<boolean> {
  await clearShop()
  const make = await step.prepare()
  const { database, counter } = failAt(env.DB, fault)
  bindings.DB = database
  const isAccepted = await make()
  bindings.DB = env.DB
  const isHit = counter.calls >= fault.call
  // If the step reports no failure, it must be complete.
  expect([fault, isAccepted || (await make())]).toEqual([fault, true])
  await step.check()
  return isHit
}

/**
 * Runs the scheduled jobs that deliver and refund. As in production, each job runs even if another
 * fails.
 */
async function runJobs(): Promise<boolean> {
  const { now } = clock
  const { DB: db } = bindings
  const config = backendConfig(env)
  const providers = paymentProviders(config, { db, now: () => now })
  const context = { db, config, now, providers }
  const outcomes = []
  for (const job of [deliverPaidOrders, refundUndelivered, sendOpenRefunds])
    outcomes.push(...(await Promise.allSettled([job(context)])))
  return outcomes.every(({ status }) => status === 'fulfilled')
}
