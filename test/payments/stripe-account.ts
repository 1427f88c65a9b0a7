import { secretID } from '../../src/kit/tokens.shared.ts'
import type {
  StripeCharge,
  StripeDispute,
  Metadata,
  StripeRefund,
  StripeSession,
  StripeEvent,
  StripePayout,
  StripeTransaction,
} from './stripe-shapes.ts'

type Amount = { readonly amount: number; readonly currency: string }

/** A Stripe account, with functions for events outside the API. */
export function openStripeAccount(now: () => Date) {
  const sessions: StripeSession[] = []
  const charges: StripeCharge[] = []
  const refunds: StripeRefund[] = []
  const disputes: StripeDispute[] = []
  const events: StripeEvent[] = []
  const transactions = new Map<string, StripeTransaction>()
  const payouts: StripePayout[] = []
  /** The transactions of each payout, newest first. */
  const paidOut = new Map<string, readonly StripeTransaction[]>()
  const seconds = () => Math.floor(now().getTime() / 1000)
  const newID = (prefix: string) => `${prefix}_${secretID().replaceAll(/[-_]/g, '')}`

  function emit(type: string, object: StripeEvent['data']['object']): void {
    const data = { object: structuredClone(object) }
    events.push({ id: newID('evt'), object: 'event', type, created: seconds(), data })
  }

  function findSession(id: string): StripeSession | undefined {
    const session = sessions.find((each) => each.id === id)
    if (session?.status === 'open' && seconds() >= session.expires_at) close(session)
    return session
  }

  function close(session: StripeSession): void {
    Object.assign(session, { status: 'expired', url: null })
    emit('checkout.session.expired', session)
  }

  function sessionOf(reference: string): StripeSession {
    const session = findSession(reference)
    if (!session) throw new Error(`There is no session ${reference}`)
    return session
  }

  function chargeOf(reference: string): StripeCharge {
    const payment = sessionOf(reference).payment_intent
    const charge = charges.find((each) => each.payment_intent === payment && isPaid(each))
    if (!charge) throw new Error(`Nobody has paid ${reference}`)
    return charge
  }

  function insertCharge(
    session: StripeSession,
    status: StripeCharge['status'],
    { amount, currency }: Amount,
  ) {
    session.payment_intent ??= newID('pi')
    const charge: StripeCharge = {
      id: newID('ch'),
      object: 'charge',
      payment_intent: session.payment_intent,
      status,
      amount,
      amount_refunded: 0,
      currency,
      created: seconds(),
      billing_details: { address: { country: null } },
      payment_method_details: { card: { country: 'DE' } },
      balance_transaction: null,
    }
    charges.unshift(charge)
    return charge
  }

  function insertRefund(
    charge: StripeCharge,
    amount: number,
    status: StripeRefund['status'],
    metadata: Metadata = {},
  ): StripeRefund {
    const refund: StripeRefund = {
      id: newID('re'),
      object: 'refund',
      payment_intent: charge.payment_intent,
      status,
      amount,
      currency: charge.currency,
      created: seconds(),
      metadata,
      failure_balance_transaction: null,
    }
    refunds.unshift(refund)
    charge.amount_refunded += amount
    emit('refund.created', refund)
    emit('charge.refunded', charge)
    return refund
  }

  /** Refunds on their way, and disputes that are not won, have taken the rest of a charge. */
  function leftOf({ amount, amount_refunded, payment_intent }: StripeCharge): number {
    const taken = disputes.filter(
      (each) => each.payment_intent === payment_intent && takingStatuses.includes(each.status),
    )
    return amount - amount_refunded - taken.reduce((sum, each) => sum + each.amount, 0)
  }

  return {
    sessions,
    charges,
    refunds,
    disputes,
    events,
    transactions,
    payouts,
    paidOut,
    move,
    /** Whether the API key may read balance transactions. */
    mayReadFees: true,
    /** Early fraud warnings by id. */
    warnings: new Map<string, { readonly actionable: boolean }>(),
    /** The first status of refunds made through the API. */
    refundStatus: 'succeeded' as StripeRefund['status'],
    seconds,
    newID,
    findSession,
    close,
    insertRefund,
    leftOf,
    isOpen: (session: StripeSession) => findSession(session.id)?.status === 'open',

    insertSession(session: StripeSession): void {
      sessions.unshift(session)
    },
    pay(reference: string, amount?: Amount): void {
      const session = sessionOf(reference)
      if (session.status !== 'open')
        throw new Error(`The page of ${reference} is ${session.status}`)
      const price = { amount: session.amount_total, currency: session.currency }
      const charge = insertCharge(session, 'succeeded', amount ?? price)
      Object.assign(session, { status: 'complete', payment_status: 'paid', url: null })
      emit('payment_intent.succeeded', { object: 'payment_intent', id: charge.payment_intent })
      emit('charge.succeeded', charge)
      emit('checkout.session.completed', session)
    },
    /** Moves the money to the balance, which converts it to euros at 0.8 and takes 2.9 % and €0.25. */
    capture(reference: string): void {
      const charge = chargeOf(reference)
      const amount = Math.round(charge.amount * 0.8)
      const fee = Math.round(amount * 0.029) + 25
      charge.balance_transaction = move('charge', charge.id, amount, fee).id
      emit('charge.updated', charge)
    },
    /** Pays the balance out. Stripe lists the transactions of automatic payouts only. */
    payOut(
      arrivesAt: string,
      {
        automatic = true,
        status = 'paid',
      }: Partial<Pick<StripePayout, 'automatic' | 'status'>> = {},
    ) {
      const content = [...transactions.values()].filter(
        (each) => ![...paidOut.values()].flat().includes(each),
      )
      const amount = content.reduce((sum, { net }) => sum + net, 0)
      const id = newID('po')
      const own = move('payout', id, -amount)
      paidOut.set(id, [own, ...content.toReversed()])
      payouts.unshift({
        id,
        object: 'payout',
        amount,
        arrival_date: Date.parse(arrivesAt) / 1000,
        automatic,
        balance_transaction: own.id,
        created: seconds(),
        currency: 'eur',
        method: 'standard',
        reconciliation_status: automatic ? 'completed' : 'not_applicable',
        status,
        type: 'bank_account',
      })
      return id
    },
    /** Declines a card. The customer may try another card. */
    decline(reference: string): void {
      const session = sessionOf(reference)
      const price = { amount: session.amount_total, currency: session.currency }
      const charge = insertCharge(session, 'failed', price)
      emit('charge.failed', charge)
      emit('payment_intent.payment_failed', { object: 'payment_intent', id: charge.payment_intent })
    },
    /** Starts a bank debit, which succeeds or fails days later. */
    payLater(reference: string): void {
      const session = sessionOf(reference)
      const price = { amount: session.amount_total, currency: session.currency }
      insertCharge(session, 'pending', price)
      Object.assign(session, { status: 'complete', url: null })
      emit('checkout.session.completed', session)
    },
    settleLater(reference: string, outcome: 'succeeded' | 'failed'): void {
      const session = sessionOf(reference)
      const charge = charges.find((each) => each.payment_intent === session.payment_intent)
      if (charge?.status !== 'pending') throw new Error(`${reference} is not pending`)
      charge.status = outcome
      if (outcome === 'succeeded') session.payment_status = 'paid'
      emit(`checkout.session.async_payment_${outcome}`, session)
    },
    refund(reference: string, amount: number, status: StripeRefund['status'] = 'succeeded'): void {
      insertRefund(chargeOf(reference), amount, status)
    },
    /** Completes a pending refund, or makes the card's bank return the money. */
    settleRefund(refund: StripeRefund, outcome: 'succeeded' | 'failed'): void {
      if (outcome === 'failed') {
        const charge = charges.find((each) => each.payment_intent === refund.payment_intent)
        if (charge) charge.amount_refunded -= refund.amount
        refund.failure_balance_transaction = newID('txn')
      }
      refund.status = outcome
      emit('refund.updated', refund)
      if (outcome === 'failed') emit('refund.failed', refund)
    },
    dispute(reference: string, status = 'needs_response', part = 1): StripeDispute {
      const { payment_intent, amount: charged, currency } = chargeOf(reference)
      const amount = Math.round(charged * part)
      const dispute: StripeDispute = {
        id: newID('dp'),
        object: 'dispute',
        payment_intent,
        status,
        amount,
        currency,
        created: seconds(),
        balance_transactions: [],
        evidence_details: { due_by: seconds() + 7 * 86_400 },
      }
      disputes.unshift(dispute)
      emit('charge.dispute.created', dispute)
      if (status === 'needs_response') withdrawFunds(dispute)
      return dispute
    },
    /** Moves the newest dispute of a payment to a status. */
    decideDispute(reference: string, status: string): void {
      const { payment_intent } = chargeOf(reference)
      const dispute = disputes.find((each) => each.payment_intent === payment_intent)
      if (!dispute) throw new Error(`${reference} is not disputed`)
      dispute.status = status
      if (status === 'needs_response') withdrawFunds(dispute)
      if (status === 'won') {
        dispute.balance_transactions.push({ id: newID('txn'), created: seconds() })
        emit('charge.dispute.funds_reinstated', dispute)
      }
      const isClosed = ['won', 'lost', 'warning_closed'].includes(status)
      emit(isClosed ? 'charge.dispute.closed' : 'charge.dispute.updated', dispute)
    },
  }

  /** Moves money of the balance: https://docs.stripe.com/reports/reporting-categories */
  function move(
    category: string,
    source: string | null,
    amount: number,
    fee = 0,
  ): StripeTransaction {
    const transaction: StripeTransaction = {
      id: newID('txn'),
      object: 'balance_transaction',
      amount,
      fee,
      net: amount - fee,
      currency: 'eur',
      created: seconds(),
      available_on: seconds(),
      status: 'available',
      type: transactionTypes[category] ?? category,
      reporting_category: category,
      source,
    }
    transactions.set(transaction.id, transaction)
    return transaction
  }

  function withdrawFunds(dispute: StripeDispute): void {
    dispute.balance_transactions.push({ id: newID('txn'), created: seconds() })
    emit('charge.dispute.funds_withdrawn', dispute)
  }
}

/** The types of reporting categories that have another name. */
const transactionTypes: { readonly [category: string]: string } = {
  dispute: 'adjustment',
  fee: 'stripe_fee',
}

const takingStatuses = ['needs_response', 'under_review', 'lost']

export type StripeAccount = ReturnType<typeof openStripeAccount>

function isPaid({ status }: StripeCharge): boolean {
  return status === 'succeeded'
}
