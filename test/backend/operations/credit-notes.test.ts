import { beforeEach, expect, it } from 'vitest'
import { sendOpenRefunds } from '../../../src/orders/refunds.ts'
import { linesAt, pending, refund, refusing } from '../../support/refunds.ts'
import { advanceClock, api, openShop, pay, rows } from '../../support/small-shop.ts'
import { nextJobs, paidOrder, staffContext } from '../../support/staff.ts'

beforeEach(async () => openShop(3))

const notes = () =>
  rows('SELECT number, amount_minor AS minor, cancels FROM credit_notes ORDER BY number')

/** An order that was charged twice, and the refund of whose line its provider has not made yet. */
async function refundLineOfDoublePayment(): Promise<string> {
  const invoiceID = await paidOrder()
  advanceClock(60)
  await api().invoicePayment({ invoiceID })
  await pay(invoiceID)
  await refund(invoiceID, linesAt(1), pending())
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
  await nextJobs()
  expect(await notes()).toEqual([{ number: 1, minor: 1250, cancels: null }])
})

it('are not issued if the provider refuses that refund', async () => {
  const invoiceID = await refundLineOfDoublePayment()
  await returnFirstCharge(invoiceID)
  advanceClock(60)
  await sendOpenRefunds({ ...staffContext(), ...refusing() })
  expect(await notes()).toEqual([])
})
