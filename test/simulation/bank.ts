import { readSignedFact, signedRequest } from '../../src/payments/generic-provider.ts'
import { PaymentProviderError, paymentReport } from '../../src/payments/payment-provider.ts'
import type { PaymentFact, PaymentProvider } from '../../src/payments/payment-provider.ts'
import type { Money } from '../../src/kit/money.shared.ts'
import { paymentSecret } from './world.ts'
import type { World } from './world.ts'

/** Stripe takes any currency and closes pages. YooKassa takes roubles and cannot close a page. */
const kinds = {
  yookassa: { currencies: ['RUB'], canClose: false, isSigned: false },
  stripe: { currencies: ['USD', 'RUB'], canClose: true, isSigned: true },
} as const
export type ProviderID = keyof typeof kinds

export type BookedPayment = {
  readonly provider: ProviderID
  readonly reference: string
  readonly invoiceID: string
  readonly amount: Money
  readonly expiresAt: Date
  isClosed: boolean
  /** What happened to the payment. The ledger must have all of it in the end. */
  readonly facts: PaymentFact[]
  /** The outcome of each key of a refund. */
  readonly refunds: Map<string, 'made' | 'pending' | 'refused'>
}

export type Bank = ReturnType<typeof openBank>

/** Opens the accounts of the shop at its payment providers. They are the truth about money. */
export function openBank(world: World) {
  const payments = new Map<string, BookedPayment>()
  const { random, machine } = world

  /** A call of the shop to a provider, which can fail before or after it takes effect. */
  async function call<T>(provider: ProviderID, what: string, work: () => T): Promise<T> {
    await machine.turn()
    const fail = (outcome: 'refused' | 'unknown', name: string, isTemporary = false) => {
      world.tell(`${provider} fails to ${what} (${name}).`)
      throw new PaymentProviderError(provider, outcome, name, { isTemporary })
    }
    if (world.fails(0.05)) fail('unknown', 'lost on the way')
    if (world.fails(0.01)) fail('refused', 'too many calls', true)
    const result = work()
    if (world.fails(0.05)) fail('unknown', 'its answer is lost')
    return result
  }

  function book(
    payment: BookedPayment,
    fact: Pick<PaymentFact, 'kind' | 'id'> & Partial<PaymentFact>,
  ) {
    const { reference, invoiceID, amount } = payment
    const booked = { reference, invoiceID, amount, at: world.now(), ...fact }
    payment.facts.push(booked)
    world.tell(`${payment.provider} books: ${fact.kind} ${booked.amount.minor} ${amount.currency}.`)
    report(payment, booked)
    return booked
  }

  /** Sends webhooks about a fact: none, one or two, in any order, until the shop answers 200. */
  function report(payment: BookedPayment, fact: PaymentFact): void {
    if (world.fails(0.1))
      return world.tell(`${payment.provider} never sends the webhook of ${fact.kind}.`)
    const count = world.fails(0.1) ? 2 : 1
    for (let copy = 0; copy < count; copy += 1)
      send(payment, fact, world.fails(0.2) ? random.int(600) : 0)
  }

  function send(payment: BookedPayment, fact: PaymentFact, delay: number): void {
    const again = () => send(payment, fact, 5)
    const { provider, reference } = payment
    world.after(delay, {
      name: `webhook: ${fact.kind}`,
      onKill: again,
      async run() {
        const url = `https://shop.example/callbacks/payment/${provider}`
        const request = kinds[provider].isSigned
          ? await signedRequest(url, fact, paymentSecret, world.now())
          : new Request(url, { method: 'POST', body: JSON.stringify({ reference }) })
        const { status } = await world.post(request)
        if (status === 503) again()
        else if (status !== 200) throw new Error(`A webhook of ${provider} got ${status}`)
      },
    })
  }

  function createProvider(id: ProviderID): PaymentProvider {
    const { currencies, canClose, isSigned } = kinds[id]
    const find = (reference: string) => {
      const payment = payments.get(reference)
      if (payment?.provider !== id) throw new PaymentProviderError(id, 'refused', 'no such payment')
      return payment
    }
    // An old refund may have lost its metadata.
    const lookUp = async (reference: string) =>
      call(id, 'look a payment up', () =>
        find(reference).facts.map((fact) =>
          world.fails(0.05) ? { ...fact, refundKey: undefined } : fact,
        ),
      )
    return {
      id,
      currencies,
      canLookUp: true,
      start: async ({ attemptID, invoiceID, amount, expiresAt }) =>
        call(id, 'start a payment', () => {
          const reference = `${id}-${attemptID}`
          const fresh = { provider: id, reference, invoiceID, amount, expiresAt, isClosed: false }
          const payment = payments.get(reference) ?? { ...fresh, facts: [], refunds: new Map() }
          payments.set(reference, payment)
          return {
            url: `https://${id}.example/${reference}`,
            reference,
            expiresAt: payment.expiresAt,
          }
        }),
      cancel: async (reference) =>
        call(id, 'close a page', () => {
          const payment = find(reference)
          if (isPaid(payment)) return
          if (!canClose && payment.expiresAt > world.now())
            throw new PaymentProviderError(id, 'refused', 'the payment is pending')
          payment.isClosed = true
        }),
      lookUp,
      refund: async (reference, amount, key) =>
        call(id, 'refund', () => {
          const payment = find(reference)
          const known = payment.facts.find(({ refundKey }) => refundKey === key)
          if (known) return known
          const outcome = payment.refunds.get(key) ?? decideRefund(payment, amount)
          payment.refunds.set(key, outcome)
          if (outcome === 'refused') throw new PaymentProviderError(id, 'refused', 'refund refused')
          if (outcome === 'made') return makeRefund(payment, amount, key)
          const end = () => {
            if (payment.refunds.get(key) !== 'pending') return
            payment.refunds.set(key, 'made')
            makeRefund(payment, amount, key)
          }
          world.after(random.int(2000), { name: 'the bank decides', run: async () => end() })
          return null
        }),
      async receive(request) {
        if (isSigned) return readSignedFact(request, [paymentSecret], world.now())
        const { reference } = (await request.json()) as { reference: string } // from `send`
        try {
          return paymentReport(200, { facts: await lookUp(reference) })
        } catch {
          return paymentReport(503)
        }
      },
    }
  }

  function decideRefund(payment: BookedPayment, { minor }: Money): 'made' | 'pending' | 'refused' {
    if (minor > heldAt(payment) || world.fails(0.1)) return 'refused'
    return world.fails(0.2) ? 'pending' : 'made'
  }

  function makeRefund(payment: BookedPayment, amount: Money, refundKey?: string): PaymentFact {
    const id = `refund-${payment.facts.length}-${payment.reference}`
    if (world.fails(0.1)) {
      const run = async () => void book(payment, { kind: 'refund-failed', id, amount })
      world.after(random.int(4000), { name: 'the bank returns a refund', run })
    }
    return book(payment, { kind: 'refunded', id, refundKey, amount })
  }

  /** Money that goes back without the shop, and disputes, hours or days after a payment. */
  function haveTrouble(payment: BookedPayment): void {
    const later = (days: number, name: string, run: () => void) =>
      world.after(random.int(days * 1440), { name, run: async () => run() })
    if (world.fails(0.07))
      later(2, 'a refund in the dashboard', () => {
        const minor = random.pick([heldAt(payment), Math.ceil(payment.amount.minor / 4)])
        if (minor > 0 && minor <= heldAt(payment)) makeRefund(payment, { ...payment.amount, minor })
      })
    if (kinds[payment.provider].canClose && world.fails(0.07)) {
      const dispute = { id: `dispute-${payment.reference}` }
      later(2, 'a dispute', () => {
        if (heldAt(payment) < payment.amount.minor) return
        book(payment, { ...dispute, kind: 'disputed' })
        const isLost = random.chance(0.5)
        later(4, 'the end of a dispute', () => {
          book(payment, { ...dispute, kind: isLost ? 'dispute-lost' : 'dispute-won' })
          if (isLost && random.chance(0.3))
            later(2, 'an appeal', () => void book(payment, { ...dispute, kind: 'dispute-won' }))
        })
      })
    }
  }

  return {
    payments,
    providers: (Object.keys(kinds) as ProviderID[]).map(createProvider), // the keys of the table
    /** The customer pays on a page, or the card is declined. A closed page takes no money. */
    pay(payment: BookedPayment): void {
      if (payment.isClosed || isPaid(payment) || payment.expiresAt <= world.now()) return
      if (world.fails(0.1)) {
        const id = `decline-${payment.facts.length}-${payment.reference}`
        return void book(payment, { kind: 'declined', id })
      }
      const fee = { ...payment.amount, minor: Math.ceil(payment.amount.minor / 30) }
      const isWrong = world.fails(0.02)
      const other = payment.amount.currency === 'USD' ? 'RUB' : 'USD'
      const wrong = random.pick([fee, { ...payment.amount, currency: other }] as const)
      const amount = isWrong ? wrong : payment.amount
      book(payment, { kind: 'charged', id: `charge-${payment.reference}`, fee, amount })
      if (world.fails(0.02))
        book(payment, { kind: 'charged', id: `again-${payment.reference}`, fee })
      if (!isWrong) haveTrouble(payment)
    },
  }
}

export function isPaid({ facts }: BookedPayment): boolean {
  return facts.some(({ kind }) => kind === 'charged')
}

const signs: { readonly [kind in PaymentFact['kind']]?: 1 | -1 } = {
  charged: 1,
  refunded: -1,
  'refund-failed': 1,
  'dispute-lost': -1,
}

/** Returns the money of a payment that the shop holds, in the currency of the payment by default. */
export function heldAt({ facts, amount: { currency } }: BookedPayment, of = currency): number {
  const hasLoss = facts.some(({ kind }) => kind === 'dispute-lost')
  return facts.reduce((sum, { kind, amount }) => {
    const sign = kind === 'dispute-won' && hasLoss ? 1 : (signs[kind] ?? 0)
    return sum + (amount.currency === of ? sign * amount.minor : 0)
  }, 0)
}
