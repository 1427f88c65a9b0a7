import { describe, expect, it } from 'vitest'
import { secretID } from '../../../src/kit/tokens.shared.ts'
import type { SupplierRig } from '../supplier-rig.ts'
import { buyProfile, errorOf, referenceOf, writeFaults } from './steps.ts'
import type { CurrentSupplier } from './steps.ts'

const lacking = 'eSIMs cannot be topped up'

export function testTopUps(current: CurrentSupplier): void {
  describe('top-ups', () => {
    it('adds data to an eSIM', async ({ skip }) => {
      const rig = current()
      skip(!rig.can.topUp, lacking)
      const { iccid, topUp } = await buyTopUpable(rig)
      const before = await limitOf(rig, iccid)
      referenceOf(await rig.supplier.topUp(secretID(), iccid, topUp.code))
      expect(rig.countSales()).toEqual({ profiles: 1, topUps: 1 })
      expect(await limitOf(rig, iccid)).toBe(before + (topUp.trafficMb ?? 0))
    })

    it('lists the price, data and days of a top-up', async ({ skip }) => {
      const rig = current()
      skip(!rig.can.topUp, lacking)
      const { topUp } = await buyTopUpable(rig)
      expect(topUp.cost.currency).toMatch(/^[A-Z]{3}$/)
      expect(topUp.cost.minor).toBeGreaterThan(0)
      expect(Number.isInteger(topUp.cost.minor)).toBe(true)
      expect(topUp.validityDays).toBeGreaterThan(0)
      expect(topUp.title).not.toBe('')
    })

    it('finds a top-up by its key', async ({ skip }) => {
      const rig = current()
      skip(!rig.can.topUp || !rig.can.find, lacking)
      const { iccid, topUp } = await buyTopUpable(rig)
      const key = secretID()
      expect(await rig.supplier.find(key)).toBeNull()
      await rig.supplier.topUp(key, iccid, topUp.code)
      expect(await rig.supplier.find(key)).not.toBeNull()
    })

    it('refuses a top-up that does not exist', async ({ skip }) => {
      const rig = current()
      skip(!rig.can.topUp, lacking)
      const { iccid } = await buyProfile(rig)
      const order = await rig.supplier.topUp(secretID(), iccid, 'no-such-top-up')
      expect(order).toMatchObject({ status: 'refused', reason: 'plan-gone' })
      expect(rig.countSales().topUps).toBe(0)
    })

    it('refuses a top-up that the balance does not cover', async ({ skip }) => {
      const rig = current()
      skip(!rig.can.topUp, lacking)
      const { iccid, topUp } = await buyTopUpable(rig)
      const empty = rig.refusing['out-of-balance'] ?? skip('the supplier is paid by invoice')
      empty()
      const order = await rig.supplier.topUp(secretID(), iccid, topUp.code)
      expect(order).toMatchObject({ status: 'refused', reason: 'out-of-balance' })
      expect(rig.countSales().topUps).toBe(0)
    })

    it.for(writeFaults)('is added once after $fault', async ({ fault, outcome }, { skip }) => {
      const rig = current()
      skip(!rig.can.topUp, lacking)
      const { supplier } = rig
      const { iccid, topUp } = await buyTopUpable(rig)
      const key = secretID()
      rig.fail('top-up', fault)
      await errorOf(supplier.topUp(key, iccid, topUp.code))
      // Like the shop, does not repeat a top-up that may have taken effect.
      const mayRepeat = outcome === 'not-executed' || supplier.isOrderIdempotent
      if ((await supplier.find(key)) === null && mayRepeat)
        referenceOf(await supplier.topUp(key, iccid, topUp.code))
      expect(rig.countSales().topUps).toBeLessThanOrEqual(1)
    })

    it.for(writeFaults)(
      'is $outcome after $fault',
      async ({ fault, outcome, isDone }, { skip }) => {
        const rig = current()
        skip(!rig.can.topUp, lacking)
        const { iccid, topUp } = await buyTopUpable(rig)
        const key = secretID()
        rig.fail('top-up', fault)
        const error = await errorOf(rig.supplier.topUp(key, iccid, topUp.code))
        expect(error.outcome).toBe(outcome)
        expect(rig.countSales().topUps).toBe(isDone ? 1 : 0)
        expect((await rig.supplier.find(key)) !== null).toBe(rig.can.find && isDone)
      },
    )
  })
}

async function buyTopUpable(rig: SupplierRig) {
  const { iccid } = await buyProfile(rig)
  const [topUp] = await rig.supplier.topUps(iccid)
  if (!topUp) throw new Error('The plan of the rig has no top-ups')
  return { iccid, topUp }
}

async function limitOf({ supplier }: SupplierRig, iccid: string): Promise<number> {
  const [usage] = await supplier.usage([iccid])
  return usage?.dataLimitMb ?? 0
}
