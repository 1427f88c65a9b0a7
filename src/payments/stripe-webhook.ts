import { z } from 'zod'
import { logEvent } from '../kit/log.ts'
import { parseJson } from '../kit/db.ts'
import { malformedBody, unprovenSender } from '../kit/webhooks.ts'
import { PaymentProviderError, paymentReport } from './payment-provider.ts'
import type { PaymentReport, BankQuestion } from './payment-provider.ts'
import { earlyFraudWarning, type StripeConnection, type Dispute } from './stripe-api.ts'
import { readSession, sessionOfPayment } from './stripe-facts.ts'

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

async function isSigned(stripe: StripeConnection, headers: Headers, body: string, now: Date) {
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
