import { createStripeProvider } from '../../src/payments/stripe.ts'
import { toStripeAmount } from '../../src/payments/stripe-api.ts'
import type { ProviderRig } from './provider-rig.ts'
import { createStripeServer } from './stripe-server.ts'

type StripeRig = ProviderRig & { readonly server: ReturnType<typeof createStripeServer> }

export function createStripeRig({ keyOfShop = 'sk_test_local' } = {}): StripeRig {
  const clock = { now: new Date('2026-11-21T10:00:00Z') }
  const now = () => clock.now
  const secrets = { secretKey: 'sk_test_local', webhookSecret: 'whsec_local' }
  const endpoint = 'https://shop.example/callbacks/payment/stripe'
  const server = createStripeServer({ ...secrets, endpoint, now })
  const { account } = server
  const provider = createStripeProvider(
    { ...secrets, secretKey: keyOfShop, currencies: ['USD'], timeoutMs: 30 },
    { fetch: async (...call) => server.fetch(...call), now },
  )
  return {
    server,
    provider,
    clock,
    currency: 'USD',
    get fault() {
      return server.fault
    },
    set fault(fault) {
      server.fault = fault
    },
    customer: {
      async pay(reference, amount) {
        const { currency = '' } = amount ?? {}
        const charged = amount && {
          amount: toStripeAmount(amount),
          currency: currency.toLowerCase(),
        }
        account.pay(reference, charged)
      },
      decline: async (reference) => account.decline(reference),
    },
    operator: {
      refund: async (reference, amount, status) =>
        account.refund(reference, toStripeAmount(amount), status),
      async settleRefunds() {
        for (const refund of account.refunds) account.settleRefund(refund, 'succeeded')
      },
    },
    bank: {
      dispute: async (reference) => void account.dispute(reference),
      decide: async (reference, outcome) => account.decideDispute(reference, outcome),
    },
    webhooks: async () => server.webhooks(),
    async forgeries() {
      const [event] = account.events
      if (!event) throw new Error('There is no event to forge')
      const sixMinutesAgo = new Date(clock.now.getTime() - 360_000)
      const genuine = await server.sign(event)
      const body = (await genuine.text()).replace('"livemode":false', '"livemode":true')
      return {
        'wrong signature': await server.sign(event, { secret: 'whsec_wrong' }),
        'old signature': await server.sign(event, { at: sixMinutesAgo }),
        'changed body': new Request(endpoint, { method: 'POST', body, headers: genuine.headers }),
        'no signature': new Request(endpoint, { method: 'POST', body }),
      }
    },
    malformedWebhooks: async () => ({
      body: await server.signText('{"object":"event"'),
      'body.data': await server.signText('{"object":"event","id":"evt_1"}'),
      'body.data.object.id': await server.signText(
        '{"data":{"object":{"object":"payment_intent"}}}',
      ),
    }),
    payablePages: async () => account.sessions.filter(account.isOpen).length,
    can: { cancel: true, refund: true, fail: true },
  }
}
