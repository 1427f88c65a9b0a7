import { createYookassaProvider } from '../../src/payments/yookassa.ts'
import type { YookassaSettings } from '../../src/payments/yookassa.ts'
import { decimalOf } from '../../src/kit/money.shared.ts'
import type { ProviderRig } from './provider-rig.ts'
import { YookassaServer } from './yookassa-server.ts'
import { notification, notificationOf } from './yookassa-shop.ts'

export function createYookassaRig(change: Partial<YookassaSettings> = {}) {
  const clock = { now: new Date('2026-11-21T10:00:00Z') }
  const secrets = { shopID: '100500', secretKey: 'test_local' }
  const server = new YookassaServer({ ...secrets, now: () => clock.now })
  const { shop } = server
  const sent: Request[] = []
  /** Milliseconds that the provider waited before each retry. */
  const pauses: number[] = []
  const provider = createYookassaProvider(
    { ...secrets, receipt: { vatCode: 1, taxSystemCode: 2 }, ...change },
    {
      fetch: server.fetch,
      wait: async (milliseconds) => {
        pauses.push(milliseconds)
      },
    },
  )
  return {
    server,
    pauses,
    provider,
    clock,
    currency: 'RUB',
    get fault() {
      return server.fault
    },
    set fault(fault) {
      server.fault = fault
    },
    customer: {
      async pay(reference, amount) {
        const charged = amount && { value: decimalOf(amount), currency: amount.currency }
        sent.push(shop.pay(reference, charged))
      },
      async decline(reference) {
        sent.push(shop.decline(reference))
      },
    },
    operator: {
      async refund(reference, amount, status) {
        sent.push(shop.refundInDashboard(reference, decimalOf(amount), status))
      },
      async settleRefunds() {
        for (const id of shop.refunds.keys()) sent.push(shop.completeRefund(id))
      },
    },
    bank: null,
    webhooks: async () => sent.splice(0),
    async forgeries() {
      const [payment] = shop.payments.values()
      if (!payment) throw new Error('There is no payment to forge')
      const send = (object: object, address?: string) =>
        notification('payment.succeeded', object, address)
      return { 'another network': send(payment, '185.71.76.32'), 'no address': send(payment, '') }
    },
    malformedWebhooks: async () => ({
      body: notificationOf('{'),
      'body.object.id': notification('payment.succeeded', {}),
      'body.object.payment_id': notification('refund.succeeded', { id: 'a-refund' }),
    }),
    payablePages: async () =>
      [...shop.payments.values()].filter(({ status }) => status === 'pending').length,
    can: { cancel: false, refund: true, fail: true },
  } satisfies ProviderRig & { server: unknown; pauses: unknown }
}
