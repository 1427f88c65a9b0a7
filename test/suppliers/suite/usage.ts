import { describe, expect, it } from 'vitest'
import { buyProfile } from './steps.ts'
import type { CurrentSupplier } from './steps.ts'

export function testUsage(current: CurrentSupplier): void {
  describe('usage', () => {
    it('reports an eSIM that nobody has used', async () => {
      const rig = current()
      const { iccid } = await buyProfile(rig)
      const [usage, ...others] = await rig.supplier.usage([iccid])
      expect(others).toEqual([])
      expect(usage).toMatchObject({ iccid, dataUsedMb: 0 })
      expect(usage?.state).toMatch(/^(not-installed|not-active|unknown)$/)
    })

    it('reports data used in MB, and the limit', async () => {
      const rig = current()
      const { iccid } = await buyProfile(rig)
      rig.useData(iccid, 300)
      const [usage] = await rig.supplier.usage([iccid])
      expect(usage).toMatchObject({ iccid, state: 'active', dataUsedMb: 300 })
      expect(usage?.dataLimitMb).toBeGreaterThan(300)
      expect(usage?.measuredAt).toBeInstanceOf(Date)
    })

    it('reports an eSIM that is used up', async () => {
      const rig = current()
      const { iccid } = await buyProfile(rig)
      const [unused] = await rig.supplier.usage([iccid])
      const dataLimitMb = unused?.dataLimitMb ?? 0
      rig.useData(iccid, dataLimitMb)
      const [usage] = await rig.supplier.usage([iccid])
      expect(usage).toMatchObject({ state: 'used-up', dataUsedMb: dataLimitMb })
    })

    it('reports several eSIMs, and omits unknown eSIMs', async () => {
      const rig = current()
      const first = await buyProfile(rig)
      const second = await buyProfile(rig)
      rig.useData(second.iccid, 20)
      const usage = await rig.supplier.usage([first.iccid, '8910300000099999999', second.iccid])
      expect(usage.map(({ iccid, dataUsedMb }) => [iccid, dataUsedMb])).toEqual([
        [first.iccid, 0],
        [second.iccid, 20],
      ])
      expect(await rig.supplier.usage([])).toEqual([])
    })
  })
}
