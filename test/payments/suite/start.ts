import { describe, expect, it } from 'vitest'
import { secretID } from '../../../src/kit/tokens.shared.ts'
import type { Fault } from '../provider-rig.ts'
import { advanceHours, factsOf, orderOf, outcomeOf } from './steps.ts'
import type { CurrentRig } from './steps.ts'

const outcomes: readonly (readonly [Fault, RegExp])[] = [
  ['timeout-before', /^unknown$/],
  ['timeout-after', /^unknown$/],
  ['connection-lost', /^unknown$/],
  ['server-error', /^unknown$/],
  ['malformed-body', /^unknown$/],
  ['too-many-requests', /^(refused|unknown)$/],
]

export function testStart(current: CurrentRig): void {
  describe('starting a payment', () => {
    it('returns a page, a reference and an expiry time', async () => {
      const rig = current()
      const started = await rig.provider.start(orderOf(rig))
      expect(new URL(started.url).protocol).toMatch(/^https?:$/)
      expect(started.reference.length).toBeGreaterThan(0)
      expect(started.expiresAt.getTime()).toBeGreaterThan(rig.clock.now.getTime())
      expect(await rig.payablePages()).toBe(1)
    })

    it('starts one payment per attempt for any number of calls', async () => {
      const rig = current()
      const order = orderOf(rig)
      const started = await rig.provider.start(order)
      advanceHours(rig, 0.25)
      expect(await rig.provider.start(order)).toEqual(started)
      expect(await rig.payablePages()).toBe(1)
      const next = await rig.provider.start({ ...order, attemptID: secretID() })
      expect(next.reference).not.toBe(started.reference)
    })

    it.each(['en', 'ru'] as const)('accepts the locale %s', async (locale) => {
      const rig = current()
      expect(await outcomeOf(rig.provider.start(orderOf(rig, { locale })))).toBe('done')
    })

    it.for(outcomes)('starts one payment after %s', async ([fault, outcome], { skip }) => {
      const rig = current()
      skip(!rig.can.fail, 'the provider makes no network calls')
      const order = orderOf(rig)
      rig.fault = fault
      expect(await outcomeOf(rig.provider.start(order))).toMatch(outcome)
      expect(await rig.payablePages()).toBeLessThanOrEqual(1)
      rig.fault = null
      const { reference } = await rig.provider.start(order)
      expect(await rig.payablePages()).toBe(1)
      await rig.customer.pay(reference)
      expect(await factsOf(rig, reference)).toHaveLength(1)
    })
  })
}
