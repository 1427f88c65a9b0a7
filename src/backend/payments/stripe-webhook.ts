import { z } from 'zod'
import { logEvent } from '../../domain/log-event.ts'
import { parseJson } from '../parse-json.ts'
import { malformedBody, unprovenSender } from '../webhook-problem.ts'
import { PaymentProviderError } from './payment-provider.ts'
import type { PaymentReport } from './payment-provider.ts'
import { paymentReport } from './payment-report.ts'
import type { StripeConnection } from './stripe-connection.ts'
import { lookUpOwnFacts, sessionOfPayment } from './stripe-facts.ts'

const objectsWithID = ['checkout.session', 'payment_intent']

/** The shop reads only the identifiers of the object from an event. */
const event = z.object({
  data: z.object({
    object: z
      .object({
        object: z.string(),
        id: z.string().optional(),
        payment_intent: z.string().nullish(),
      })
      // Other objects, such as `balance`, may have no id.
      .refine(({ object, id }) => id !== undefined || !objectsWithID.includes(object), {
        path: ['id'],
      }),
  }),
})
type EventObject = z.output<typeof event>['data']['object']

/**
 * Verifies an event and looks up its payment. Answers 400 to a malformed event, and to a signature
 * that is wrong or older than five minutes. Answers 503 when a call to Stripe fails. Stripe then
 * retries the event for up to three days.
 */
export async function receiveEvent(
  stripe: StripeConnection,
  request: Request,
  now: Date,
): Promise<PaymentReport> {
  const body = await request.text()
  if (!(await isSigned(stripe, request.headers, body, now)))
    return paymentReport(400, { problem: unprovenSender })
  const parsed = event.safeParse(parseJson(body))
  if (!parsed.success) return paymentReport(400, { problem: malformedBody(parsed.error) })
  try {
    const reference = await sessionOf(stripe, parsed.data.data.object)
    return paymentReport(200, {
      facts: reference === null ? [] : await lookUpOwnFacts(stripe, reference),
    })
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error
    logEvent({ event: 'stripe-event-postponed', reason: error.message })
    return paymentReport(503)
  }
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
