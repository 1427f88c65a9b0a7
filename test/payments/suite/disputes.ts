import { describe, expect, it } from 'vitest'
import { factsOf, startPaid } from './steps.ts'
import type { CurrentRig } from './steps.ts'

export function testDisputes(current: CurrentRig): void {
  describe('disputes', () => {
    it.for(['won', 'lost'] as const)('reports a dispute that is %s', async (outcome, { skip }) => {
      const rig = current()
      const bank = rig.bank ?? skip('the provider does not report disputes')
      const { order, reference } = await startPaid(rig)
      await bank.dispute(reference)
      const opened = await factsOf(rig, reference)
      expect(opened.map(({ kind }) => kind).toSorted()).toEqual(['charged', 'disputed'])
      await bank.decide(reference, outcome)
      const { id } = opened.find(({ kind }) => kind === 'disputed') ?? {}
      const facts = await factsOf(rig, reference)
      const decided = facts.find(({ kind }) => kind === `dispute-${outcome}`)
      expect(decided).toMatchObject({ id, reference, amount: order.amount })
    })
  })
}
