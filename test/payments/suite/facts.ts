import { describe, expect, it } from 'vitest'
import { secretID } from '../../../src/kit/tokens.shared.ts'
import {
  advanceHours,
  chargesSince,
  factsOf,
  kindsOf,
  orderOf,
  outcomeOf,
  receiveAll,
  startPaid,
} from './steps.ts'
import type { CurrentRig } from './steps.ts'

export function testFacts(current: CurrentRig): void {
  describe('facts', () => {
    it('reports the charge with the amount, the invoice and the reference', async () => {
      const rig = current()
      const { order, reference } = await startPaid(rig)
      const { invoiceID, amount } = order
      const charged = { kind: 'charged', reference, invoiceID, amount }
      expect(await receiveAll(rig, await rig.webhooks())).toEqual([
        expect.objectContaining(charged),
      ])
    })

    it('finds a charge whose webhook was lost', async ({ skip }) => {
      const rig = current()
      skip(!rig.provider.canLookUp, 'payments cannot be looked up')
      const { order, reference } = await startPaid(rig)
      const [charged, ...others] = await rig.provider.lookUp(reference)
      expect(others).toEqual([])
      expect(charged).toMatchObject({ kind: 'charged', amount: order.amount })
      expect(await receiveAll(rig, await rig.webhooks())).toEqual([charged])
    })

    it('reports a decline without a charge, and then the charge of the next attempt', async () => {
      const rig = current()
      const order = orderOf(rig)
      const { reference } = await rig.provider.start(order)
      await rig.customer.decline(reference)
      expect(await kindsOf(rig, reference)).toEqual(['declined'])
      const next = await rig.provider.start({ ...order, attemptID: secretID() })
      await rig.customer.pay(next.reference)
      expect(await kindsOf(rig, next.reference)).toContain('charged')
    })

    it('reports the charged amount, not the ordered amount', async () => {
      const rig = current()
      const { reference } = await rig.provider.start(orderOf(rig))
      const amount = { minor: 700, currency: 'EUR' }
      await rig.customer.pay(reference, amount)
      const charged = expect.objectContaining({ kind: 'charged', amount })
      expect(await factsOf(rig, reference)).toEqual([charged])
    })

    it('lists the charges since a time with their facts, page by page', async ({ skip }) => {
      const rig = current()
      skip(!rig.provider.listCharges, 'charges cannot be listed')
      await startPaid(rig)
      advanceHours(rig, 1)
      const since = rig.clock.now
      await rig.provider.start(orderOf(rig))
      const paid = []
      for (let count = 0; count < 51; count += 1) paid.push(await startPaid(rig))
      const charges = await chargesSince(rig, since)
      expect(charges).toHaveLength(51)
      const [newest] = charges
      const { order, reference } = paid.at(-1) ?? {}
      const charged = { kind: 'charged', id: newest?.id, reference, invoiceID: order?.invoiceID }
      expect(await newest?.lookUp()).toEqual([expect.objectContaining(charged)])
    })

    it('throws for a payment that the provider does not have', async ({ skip }) => {
      const rig = current()
      skip(!rig.provider.canLookUp, 'payments cannot be looked up')
      expect(await outcomeOf(rig.provider.lookUp('no-such-payment'))).toBe('refused')
    })
  })
}
