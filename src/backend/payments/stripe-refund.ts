import type { Money } from '../../domain/money.ts'
import { PaymentProviderError } from './payment-provider.ts'
import type { PaymentFact } from './payment-provider.ts'
import { toStripeAmount } from './stripe-amounts.ts'
import type { StripeConnection } from './stripe-connection.ts'
import { refundFact } from './stripe-facts.ts'
import { checkoutSession, listOf, refund } from './stripe-objects.ts'
import type { Refund } from './stripe-objects.ts'

/** Stripe deletes idempotency keys after 24 hours, so a refund also stores its key as metadata. */
export async function refundPayment(
  stripe: StripeConnection,
  reference: string,
  amount: Money,
  key: string,
): Promise<PaymentFact | null> {
  const session = await stripe.call(checkoutSession, async ({ checkout }) =>
    checkout.sessions.retrieve(reference),
  )
  const { payment_intent: payment } = session
  if (payment === null) throw refusal(`cannot refund the session ${reference}: it has no payment`)
  const made =
    (await refundWithKey(stripe, payment, key)) ??
    (await createRefund(stripe, payment, amount, key))
  if (made.status === 'failed' || made.status === 'canceled')
    throw refusal(`the refund ${made.id} is ${made.status}. Look it up in the Dashboard.`)
  return refundFact(session, made)
}

async function refundWithKey(
  stripe: StripeConnection,
  payment: string,
  key: string,
): Promise<Refund | undefined> {
  const { data } = await stripe.call(listOf(refund), async ({ refunds }) =>
    refunds.list({ payment_intent: payment, limit: 100 }),
  )
  return data.find(({ metadata }) => metadata?.['refundKey'] === key)
}

async function createRefund(
  stripe: StripeConnection,
  payment: string,
  amount: Money,
  key: string,
): Promise<Refund> {
  const params = {
    payment_intent: payment,
    amount: toStripeAmount(amount),
    metadata: { refundKey: key },
  }
  return stripe.call(refund, async ({ refunds }) => refunds.create(params, { idempotencyKey: key }))
}

function refusal(message: string): PaymentProviderError {
  return new PaymentProviderError('stripe', 'refused', message)
}
