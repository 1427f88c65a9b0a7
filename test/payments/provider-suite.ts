import { beforeEach, describe, onTestFinished, vi } from 'vitest'
import type { ProviderRig } from './provider-rig.ts'
import { testCancelling } from './suite/cancelling.ts'
import { testDisputes } from './suite/disputes.ts'
import { testFacts } from './suite/facts.ts'
import { testRefunds } from './suite/refunds.ts'
import { testStart } from './suite/start.ts'
import { testWebhooks } from './suite/webhooks.ts'

/**
 * Defines the tests that every payment provider must pass. Tests of missing features are skipped.
 */
export function testProvider(name: string, createRig: () => Promise<ProviderRig>): void {
  describe(`payment provider ${name}`, () => {
    let rig: ProviderRig
    const current = () => rig
    beforeEach(async () => {
      rig = await createRig()
      // Rejected and postponed webhooks are logged.
      const log = vi.spyOn(console, 'error').mockImplementation(() => {})
      onTestFinished(() => log.mockRestore())
    })
    testStart(current)
    testFacts(current)
    testWebhooks(current)
    testRefunds(current)
    testDisputes(current)
    testCancelling(current)
  })
}
