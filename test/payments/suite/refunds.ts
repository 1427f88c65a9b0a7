import { describe, expect, it } from 'vitest'
import type { Fault, ProviderRig } from '../provider-rig.ts'
import { advanceHours, factsOf, orderOf, outcomeOf, receiveAll, startPaid } from './steps.ts'
import type { CurrentRig } from './steps.ts'

const faults: readonly Fault[] = [
  'timeout-after',
  'timeout-before',
  'server-error',
  'malformed-body',
]
const lacking = 'refunds are made elsewhere'

export function testRefunds(current: CurrentRig): void {
  describe('refunds', () => {
    it('refunds a part, and then the rest', async ({ skip }) => {
      const rig = current()
      skip(!rig.can.refund, lacking)
      const { order, reference } = await startPaid(rig)
      const part = { ...order.amount, minor: 900 }
      const rest = { ...order.amount, minor: 1250 }
      const fact = await rig.provider.refund(reference, part, 'refund-1')
      const { invoiceID } = order
      expect(fact).toMatchObject({ kind: 'refunded', reference, invoiceID, amount: part })
      await rig.provider.refund(reference, rest, 'refund-2')
      expect(await refundedMinor(rig, reference)).toBe(order.amount.minor)
    })

    it('refunds once per key, even after the provider has deleted the key', async ({ skip }) => {
      const rig = current()
      skip(!rig.can.refund, lacking)
      const { order, reference } = await startPaid(rig)
      const part = { ...order.amount, minor: 900 }
      const first = await rig.provider.refund(reference, part, 'refund-1')
      advanceHours(rig, 50)
      expect(await rig.provider.refund(reference, part, 'refund-1')).toEqual(first)
      expect(await refundedMinor(rig, reference)).toBe(900)
    })

    it('reports each refund with the key of its request', async ({ skip }) => {
      const rig = current()
      skip(!rig.can.refund, lacking)
      const { order, reference } = await startPaid(rig)
      const part = { ...order.amount, minor: 900 }
      const made = await rig.provider.refund(reference, part, 'refund-1')
      expect(made).toMatchObject({ refundKey: 'refund-1' })
      const reported = (await factsOf(rig, reference)).filter(({ kind }) => kind === 'refunded')
      expect(reported).toMatchObject([{ id: made?.id, refundKey: 'refund-1' }])
    })

    it('refunds once for two simultaneous calls', async ({ skip }) => {
      const rig = current()
      skip(!rig.can.refund, lacking)
      const { order, reference } = await startPaid(rig)
      const part = { ...order.amount, minor: 900 }
      const refund = async () => rig.provider.refund(reference, part, 'refund-1')
      await Promise.allSettled([refund(), refund()])
      expect(await refundedMinor(rig, reference)).toBe(900)
    })

    it.for(faults)('refunds once after %s', async (fault, { skip }) => {
      const rig = current()
      skip(!rig.can.refund || !rig.can.fail, lacking)
      const { order, reference } = await startPaid(rig)
      const refund = async () => rig.provider.refund(reference, order.amount, 'refund-1')
      rig.fault = fault
      expect(await outcomeOf(refund())).toBe('unknown')
      rig.fault = null
      expect(await refund()).toMatchObject({ kind: 'refunded', amount: order.amount })
      expect(await refundedMinor(rig, reference)).toBe(order.amount.minor)
    })

    it('marks a refusal for too many calls as temporary', async ({ skip }) => {
      const rig = current()
      skip(!rig.can.refund || !rig.can.fail, lacking)
      const { order, reference } = await startPaid(rig)
      rig.fault = 'too-many-requests'
      await expect(rig.provider.refund(reference, order.amount, 'refund-1')).rejects.toMatchObject({
        outcome: 'refused',
        isTemporary: true,
      })
    })

    it('refuses to refund more than was charged, or an unpaid payment', async ({ skip }) => {
      const rig = current()
      skip(!rig.can.refund, lacking)
      const { order, reference } = await startPaid(rig)
      const tooMuch = { ...order.amount, minor: order.amount.minor + 1 }
      expect(await outcomeOf(rig.provider.refund(reference, tooMuch, 'refund-1'))).toBe('refused')
      const unpaid = await rig.provider.start(orderOf(rig))
      const refund = rig.provider.refund(unpaid.reference, order.amount, 'refund-2')
      expect(await outcomeOf(refund)).toBe('refused')
    })

    it('refuses while a refund from the dashboard is pending', async ({ skip }) => {
      const rig = current()
      const settle = rig.operator?.settleRefunds ?? skip('no refund is pending')
      const { order, reference } = await startPaid(rig)
      const part = { ...order.amount, minor: 900 }
      await rig.operator?.refund(reference, part, 'pending')
      const refund = async () => rig.provider.refund(reference, part, 'refund-1')
      expect(await outcomeOf(refund())).toBe('refused')
      await settle()
      expect(await refund()).toMatchObject({ refundKey: 'refund-1' })
    })

    it('reports a refund made in the dashboard', async ({ skip }) => {
      const rig = current()
      const operator = rig.operator ?? skip('the provider has no dashboard')
      const { order, reference } = await startPaid(rig)
      await receiveAll(rig, await rig.webhooks())
      await operator.refund(reference, order.amount)
      const reported = await receiveAll(rig, await rig.webhooks())
      const { invoiceID, amount } = order
      expect(reported.filter(({ kind }) => kind === 'refunded')).toEqual([
        expect.objectContaining({ reference, invoiceID, amount }),
      ])
    })
  })
}

async function refundedMinor(rig: ProviderRig, reference: string): Promise<number> {
  const refunds = (await factsOf(rig, reference)).filter(({ kind }) => kind === 'refunded')
  return refunds.reduce((sum, { amount }) => sum + amount.minor, 0)
}
