import { describe, expect, it } from 'vitest'
import { kindsOf, orderOf, outcomeOf, startPaid } from './steps.ts'
import type { CurrentRig } from './steps.ts'

const lacking = 'pages cannot be closed'

export function testCancelling(current: CurrentRig): void {
  describe('cancelling', () => {
    it('closes the page, and does nothing the second time', async ({ skip }) => {
      const rig = current()
      skip(!rig.can.cancel, lacking)
      const { reference } = await rig.provider.start(orderOf(rig))
      await rig.provider.cancel(reference)
      expect(await rig.payablePages()).toBe(0)
      await rig.provider.cancel(reference)
      expect(await kindsOf(rig, reference)).toEqual([])
    })

    it('does not change a paid payment', async () => {
      const rig = current()
      const { reference } = await startPaid(rig)
      await rig.provider.cancel(reference)
      expect(await kindsOf(rig, reference)).toEqual(['charged'])
    })

    it('throws while it is unknown whether the page is closed', async ({ skip }) => {
      const rig = current()
      skip(!rig.can.cancel || !rig.can.fail, lacking)
      const { reference } = await rig.provider.start(orderOf(rig))
      rig.fault = 'timeout-after'
      expect(await outcomeOf(rig.provider.cancel(reference))).toBe('unknown')
      rig.fault = null
      await rig.provider.cancel(reference)
      expect(await rig.payablePages()).toBe(0)
    })
  })
}
