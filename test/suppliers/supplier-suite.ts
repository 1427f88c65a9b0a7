import { afterEach, beforeEach, describe, expect, onTestFinished, vi } from 'vitest'
import type { SupplierRig } from './supplier-rig.ts'
import { testCatalogue } from './suite/catalogue.ts'
import { testOrderFaults } from './suite/order-faults.ts'
import { testOrders } from './suite/orders.ts'
import { testReadFaults } from './suite/read-faults.ts'
import { testTopUps } from './suite/top-ups.ts'
import { testUsage } from './suite/usage.ts'
import { testWebhooks } from './suite/webhooks.ts'

/** The tests that every supplier must pass. Tests of missing features are skipped. */
export function testSupplier(name: string, createRig: () => Promise<SupplierRig>): void {
  describe(`supplier ${name}`, () => {
    let rig: SupplierRig
    const current = () => rig
    beforeEach(async () => {
      rig = await createRig()
      // The shop logs rejected webhooks and skipped plans.
      const log = vi.spyOn(console, 'error').mockImplementation(() => {})
      onTestFinished(() => log.mockRestore())
    })
    afterEach(() => expect(rig.breaches()).toEqual([]))
    testOrders(current)
    testOrderFaults(current)
    testTopUps(current)
    testUsage(current)
    testCatalogue(current)
    testReadFaults(current)
    testWebhooks(current)
  })
}
