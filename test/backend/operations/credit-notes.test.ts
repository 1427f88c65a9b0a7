import { env } from 'cloudflare:workers'
import { beforeEach, expect, it, vi } from 'vitest'
import { sendOpenRefunds } from '../../../src/orders/refunds.ts'
import { refundOrder } from '../../../src/orders/refund-actions.ts'
import { runScheduledJobs } from '../../../src/jobs.ts'
import {
  advanceClock,
  api,
  clearShop,
  clock,
  pay,
  rows,
  stockShop,
} from '../../support/small-shop.ts'
import {
  member,
  nextInput,
  paidOrder,
  refusingProviders,
  staffContext,
} from '../../support/staff.ts'

beforeEach(async () => {
  await clearShop()
  await stockShop(3)
})

const notes = () =>
  rows('SELECT number, amount_minor AS minor, cancels FROM credit_notes ORDER BY number')

/** An order that was charged twice, and the refund of whose line its provider has not made yet. */
async function refundLineOfDoublePayment(): Promise<string> {
  const invoiceID = await paidOrder()
  advanceClock(60)
  await api().invoicePayment({ invoiceID })
  await pay(invoiceID)
  const { providers, ...context } = staffContext()
  const slow = providers.map((each) => ({ ...each, refund: async () => null }))
  const scope = { kind: 'lines', positions: [1] } as const
  const input = { ...(await nextInput(invoiceID)), scope, reason: 'a complaint' }
  await refundOrder({ ...context, providers: slow }, member('money'), input)
  return invoiceID
}

/** The operator returns the first charge in the provider's dashboard. */
async function returnFirstCharge(invoiceID: string): Promise<void> {
  const [first] = await rows<{ reference: string }>(
    `SELECT reference FROM payment_facts WHERE kind = 'charged' ORDER BY received_at LIMIT 1`,
  )
  advanceClock(60)
  const reference = first?.reference ?? ''
  await pay(invoiceID, { kind: 'refunded', id: 'in the dashboard', reference })
}

it('are issued when the provider makes the refund of a line, not for a returned overcharge', async () => {
  const invoiceID = await refundLineOfDoublePayment()
  await returnFirstCharge(invoiceID)
  expect(await notes()).toEqual([])
  advanceClock(60)
  await runScheduledJobs({ ...env }, clock.now)
  expect(await notes()).toEqual([{ number: 1, minor: 1250, cancels: null }])
})

it('are not issued if the provider refuses that refund', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const invoiceID = await refundLineOfDoublePayment()
  await returnFirstCharge(invoiceID)
  advanceClock(60)
  await sendOpenRefunds({ ...staffContext(), providers: refusingProviders() })
  expect(await notes()).toEqual([])
})
