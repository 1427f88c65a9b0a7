import { z } from 'zod'
import { logEvent } from '../kit/log.ts'
import { parseJson } from '../kit/db.ts'
import { malformedBody, unprovenSender } from '../kit/webhooks.ts'
import { PaymentProviderError, paymentReport } from './payment-provider.ts'
import type { PaymentFact, PaymentReport, BankQuestion } from './payment-provider.ts'
import {
  fromStripeAmount,
  charge,
  checkoutSession,
  dispute,
  earlyFraudWarning,
  listOf,
  refund,
} from './stripe-api.ts'
import type { StripeConnection, Charge, CheckoutSession, Dispute, Refund } from './stripe-api.ts'

const objectsWithID = ['checkout.session', 'payment_intent']

/** The shop reads only the identifiers of the object from an event. */
const event = z.object({
  data: z.object({
    object: z
      .object({
        object: z.string(),
        id: z.string().optional(),
        payment_intent: z.string().nullish(),
        /** Of an early fraud warning, at the time of the event. */
        actionable: z.boolean().optional(),
      })
      // Other objects, such as `balance`, may have no id.
      .refine(({ object, id }) => id !== undefined || !objectsWithID.includes(object), {
        path: ['id'],
      }),
  }),
})
type EventObject = z.output<typeof event>['data']['object']

/** A thin event names an object of API v2. Payments have none. */
const thinEvent = z.object({ object: z.literal('v2.core.event') })

/**
 * Verifies an event and looks up its payment. Answers 400 to a malformed event, and to a signature
 * that is wrong or older than five minutes. Answers 503 when a call to Stripe fails. Stripe then
 * retries the event for up to three days, so an event whose payment Stripe does not have gets 200:
 * one of the test mode, or of a connected account.
 */
export async function receiveEvent(
  stripe: StripeConnection,
  request: Request,
  now: Date,
): Promise<PaymentReport> {
  const body = await request.text()
  if (!(await isSigned(stripe, request.headers, body, now)))
    return paymentReport(400, { problem: unprovenSender })
  const json = parseJson(body)
  if (thinEvent.safeParse(json).success) return ignore('thin event')
  const parsed = event.safeParse(json)
  if (!parsed.success) return paymentReport(400, { problem: malformedBody(parsed.error) })
  try {
    const { object } = parsed.data.data
    const reference = await sessionOf(stripe, object)
    if (reference === null) return paymentReport(200)
    const { session, disputes, facts } = await readSession(stripe, reference)
    const invoiceID = session.metadata?.['invoiceID']
    if (invoiceID === undefined) return paymentReport(200)
    const questions = [...disputes.map(inquiryOf), ...(await fraudWarning(stripe, object))]
    return paymentReport(200, {
      facts,
      questions: questions.map((each) => ({ ...each, invoiceID })),
    })
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error
    if (isFinalRefusal(error)) return ignore(error.message)
    logEvent({ event: 'stripe-event-postponed', reason: error.message })
    return paymentReport(503)
  }
}

function isFinalRefusal(error: unknown): boolean {
  return error instanceof PaymentProviderError && error.outcome === 'refused' && !error.isTemporary
}

type StripeQuestion = Omit<BankQuestion, 'invoiceID'>

/** An inquiry has a deadline, and becomes a dispute without an answer. */
function inquiryOf({ id, status, evidence_details: evidence }: Dispute): StripeQuestion {
  const isOpen = status === 'warning_needs_response'
  return { kind: 'inquiry', id, until: evidence?.due_by ?? null, isOpen }
}

/**
 * Fetches the warning, because events arrive in any order. If the key may not read it, the event
 * decides.
 * https://docs.stripe.com/radar/early-fraud-warnings
 */
async function fraudWarning(
  stripe: StripeConnection,
  { object, id, actionable: wasActionable = false }: EventObject,
): Promise<StripeQuestion[]> {
  if (object !== 'radar.early_fraud_warning' || id === undefined) return []
  const { actionable } = await stripe
    .call(earlyFraudWarning, async ({ radar }) => radar.earlyFraudWarnings.retrieve(id))
    .catch((error: unknown) => {
      if (!isFinalRefusal(error)) throw error
      return { actionable: wasActionable }
    })
  return [{ kind: 'fraud-warning', id, until: null, isOpen: actionable }]
}

function ignore(reason: string): PaymentReport {
  logEvent({ event: 'stripe-event-ignored', reason })
  return paymentReport(200)
}

async function isSigned(
  stripe: StripeConnection,
  headers: Headers,
  body: string,
  now: Date,
): Promise<boolean> {
  const reason = await stripe.signatureError(body, headers.get('Stripe-Signature') ?? '', now)
  if (reason !== null) logEvent({ event: 'stripe-event-rejected', reason })
  return reason === null
}

/** Returns the object's Checkout Session, or null for an object without a payment. */
async function sessionOf(stripe: StripeConnection, object: EventObject): Promise<string | null> {
  if (object.object === 'checkout.session') return object.id ?? null
  const payment = object.object === 'payment_intent' ? object.id : object.payment_intent
  return payment ? sessionOfPayment(stripe, payment) : null
}

/** The field of a refund's metadata with the key of the shop's request. */
export const refundKey = 'refundKey'

/** A fact without its payment's reference and order. */
type FactDetails = Pick<PaymentFact, 'kind' | 'id' | 'amount' | 'at' | 'refundKey'>

/** Stripe's largest page. Lists are newest first, so earlier declines cannot hide a charge. */
const limit = 100

/** Fetches a session with its charges, refunds and disputes, and returns their facts. */
export async function lookUpFacts(
  stripe: StripeConnection,
  reference: string,
): Promise<readonly PaymentFact[]> {
  return (await readSession(stripe, reference)).facts
}

async function readSession(stripe: StripeConnection, reference: string) {
  const session = await stripe.call(checkoutSession, async ({ checkout }) =>
    checkout.sessions.retrieve(reference),
  )
  const { payment_intent } = session
  if (payment_intent === null) return { session, disputes: [], facts: [] }
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
  const facts = details.map((each) => factOfSession(session, each))
  return { session, disputes: disputes.data, facts }
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
