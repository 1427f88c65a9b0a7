import type { PaymentFact } from './payment-provider.ts'
import {
  fromStripeAmount,
  chargeList,
  checkoutSession,
  disputeList,
  refundList,
  sessionList,
} from './stripe-api.ts'
import type { StripeConnection, Charge, CheckoutSession, Dispute, Refund } from './stripe-api.ts'

/** The field of a refund's metadata with the key of the shop's request. */
export const refundKey = 'refundKey'

/** A fact without its payment's reference and order. */
type FactDetails = Pick<PaymentFact, 'kind' | 'id' | 'amount' | 'at' | 'refundKey' | 'country'>

/** Stripe's largest page. Lists are newest first, so earlier declines cannot hide a charge. */
const limit = 100

/** Returns the facts of a session: those of its charges, refunds and disputes. */
export async function lookUpFacts(
  stripe: StripeConnection,
  reference: string,
): Promise<readonly PaymentFact[]> {
  return (await readSession(stripe, reference)).facts
}

/** Fetches a session with its charges, refunds and disputes. */
export async function readSession(stripe: StripeConnection, reference: string) {
  const session = await retrieveSession(stripe, reference)
  const { payment_intent } = session
  if (payment_intent === null) return { session, disputes: [], facts: [] }
  const query = { payment_intent, limit }
  const [charges, refunds, disputes] = await Promise.all([
    stripe.call(chargeList, async (client) => client.charges.list(query)),
    stripe.call(refundList, async (client) => client.refunds.list(query)),
    stripe.call(disputeList, async (client) => client.disputes.list(query)),
  ])
  const details = [
    ...charges.data.flatMap(chargeDetails),
    ...refunds.data.flatMap(refundDetails),
    ...disputes.data.flatMap(disputeDetails),
  ]
  const facts = details.map((each) => factOfSession(session, each))
  return { session, disputes: disputes.data, facts }
}

/** Fetches a Checkout Session. */
export async function retrieveSession(stripe: StripeConnection, reference: string) {
  return stripe.call(checkoutSession, async ({ checkout }) => checkout.sessions.retrieve(reference))
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
  const { data } = await stripe.call(sessionList, async ({ checkout }) =>
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
  const { billing_details: billing, payment_method_details: method } = charged
  const country = billing?.address.country ?? method?.card.country
  return status === 'succeeded' ? [{ ...details, kind: 'charged', country }] : []
}

/** A refund can succeed and fail days later, when the card's bank returns the money. */
function refundDetails(made: Refund): FactDetails[] {
  const { id, status, created: at, failure_balance_transaction: returned, metadata } = made
  const amount = fromStripeAmount(made.amount, made.currency)
  const details = { id, amount, at, refundKey: metadata?.[refundKey] }
  if (status === 'succeeded') return [{ ...details, kind: 'refunded' }]
  if (status !== 'failed' || (returned ?? null) === null) return []
  return [
    { ...details, kind: 'refunded' },
    { ...details, kind: 'refund-failed' },
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
