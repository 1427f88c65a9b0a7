import { describe, expect, it } from 'vitest'
import { iccidPattern, readActivationCode } from '../../../src/kit/activation-code.ts'
import { secretID } from '../../../src/kit/tokens.shared.ts'
import { buyProfile, fetchProfile, referenceOf, refusalReasons } from './steps.ts'
import type { CurrentSupplier } from './steps.ts'

export function testOrders(current: CurrentSupplier): void {
  describe('orders', () => {
    it('sells a profile that a phone can install', async () => {
      const rig = current()
      const profile = await buyProfile(rig)
      expect(profile.iccid).toMatch(iccidPattern)
      expect(readActivationCode(profile.activationCode)).toMatchObject({ ok: true })
      expect(rig.countSales()).toEqual({ profiles: 1, topUps: 0 })
    })

    it('returns the same profile for each fetch', async () => {
      const { supplier, planCode } = current()
      const reference = referenceOf(await supplier.order(secretID(), planCode))
      const profile = await fetchProfile(supplier, reference)
      expect(await fetchProfile(supplier, reference)).toEqual(profile)
    })

    it('sells another profile for another key', async () => {
      const rig = current()
      const [first, second] = [await buyProfile(rig), await buyProfile(rig)]
      expect(second.iccid).not.toBe(first.iccid)
    })

    it('declares correctly whether orders are idempotent', async () => {
      const { supplier, planCode, countSales } = current()
      const key = secretID()
      referenceOf(await supplier.order(key, planCode))
      referenceOf(await supplier.order(key, planCode))
      expect(countSales().profiles).toBe(supplier.isOrderIdempotent ? 1 : 2)
    })

    it('finds an order by its key, and finds no other order', async ({ skip }) => {
      const { supplier, planCode, can } = current()
      expect(supplier.canFindOrders).toBe(can.find)
      const key = secretID()
      const iccidOf = async (reference: string) => (await fetchProfile(supplier, reference)).iccid
      expect(await supplier.find(key)).toBeNull()
      const reference = referenceOf(await supplier.order(key, planCode))
      referenceOf(await supplier.order(secretID(), planCode))
      skip(!can.find, 'orders cannot be found by their key')
      expect(await iccidOf((await supplier.find(key)) ?? '')).toBe(await iccidOf(reference))
      expect(await supplier.find(secretID())).toBeNull()
      // Searches with wildcards of LIKE.
      expect(await supplier.find(key.slice(1))).toBeNull()
      expect(await supplier.find('_'.repeat(key.length))).toBeNull()
    })

    it('has no profile while the supplier prepares it', async ({ skip }) => {
      const rig = current()
      const { supplier, planCode } = rig
      const holding = rig.holding ?? skip('profiles are ready immediately')
      holding.isOn = true
      const reference = referenceOf(await supplier.order(secretID(), planCode))
      expect(await supplier.fetch(reference)).toBeNull()
      holding.isOn = false
      expect((await fetchProfile(supplier, reference)).iccid).toMatch(iccidPattern)
    })

    it('reports an accepted order that failed later', async ({ skip }) => {
      const rig = current()
      const { supplier, planCode } = rig
      const failLater = rig.failLater ?? skip('accepted orders do not fail')
      if (rig.holding) rig.holding.isOn = true
      const reference = referenceOf(await supplier.order(secretID(), planCode))
      failLater(reference)
      expect(await supplier.fetch(reference)).toMatchObject({ status: 'refused' })
    })

    it.for(refusalReasons)('refuses an order: %s', async (reason, { skip }) => {
      const rig = current()
      const refuse = rig.refusing[reason] ?? skip('the supplier does not refuse for this reason')
      const order = await rig.supplier.order(secretID(), refuse())
      expect(order).toMatchObject({ status: 'refused', reason })
      expect(rig.countSales().profiles).toBe(0)
    })
  })

  describe('cancelling', () => {
    it('returns an unused profile', async ({ skip }) => {
      const rig = current()
      skip(!rig.can.cancel, 'profiles cannot be returned')
      const { iccid } = await buyProfile(rig)
      expect(await rig.supplier.cancel(iccid)).toBe(true)
    })

    it('does not return a profile of another shop', async ({ skip }) => {
      const { supplier, can } = current()
      skip(!can.cancel, 'profiles cannot be returned')
      expect(await supplier.cancel('8910300000099999999')).toBe(false)
    })
  })
}
