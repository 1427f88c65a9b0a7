import { describe, expect, it } from 'vitest'
import { secretID } from '../../../src/kit/tokens.shared.ts'
import { errorOf, fetchProfile, referenceOf, writeFaults } from './steps.ts'
import type { CurrentSupplier } from './steps.ts'

export function testOrderFaults(current: CurrentSupplier): void {
  describe('an order that fails', () => {
    it.for(writeFaults)('is $outcome after $fault', async ({ fault, outcome, isDone }) => {
      const rig = current()
      rig.fail('order', fault)
      const error = await errorOf(rig.supplier.order(secretID(), rig.planCode))
      expect(error.outcome).toBe(outcome)
      expect(error.retryAfter).toBe(fault === 'too-many-requests' ? 7 : null)
      expect(rig.countSales().profiles).toBe(isDone ? 1 : 0)
    })

    it.for(writeFaults)('is bought once after $fault', async ({ fault, outcome, isDone }) => {
      const { supplier, planCode, fail, countSales, can } = current()
      const key = secretID()
      fail('order', fault)
      await errorOf(supplier.order(key, planCode))
      const found = await supplier.find(key)
      expect(found !== null).toBe(can.find && isDone)
      // Like the shop, does not repeat an order that may have taken effect.
      const mayRepeat = outcome === 'not-executed' || supplier.isOrderIdempotent
      const reference =
        found ?? (mayRepeat ? referenceOf(await supplier.order(key, planCode)) : null)
      if (reference !== null) await fetchProfile(supplier, reference)
      expect(countSales().profiles).toBe(isDone || reference !== null ? 1 : 0)
    })

    it('does not distinguish a failed order from an order that was never sent', async () => {
      const { supplier, planCode, fail } = current()
      fail('order', 'cut-before')
      fail('find', 'cut-before')
      const key = secretID()
      await errorOf(supplier.order(key, planCode))
      if (current().can.find) await errorOf(supplier.find(key))
      expect(await supplier.find(key)).toBeNull()
    })
  })
}
