import { describe, expect, it } from 'vitest'
import type { Fault } from '../provider-rig.ts'
import { receiveAll, startPaid } from './steps.ts'
import type { CurrentRig } from './steps.ts'

const faults: readonly Fault[] = [
  'timeout-before',
  'server-error',
  'malformed-body',
  'too-many-requests',
]

export function testWebhooks(current: CurrentRig): void {
  describe('webhooks', () => {
    it('reports the same fact for a repeated webhook', async () => {
      const rig = current()
      await startPaid(rig)
      const webhooks = await rig.webhooks()
      const copies = webhooks.map((request) => request.clone())
      expect(await receiveAll(rig, copies)).toEqual(await receiveAll(rig, webhooks))
    })

    it('reports the same facts when webhooks arrive in reverse order', async () => {
      const rig = current()
      const { operator } = rig
      const { order, reference } = await startPaid(rig)
      if (operator) await operator.refund(reference, { ...order.amount, minor: 150 })
      const facts = await receiveAll(rig, (await rig.webhooks()).toReversed())
      const kinds = operator ? ['charged', 'refunded'] : ['charged']
      expect(facts.map(({ kind }) => kind).toSorted()).toEqual(kinds)
    })

    it('rejects forged webhooks', async () => {
      const rig = current()
      await startPaid(rig)
      const forgeries = Object.entries(await rig.forgeries())
      expect(forgeries.length).toBeGreaterThan(0)
      for (const [reason, request] of forgeries) {
        const { facts, problem, response } = await rig.provider.receive(request)
        expect(facts, reason).toEqual([])
        expect(problem, reason).toEqual({ part: 'sender' })
        expect(response.status, reason).toBeGreaterThanOrEqual(400)
        expect(response.status, reason).toBeLessThan(500)
      }
    })

    it('reports the first invalid field of a malformed webhook', async () => {
      const rig = current()
      await startPaid(rig)
      const malformed = Object.entries(await rig.malformedWebhooks())
      expect(malformed.length).toBeGreaterThan(0)
      for (const [field, request] of malformed) {
        const { facts, problem, response } = await rig.provider.receive(request)
        expect(facts, field).toEqual([])
        expect(problem, field).toEqual({ part: 'body', field })
        expect(response.status, field).toBeGreaterThanOrEqual(400)
        expect(response.status, field).toBeLessThan(500)
      }
    })

    it.for(faults)('makes the provider retry the webhook after %s', async (fault, { skip }) => {
      const rig = current()
      skip(!rig.can.fail, 'the provider trusts webhooks without a call')
      await startPaid(rig)
      const webhooks = await rig.webhooks()
      const copies = webhooks.map((request) => request.clone())
      rig.fault = fault
      const reports = await Promise.all(copies.map(async (copy) => rig.provider.receive(copy)))
      for (const { facts, problem, response } of reports) {
        expect([facts, problem]).toEqual([[], null])
        expect(response.status).toBeGreaterThanOrEqual(500)
      }
      rig.fault = null
      expect(await receiveAll(rig, webhooks)).toHaveLength(1)
    })
  })
}
