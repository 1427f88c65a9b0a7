import type { PaymentProvider } from './payment-provider.ts'
import { listCharges } from './stripe-charges.ts'
import { connectToStripe } from './stripe-connection.ts'
import type { StripeSettings } from './stripe-connection.ts'
import { cancelSession, startSession } from './stripe-checkout.ts'
import { readFee } from './stripe-fees.ts'
import { lookUpFacts } from './stripe-facts.ts'
import { refundPayment } from './stripe-refund.ts'
import { receiveEvent } from './stripe-webhook.ts'

type StripeDependencies = { readonly fetch: typeof fetch; readonly now: () => Date }

/**
 * Charges customers on Stripe's hosted Checkout pages. A payment's reference is its Checkout
 * Session (`cs_…`). A webhook only names a session, whose facts are fetched from the API.
 */
export function createStripeProvider(
  settings: StripeSettings,
  { fetch, now }: StripeDependencies,
): PaymentProvider {
  const stripe = connectToStripe(settings, fetch)
  return {
    id: 'stripe',
    currencies: settings.currencies,
    start: async (order) => startSession(stripe, order),
    cancel: async (reference) => cancelSession(stripe, reference),
    refund: async (reference, amount, key) => refundPayment(stripe, reference, amount, key),
    canLookUp: true,
    lookUp: async (reference) => lookUpFacts(stripe, reference),
    readFee: async (chargeID) => readFee(stripe, chargeID),
    listCharges: async (since, cursor) => listCharges(stripe, since, cursor),
    receive: async (request) => receiveEvent(stripe, request, now()),
  }
}
