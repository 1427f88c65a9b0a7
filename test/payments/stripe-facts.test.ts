import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { PaymentFact } from '../../src/payments/payment-provider.ts'
import { createStripeRig } from './stripe-rig.ts'
import { kindsOf, orderOf, receiveAll, startPaid } from './suite/steps.ts'

let rig = createStripeRig()

beforeEach(() => {
  rig = createStripeRig()
})

describe('a Stripe payment', () => {
  it('has no charge until a bank debit is paid', async () => {
    const { reference } = await rig.provider.start(orderOf(rig))
    rig.server.account.payLater(reference)
    expect(await receiveAll(rig, await rig.webhooks())).toEqual([])
    rig.server.account.settleLater(reference, 'succeeded')
    expect(await receiveAll(rig, await rig.webhooks())).toMatchObject([
      { kind: 'charged', reference },
    ])
  })

  it('has a fee in the currency of the balance after it was captured', async () => {
    const { reference } = await startPaid(rig)
    const [charge] = await rig.provider.lookUp(reference)
    const readFee = async () => rig.provider.readFee?.(charge?.id ?? '')
    expect(await readFee()).toBeNull()
    rig.server.account.capture(reference)
    const { amount = 0 } = rig.server.account.charges[0] ?? {}
    const minor = Math.round(amount * 0.8 * 0.029) + 25
    expect(await readFee()).toEqual({ minor, currency: 'EUR' })
    rig.server.account.mayReadFees = false
    await expect(readFee()).rejects.toMatchObject({ outcome: 'refused' })
  })

  it.each([
    ['of the billing address', { billing_details: { address: { country: 'FI' } } }, 'fi'],
    ['of the card', {}, 'de'],
    [
      'not, when Stripe sends another format',
      { payment_method_details: { card: 'DE' } },
      undefined,
    ],
  ])('has the country %s', async (_, changed, country) => {
    const { reference } = await startPaid(rig)
    Object.assign(rig.server.account.charges[0] ?? {}, changed)
    expect((await rig.provider.lookUp(reference))[0]?.country).toBe(country)
  })

  it('has a decline when a bank debit fails', async () => {
    const { reference } = await rig.provider.start(orderOf(rig))
    rig.server.account.payLater(reference)
    rig.server.account.settleLater(reference, 'failed')
    await receiveAll(rig, await rig.webhooks())
    expect(await kindsOf(rig, reference)).toEqual(['declined'])
  })

  it('reports a decline and then the charge of the same session', async () => {
    const { reference } = await rig.provider.start(orderOf(rig))
    await rig.customer.decline(reference)
    await rig.customer.pay(reference)
    expect(await kindsOf(rig, reference)).toEqual(['charged', 'declined'])
  })

  it('ignores an inquiry, which takes no money, until it becomes a dispute', async () => {
    const { account } = rig.server
    const { reference } = await startPaid(rig)
    account.dispute(reference, 'warning_needs_response')
    expect(await kindsOf(rig, reference)).toEqual(['charged'])
    account.decideDispute(reference, 'needs_response')
    expect(await kindsOf(rig, reference)).toEqual(['charged', 'disputed'])
  })

  it.each(['warning_closed', 'prevented'])('ignores a dispute that is %s', async (status) => {
    const { reference } = await startPaid(rig)
    rig.server.account.dispute(reference, 'warning_needs_response')
    rig.server.account.decideDispute(reference, status)
    expect(await kindsOf(rig, reference)).toEqual(['charged'])
  })

  it('reports a pending refund when it succeeds', async () => {
    const { account } = rig.server
    const { reference, order } = await startPaid(rig)
    account.refundStatus = 'pending'
    expect(await rig.provider.refund(reference, order.amount, 'refund-1')).toBeNull()
    expect(await kindsOf(rig, reference)).toEqual(['charged'])
    for (const refund of account.refunds) account.settleRefund(refund, 'succeeded')
    expect(await kindsOf(rig, reference)).toEqual(['charged', 'refunded'])
  })

  it('reports that a refund failed at the bank', async () => {
    const { account } = rig.server
    const { reference, order } = await startPaid(rig)
    await rig.provider.refund(reference, order.amount, 'refund-1')
    for (const refund of account.refunds) account.settleRefund(refund, 'failed')
    const facts = await rig.provider.lookUp(reference)
    const [id] = facts.filter(({ kind }) => kind === 'refunded').map((fact) => fact.id)
    expect(facts.map(({ kind }) => kind).toSorted()).toEqual([
      'charged',
      'refund-failed',
      'refunded',
    ])
    expect(facts).toContainEqual(expect.objectContaining({ kind: 'refund-failed', id }))
    expect(balanceOf(facts)).toBe(order.amount.minor)
    const again = rig.provider.refund(reference, order.amount, 'refund-1')
    await expect(again).rejects.toMatchObject({ outcome: 'refused' })
  })

  it('reports nothing about a refund that failed before the money left', async () => {
    const { account } = rig.server
    const { reference, order } = await startPaid(rig)
    account.refundStatus = 'canceled'
    const refund = rig.provider.refund(reference, order.amount, 'refund-1')
    await expect(refund).rejects.toMatchObject({ outcome: 'refused' })
    expect(await kindsOf(rig, reference)).toEqual(['charged'])
  })
})

describe('a Stripe event', () => {
  it('is not trusted, and the session is fetched even when the event reports a payment', async () => {
    const { reference } = await rig.provider.start(orderOf(rig))
    const session = rig.server.account.findSession(reference)
    if (!session) throw new Error('There is no session')
    const event = {
      id: 'evt_1',
      object: 'event',
      type: 'checkout.session.completed',
      created: 1,
      data: { object: { ...session, status: 'complete', payment_status: 'paid' } },
    } as const
    const { facts, response } = await rig.provider.receive(await rig.server.sign(event))
    expect(response.status).toBe(200)
    expect(facts).toEqual([])
  })

  it('is ignored when its payment belongs to another site in the account', async () => {
    const { reference } = await rig.provider.start(orderOf(rig))
    const session = rig.server.account.findSession(reference)
    if (session) session.metadata = {}
    await rig.customer.pay(reference)
    expect(await receiveAll(rig, await rig.webhooks())).toEqual([])
  })

  it('is ignored when it has no session or no payment', async () => {
    const event = { id: 'evt_1', object: 'event', type: 'charge.succeeded', created: 1 } as const
    for (const object of [
      { object: 'payment_intent', id: 'pi_of_an_app' } as const,
      { object: 'customer', id: 'cus_1' } as const,
    ]) {
      const request = await rig.server.sign({ ...event, data: { object } })
      const { facts, response } = await rig.provider.receive(request)
      expect(response.status).toBe(200)
      expect(facts).toEqual([])
    }
  })

  it('is logged when its signature is wrong', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => log.mockRestore())
    await startPaid(rig)
    const { 'wrong signature': forgery } = await rig.forgeries()
    if (forgery) await rig.provider.receive(forgery)
    expect(log.mock.calls.join()).toContain('stripe-event-rejected')
  })
})

function balanceOf(facts: readonly PaymentFact[]): number {
  const sign: { readonly [kind: string]: number } = { charged: 1, refunded: -1, 'refund-failed': 1 }
  return facts.reduce((sum, { kind, amount }) => sum + amount.minor * (sign[kind] ?? 0), 0)
}
