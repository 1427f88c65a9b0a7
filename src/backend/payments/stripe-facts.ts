import type { PaymentFact } from './payment-provider.ts'
import { fromStripeAmount } from './stripe-amounts.ts'
import type { StripeConnection } from './stripe-connection.ts'
import { charge, checkoutSession, dispute, listOf, refund } from './stripe-objects.ts'
import type { Charge, CheckoutSession, Dispute, Refund } from './stripe-objects.ts'

/** A fact without its payment's reference and invoice. */
type FactDetails = Pick<PaymentFact, 'kind' | 'id' | 'amount' | 'at'>

/** Stripe's largest page. Lists are newest first, so earlier declines cannot hide a charge. */
const limit = 100

/** Fetches a session with its charges, refunds and disputes, and returns their facts. */
export async function lookUpFacts(
  stripe: StripeConnection,
  reference: string,
): Promise<readonly PaymentFact[]> {
  const session = await stripe.call(checkoutSession, async ({ checkout }) =>
    checkout.sessions.retrieve(reference),
  )
  const { payment_intent } = session
  if (payment_intent === null) return []
  const query = { payment_intent, limit }
  const [charges, refunds, disputes] = await Promise.all([
    stripe.call(listOf(charge), async (client) => client.charges.list(query)),
    stripe.call(listOf(refund), async (client) => client.refunds.list(query)),
    stripe.call(listOf(dispute), async (client) => client.disputes.list(query)),
  ])
  const details = [
    ...charges.data.flatMap(chargeDetails),
    ...refunds.data.flatMap(refundDetails),
    ...disputes.data.flatMap(disputeDetails),
  ]
  return details.map((each) => factOfSession(session, each))
}

/** Returns facts only for sessions of this shop, because other sellers may use the account. */
export async function lookUpOwnFacts(
  stripe: StripeConnection,
  reference: string,
): Promise<readonly PaymentFact[]> {
  const facts = await lookUpFacts(stripe, reference)
  return facts.filter(({ invoiceID }) => invoiceID !== null)
}

/** Returns the Checkout Session of a payment intent, or null for a payment without Checkout. */
export async function sessionOfPayment(
  stripe: StripeConnection,
  payment: string,
): Promise<string | null> {
  const { data } = await stripe.call(listOf(checkoutSession), async ({ checkout }) =>
    checkout.sessions.list({ payment_intent: payment, limit: 1 }),
  )
  return data[0]?.id ?? null
}

/** Returns the fact of a successful refund, or null while the refund is pending. */
export function refundFact(session: CheckoutSession, made: Refund): PaymentFact | null {
  const [details] = made.status === 'succeeded' ? refundDetails(made) : []
  return details ? factOfSession(session, details) : null
}

function factOfSession(session: CheckoutSession, details: FactDetails): PaymentFact {
  const invoiceID = session.metadata?.['invoiceID'] ?? null
  return { ...details, reference: session.id, invoiceID }
}

/** A pending charge has no fact yet. A bank debit can be pending for days. */
function chargeDetails({ id, status, created, ...charged }: Charge): FactDetails[] {
  const details = { id, at: created, amount: fromStripeAmount(charged.amount, charged.currency) }
  if (status === 'failed') return [{ ...details, kind: 'declined' }]
  return status === 'succeeded' ? [{ ...details, kind: 'charged' }] : []
}

/**
 * A refund can succeed and fail days later, when the card's bank returns the money. Facts are never
 * deleted, so the returned money becomes a charge with the refund's id.
 */
function refundDetails(made: Refund): FactDetails[] {
  const { id, status, created: at, failure_balance_transaction: returned } = made
  const amount = fromStripeAmount(made.amount, made.currency)
  if (status === 'succeeded') return [{ kind: 'refunded', id, amount, at }]
  if (status !== 'failed' || (returned ?? null) === null) return []
  return [
    { kind: 'refunded', id, amount, at },
    { kind: 'charged', id, amount, at },
  ]
}

/**
 * Inquiries (`warning_…`) and prevented disputes withdraw no money, so they have no facts. An
 * appeal continues the same dispute.
 * https://docs.stripe.com/disputes/how-disputes-work
 */
function disputeDetails(opened: Dispute): FactDetails[] {
  const { id, status, created, balance_transactions: moves } = opened
  if (status.startsWith('warning_') || status === 'prevented') return []
  const amount = fromStripeAmount(opened.amount, opened.currency)
  const details: FactDetails = { kind: 'disputed', id, amount, at: created }
  if (status !== 'won' && status !== 'lost') return [details]
  const at = moves.map((move) => move.created).toSorted((a, b) => +b - +a)[0] ?? created
  return [details, { ...details, kind: `dispute-${status}`, at }]
}
