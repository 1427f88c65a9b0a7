import { describe, expect, it } from 'vitest'
import { secretID } from '../../../src/kit/tokens.shared.ts'
import { fetchProfile, referenceOf } from './steps.ts'
import type { CurrentSupplier } from './steps.ts'

export function testWebhooks(current: CurrentSupplier): void {
  describe('webhooks', () => {
    it('returns the order that is ready', async ({ skip }) => {
      const { supplier, planCode, webhooks, can } = current()
      skip(!can.announce, 'the supplier does not announce orders')
      const reference = referenceOf(await supplier.order(secretID(), planCode))
      const [webhook] = await webhooks()
      if (!webhook) throw new Error('There is no webhook')
      const report = await supplier.receive(webhook)
      expect(report.response.status).toBeLessThan(204)
      expect(report.references).toEqual([reference])
      await fetchProfile(supplier, reference)
    })

    it('reports the same orders for a repeated webhook', async ({ skip }) => {
      const { supplier, planCode, webhooks, can } = current()
      skip(!can.announce, 'the supplier does not announce orders')
      await supplier.order(secretID(), planCode)
      const sent = await webhooks()
      const copies = sent.map((request) => request.clone())
      const referencesOf = async (requests: readonly Request[]) =>
        Promise.all(requests.map(async (each) => (await supplier.receive(each)).references))
      expect(await referencesOf(copies)).toEqual(await referencesOf(sent))
    })

    it('rejects forged webhooks', async () => {
      const { supplier, planCode, forgeries } = current()
      await supplier.order(secretID(), planCode)
      for (const [reason, request] of Object.entries(await forgeries())) {
        const { references, usage, problem, response } = await supplier.receive(request)
        expect(references, reason).toEqual([])
        expect(usage, reason).toEqual([])
        expect(problem, reason).toEqual({ part: 'sender' })
        expect(response.status, reason).toBeGreaterThanOrEqual(400)
        expect(response.status, reason).toBeLessThan(500)
      }
    })

    it('reports the first invalid field of a malformed webhook', async () => {
      const { supplier, malformedWebhooks } = current()
      const requests = Object.entries(await malformedWebhooks())
      expect(requests.length).toBeGreaterThan(0)
      for (const [field, request] of requests) {
        const { references, usage, problem } = await supplier.receive(request)
        expect(references, field).toEqual([])
        expect(usage, field).toEqual([])
        expect(problem, field).toEqual({ part: 'body', field })
      }
    })
  })
}
