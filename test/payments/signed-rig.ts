import type {
  PaymentFact,
  PaymentOrder,
  PaymentProvider,
} from '../../src/payments/payment-provider.ts'
import { signedRequest } from '../../src/payments/generic-provider.ts'
import { sign as signBody } from '../../src/kit/webhooks.ts'
import { secretID } from '../../src/kit/tokens.shared.ts'
import type { ProviderRig } from './provider-rig.ts'

type Bank = {
  readonly provider: PaymentProvider
  readonly clock: { now: Date }
  readonly secret: string
  /** Stores a fact where the provider looks up payments. */
  readonly book: (fact: PaymentFact) => Promise<unknown>
  readonly payablePages: ProviderRig['payablePages']
  readonly can: ProviderRig['can']
}

/** Creates a rig of a provider that reports facts in the shop's signed format. */
export function createSignedRig({ provider, clock, secret, book, ...bank }: Bank): ProviderRig {
  const url = `https://shop.example/callbacks/payment/${provider.id}`
  const orders = new Map<string, PaymentOrder>()
  const facts: PaymentFact[] = []
  const sign = async (fact: PaymentFact, key = secret, at = clock.now) =>
    signedRequest(url, fact, key, at)

  async function report(
    kind: PaymentFact['kind'],
    reference: string,
    { id = secretID(), amount }: Partial<Pick<PaymentFact, 'id' | 'amount'>> = {},
  ): Promise<void> {
    const order = orders.get(reference)
    if (!order) throw new Error(`There is no payment ${reference}`)
    const { invoiceID } = order
    const fact = { kind, id, reference, invoiceID, amount: amount ?? order.amount, at: clock.now }
    await book(fact)
    facts.push(fact)
  }

  return {
    ...bank,
    clock,
    currency: 'USD',
    fault: null,
    provider: {
      ...provider,
      async start(order) {
        const started = await provider.start(order)
        orders.set(started.reference, order)
        return started
      },
    },
    customer: {
      pay: async (reference, amount) => report('charged', reference, amount && { amount }),
      decline: async (reference) => report('declined', reference),
    },
    operator: { refund: async (reference, amount) => report('refunded', reference, { amount }) },
    bank: {
      dispute: async (reference) => report('disputed', reference, { id: `dispute ${reference}` }),
      decide: async (reference, outcome) =>
        report(`dispute-${outcome}`, reference, { id: `dispute ${reference}` }),
    },
    webhooks: async () => Promise.all(facts.splice(0).map(async (fact) => sign(fact))),
    async forgeries() {
      const [fact] = facts
      if (!fact) throw new Error('There is no fact to forge')
      const genuine = await sign(fact)
      const body = (await genuine.text()).replace('"charged"', '"refunded"')
      return {
        'wrong signature': await sign(fact, 'another secret'),
        'old signature': await sign(fact, secret, new Date(clock.now.getTime() - 360_000)),
        'changed body': new Request(url, { method: 'POST', body, headers: genuine.headers }),
        'no signature': new Request(url, { method: 'POST', body }),
      }
    },
    async malformedWebhooks() {
      const [fact] = facts
      if (!fact) throw new Error('There is no fact to change')
      const body = '{"kind":'
      const headers = { 'X-Payment-Signature': await signBody(secret, body, clock.now) }
      return {
        body: new Request(url, { method: 'POST', body, headers }),
        'body.id': await sign({ ...fact, id: '' }),
        'body.amount.minor': await sign({ ...fact, amount: { minor: -1, currency: 'USD' } }),
      }
    },
  }
}
