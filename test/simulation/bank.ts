import { decimalOf, minorOf } from '../../src/kit/money.shared.ts'
import type { Money } from '../../src/kit/money.shared.ts'
import { createStripeServer } from '../payments/stripe-server.ts'
import type {
  Metadata,
  StripeDispute,
  StripeEvent,
  StripeRefund,
} from '../payments/stripe-shapes.ts'
import { YookassaServer } from '../payments/yookassa-server.ts'
import { notification } from '../payments/yookassa-shop.ts'
import { openGenericBank } from './generic-bank.ts'
import { secrets } from './world.ts'
import type { World } from './world.ts'

/** What a provider has booked. The ledger must have all of it in the end. */
export type BookedFact = Money & {
  readonly provider: 'stripe' | 'yookassa' | 'generic'
  readonly kind: string
  readonly id: string
  /** The provider's id of the payment. */
  readonly payment: string
  /** The key of the shop's refund. */
  readonly refund?: string | undefined
  /** A later fact has replaced it, so that the shop may not have heard of it. */
  readonly is_past?: boolean
}

/** A payment page, which a customer can pay until it closes. */
export type CheckoutPage = { readonly isPaid: () => boolean; readonly pay: () => void }

export type Bank = ReturnType<typeof openBank>

const subscribed = `checkout.session.completed checkout.session.async_payment_succeeded
  checkout.session.async_payment_failed payment_intent.payment_failed charge.refunded refund.updated
  refund.failed charge.dispute.created charge.dispute.updated charge.dispute.closed
  charge.dispute.funds_withdrawn charge.dispute.funds_reinstated`.split(/\s+/)

/** Opens the accounts of the shop at Stripe and YooKassa. They are the truth about money. */
export function openBank(world: World) {
  const { random, now, later } = world
  const endpoint = 'https://shop.example/callbacks/payment/stripe'
  const stripe = createStripeServer({ ...secrets.stripe, endpoint, now })
  const yookassa = new YookassaServer({ ...secrets.yookassa, now })
  const generic = openGenericBank(world)
  const { account } = stripe
  const { shop } = yookassa
  const followed = new Set<string>()
  /** Refunds that the shop made. */
  const byShop = new Set<string>()
  /** Disputes that were lost once. */
  const lost = new Set<string>()

  world.serve('api.stripe.com', async (request) => {
    account.refundStatus = world.fails(0.2) ? 'pending' : 'succeeded'
    const answer = await stripe.fetch(request)
    for (const { type, data } of account.events)
      if (type === 'refund.created') byShop.add(data.object.id)
    sendEvents()
    return answer
  })
  world.serve('api.yookassa.ru', async (request) => {
    shop.refundStatus = world.fails(0.2) ? random.pick(['pending', 'canceled']) : 'succeeded'
    const answer = await yookassa.fetch(request)
    for (const id of shop.refunds.keys()) if (!followed.has(id)) byShop.add(id)
    follow()
    return answer
  })

  /** Sends webhooks: none, one or two, in any order. */
  function send(name: string, build: () => Promise<Request>): void {
    world.tell(`${name}.`)
    if (world.fails(0.1)) return world.tell('Its webhook is never sent.')
    const count = world.fails(0.1) ? 2 : 1
    for (let copy = 0; copy < count; copy += 1)
      world.send(name, world.fails(0.2) ? random.int(600) : 0, build)
  }

  function sendEvents(): void {
    for (const event of account.events.splice(0)) {
      if (event.type === 'refund.created') followStripeRefund(event)
      if (subscribed.includes(event.type))
        send(`Stripe: ${event.type}`, async () => stripe.sign(event))
    }
  }

  /** A refund can be pending for days, or come back from the bank of the card. */
  function followStripeRefund({ data }: StripeEvent): void {
    const refund = account.refunds.find(({ id }) => id === data.object.id)
    if (!refund || (refund.status === 'succeeded' && !world.fails(0.1))) return
    const outcome = refund.status === 'succeeded' || random.chance(0.3) ? 'failed' : 'succeeded'
    later(3000, 'the bank decides about a refund', () => settle(refund, outcome))
  }

  function settle(refund: StripeRefund, outcome: 'succeeded' | 'failed'): void {
    account.settleRefund(refund, outcome)
    sendEvents()
  }

  /** Follows new payments and refunds, with notifications. */
  function follow(): void {
    for (const id of shop.payments.keys()) if (!followed.has(id)) expireLater(id)
    for (const id of shop.refunds.keys()) if (!followed.has(id)) followRefund(id)
  }

  function followRefund(id: string): void {
    followed.add(id)
    const refund = shop.refunds.get(id)
    if (refund?.status === 'succeeded') sendNotification('refund.succeeded', refund)
    if (refund?.status !== 'pending') return
    later(2000, 'YooKassa decides about a refund', () => {
      if (world.fails(0.3)) refund.status = 'canceled'
      else {
        shop.completeRefund(id)
        sendNotification('refund.succeeded', refund)
      }
    })
  }

  function sendNotification(event: string, object: object): void {
    send(`YooKassa: ${event}`, async () => notification(event, object))
  }

  function expireLater(id: string): void {
    followed.add(id)
    const run = async () => {
      const payment = shop.payments.get(id)
      if (payment?.status !== 'pending') return
      shop.decline(id)
      sendNotification('payment.canceled', payment)
    }
    world.after(61, { name: 'a page of YooKassa expires', run })
  }

  function payStripe(reference: string): void {
    const session = account.findSession(reference)
    if (session?.status !== 'open') return
    const { amount_total: amount, currency } = session
    if (world.fails(0.1)) account.decline(reference)
    else if (world.fails(0.03)) {
      const factor = random.pick([0.1, 1, 2])
      const other = currency === 'usd' ? 'rub' : 'usd'
      const charged = {
        amount: Math.ceil(amount * factor),
        currency: factor === 1 ? other : currency,
      }
      account.pay(reference, charged)
    } else if (world.fails(0.05)) {
      account.payLater(reference)
      later(2000, 'a bank debit ends', () => {
        account.settleLater(reference, random.chance(0.6) ? 'succeeded' : 'failed')
        sendEvents()
      })
    } else {
      account.pay(reference)
      later(60, 'Stripe captures a payment', () => account.capture(reference))
      haveTrouble(reference)
    }
    sendEvents()
  }

  /** Money that goes back without the shop, and disputes, hours or days after a payment. */
  function haveTrouble(reference: string): void {
    const left = () => {
      const intent = account.findSession(reference)?.payment_intent
      const charge = account.charges.find(
        ({ payment_intent: own, status }) => own === intent && status === 'succeeded',
      )
      return charge ? account.leftOf(charge) : 0
    }
    if (world.fails(0.07))
      later(3000, 'a refund in the dashboard', () => {
        const amount = random.pick([left(), Math.ceil(left() / 4)])
        if (amount > 0)
          account.refund(reference, amount, world.fails(0.2) ? 'pending' : 'succeeded')
        sendEvents()
      })
    if (!world.fails(0.15)) return
    later(3000, 'a dispute', () => {
      if (left() < (account.findSession(reference)?.amount_total ?? 0)) return
      const isInquiry = random.chance(0.2)
      const status = isInquiry ? 'warning_needs_response' : 'needs_response'
      const dispute = account.dispute(reference, status, random.pick([1, 1, 0.4]))
      sendEvents()
      const outcomes = isInquiry ? ['warning_closed', 'needs_response'] : ['won', 'lost', 'lost']
      decideLater(reference, dispute, outcomes)
    })
  }

  function decideLater(
    reference: string,
    dispute: StripeDispute,
    outcomes: readonly string[],
  ): void {
    later(6000, 'a decision about a dispute', () => {
      const outcome = outcomes[random.int(outcomes.length)] ?? ''
      account.decideDispute(reference, outcome)
      sendEvents()
      if (outcome === 'lost') lost.add(dispute.id)
      if (outcome === 'needs_response') decideLater(reference, dispute, ['won', 'lost'])
      if (outcome === 'lost' && random.chance(0.3)) decideLater(reference, dispute, ['won'])
    })
  }

  function payYookassa(id: string): void {
    const payment = shop.payments.get(id)
    if (payment?.status !== 'pending') return
    const { value } = payment.amount
    const isDeclined = world.fails(0.1)
    if (isDeclined) shop.decline(id)
    else if (world.fails(0.02))
      shop.pay(
        id,
        random.pick([
          { value: '1.00', currency: 'RUB' },
          { value, currency: 'USD' },
        ]),
      )
    else {
      shop.pay(id)
      if (world.fails(0.07)) later(3000, 'a refund in the dashboard', () => refundYookassa(id))
    }
    sendNotification(isDeclined ? 'payment.canceled' : 'payment.succeeded', payment)
  }

  function refundYookassa(id: string): void {
    const minor = sumOf(facts().filter(({ payment }) => payment === id))
    const open = [...shop.refunds.values()].some(
      ({ payment_id: own, status }) => own === id && status === 'pending',
    )
    const amount = { minor: random.pick([minor, Math.ceil(minor / 4)]), currency: 'RUB' }
    if (amount.minor <= 0 || open) return
    const status = world.fails(0.2) ? 'pending' : 'succeeded'
    shop.refundInDashboard(id, decimalOf(amount), status)
    follow()
  }

  function stripeFacts(): BookedFact[] {
    const common = (object: {
      id: string
      currency: string
      amount: number
      payment_intent: string
    }) => ({
      provider: 'stripe' as const,
      id: object.id,
      minor: object.amount,
      currency: object.currency.toUpperCase(),
      payment: object.payment_intent,
    })
    return [
      ...account.charges.flatMap((charge) =>
        charge.status === 'succeeded' ? [{ ...common(charge), kind: 'charged' }] : [],
      ),
      ...account.refunds.flatMap((refund) => {
        const made = { ...common(refund), kind: 'refunded', refund: keyOf(refund) }
        if (refund.status === 'succeeded') return [made]
        return refund.status === 'failed'
          ? [made, { ...common(refund), kind: 'refund-failed' }]
          : []
      }),
      ...account.disputes.flatMap((dispute) => {
        const { status, id } = dispute
        if (status.startsWith('warning_')) return []
        const opened = { ...common(dispute), kind: 'disputed' }
        const earlier = { ...common(dispute), kind: 'dispute-lost', is_past: true }
        const all = status === 'won' && lost.has(id) ? [opened, earlier] : [opened]
        return ['won', 'lost'].includes(status)
          ? [...all, { ...common(dispute), kind: `dispute-${status}` }]
          : all
      }),
    ]
  }

  function yookassaFacts(): BookedFact[] {
    const common = (id: string, { value, currency }: { value: string; currency: string }) => {
      const minor = minorOf(value, currency)
      return { provider: 'yookassa' as const, id, minor, currency }
    }
    return [
      ...[...shop.payments.values()].flatMap(({ id, status, amount }) =>
        status === 'succeeded' ? [{ ...common(id, amount), kind: 'charged', payment: id }] : [],
      ),
      ...[...shop.refunds.values()].flatMap(
        ({ id, status, amount, payment_id: payment, metadata }) =>
          status === 'succeeded'
            ? [
                {
                  ...common(id, amount),
                  kind: 'refunded',
                  payment,
                  refund: keyOf({ id, metadata }),
                },
              ]
            : [],
      ),
    ]
  }

  /** Returns the key of a refund that the shop made. It must have one. */
  function keyOf({ id, metadata }: { id: string; metadata?: Metadata | undefined }) {
    return byShop.has(id) ? (metadata?.['refundKey'] ?? 'no key') : undefined
  }

  const facts = () => [...stripeFacts(), ...yookassaFacts(), ...generic.facts]
  return {
    facts,
    /** Returns the page at an address. A customer pays on it, or the card is declined. */
    open(address: string): CheckoutPage {
      const url = new URL(address)
      if (url.hostname === 'pay.example') return generic.open(url)
      const id = url.searchParams.get('orderId') ?? url.pathname.split('/').at(-1) ?? ''
      const isPaid = () =>
        shop.payments.get(id)?.status === 'succeeded' ||
        account.findSession(id)?.status === 'complete'
      return { isPaid, pay: () => (shop.payments.has(id) ? payYookassa(id) : payStripe(id)) }
    },
  }
}

const signs: { readonly [kind: string]: 1 | -1 } = {
  charged: 1,
  refunded: -1,
  'refund-failed': 1,
  'dispute-lost': -1,
}

/** Returns the money that the shop holds by facts. A dispute can be won after its loss. */
export function sumOf(facts: readonly BookedFact[]): number {
  const won = new Set(facts.flatMap(({ kind, id }) => (kind === 'dispute-won' ? id : [])))
  return facts.reduce((sum, { kind, id, minor }) => {
    const isBack = kind === 'dispute-lost' && won.has(id)
    return sum + (isBack ? 0 : (signs[kind] ?? 0) * minor)
  }, 0)
}
