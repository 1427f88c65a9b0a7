import type { Stripe } from 'stripe'
import { z } from 'zod'
import { PaymentProviderError } from './payment-provider.ts'
import type {
  PaymentProvider,
  PaymentOrder,
  PaymentFact,
  ListedCharge,
} from './payment-provider.ts'
import {
  connectToStripe,
  refusal,
  toStripeAmount,
  chargeList,
  checkoutSession,
  refund,
  refundList,
  fromStripeAmount,
  chargeWithFee,
} from './stripe-api.ts'
import type { StripeSettings, StripeConnection, CheckoutSession } from './stripe-api.ts'
import {
  lookUpFacts,
  lookUpOwnFacts,
  refundFact,
  refundKey,
  retrieveSession,
  sessionOfPayment,
} from './stripe-facts.ts'
import { listPayouts } from './stripe-payouts.ts'
import { receiveEvent } from './stripe-webhook.ts'
import type { Locale } from '../words/locales.shared.ts'
import { dayMs } from '../kit/time.shared.ts'
import type { Money } from '../kit/money.shared.ts'

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
    listPayouts: async (month, cursor) => listPayouts(stripe, now, month, cursor),
    receive: async (request) => receiveEvent(stripe, request, now()),
  }
}

type SessionParams = Stripe.Checkout.SessionCreateParams

/** Maximum difference between Stripe's clock and the shop's, in milliseconds. */
const clockDifference = 30_000
/** Stripe accepts an `expires_at` 30 minutes to 24 hours after creation. */
const longestLife = dayMs

const pageLocales = new Set(
  (
    'bg cs da de el en en-GB es es-419 et fi fil fr fr-CA hr hu id it ja ko lt lv ms mt ' +
    'nb nl pl pt pt-BR ro ru sk sl sv th tr vi zh zh-HK zh-TW'
  ).split(' '),
)

/**
 * Creates a Checkout Session. Its idempotency key is the attempt's id, so a repeated start returns
 * the same session.
 */
async function startSession(stripe: StripeConnection, order: PaymentOrder) {
  const params = sessionParams(order)
  const { id, url, expires_at } = await stripe.call(checkoutSession, async ({ checkout }) =>
    checkout.sessions.create(params, { idempotencyKey: order.attemptID }),
  )
  if (url === null)
    throw new PaymentProviderError('stripe', 'unknown', `the new session ${id} has no payment page`)
  return { url, reference: id, expiresAt: expires_at }
}

/**
 * Expires an open session. A paid or expired session does not change. Refuses while a bank debit
 * is pending, because the customer could pay twice.
 */
async function cancelSession(stripe: StripeConnection, reference: string): Promise<void> {
  try {
    await stripe.call(checkoutSession, async ({ checkout }) => checkout.sessions.expire(reference))
  } catch (error) {
    const session = await retrieveSession(stripe, reference)
    if (session.status === 'open') throw error
    if (await isPending(stripe, session))
      throw refusal(`cannot expire the session ${reference}: its bank debit is pending`)
  }
}

async function isPending(stripe: StripeConnection, { payment_intent }: CheckoutSession) {
  if (payment_intent === null) return false
  const { data } = await stripe.call(chargeList, async ({ charges }) =>
    charges.list({ payment_intent, limit: 1 }),
  )
  return data[0]?.status === 'pending'
}

/**
 * Without `payment_method_types`, Stripe offers the methods that are enabled in its dashboard.
 * Cards, Apple Pay and Google Pay are enabled by default.
 */
function sessionParams(order: PaymentOrder): SessionParams {
  const metadata = { invoiceID: order.invoiceID, attemptID: order.attemptID }
  return {
    mode: 'payment',
    line_items: order.lines.map(({ title, amount }) => ({
      quantity: 1,
      price_data: {
        currency: amount.currency.toLowerCase(),
        unit_amount: toStripeAmount(amount),
        product_data: { name: title },
      },
    })),
    customer_email: order.email,
    locale: pageLocale(order.locale),
    success_url: order.successURL,
    cancel_url: order.failureURL,
    expires_at: endOfSession(order),
    // The customer pays the price that the shop showed, in the same currency.
    adaptive_pricing: { enabled: false },
    metadata,
    payment_intent_data: { metadata },
  }
}

/** A retry must send the same parameters, so the time does not depend on the time of the call. */
function endOfSession({ startedAt, expiresAt }: PaymentOrder): number {
  const end = Math.min(expiresAt.getTime(), startedAt.getTime() + longestLife)
  return Math.floor((end - 2 * clockDifference) / 1000)
}

function pageLocale(locale: Locale): string {
  const [language = ''] = locale.split('-')
  return [locale, language].find((each) => pageLocales.has(each)) ?? 'auto'
}

/** Stripe deletes idempotency keys after 24 hours, so a refund also stores its key as metadata. */
async function refundPayment(
  stripe: StripeConnection,
  reference: string,
  amount: Money,
  key: string,
): Promise<PaymentFact | null> {
  const session = await retrieveSession(stripe, reference)
  const { payment_intent: payment } = session
  if (payment === null) throw refusal(`cannot refund the session ${reference}: it has no payment`)
  const made =
    (await refundWithKey(stripe, payment, key)) ??
    (await createRefund(stripe, payment, amount, key))
  if (made.status === 'failed' || made.status === 'canceled')
    throw refusal(`the refund ${made.id} is ${made.status}. Look it up in the Dashboard.`)
  return refundFact(session, made)
}

/** Refuses while a refund from the dashboard is pending, because it may be for the same money. */
async function refundWithKey(stripe: StripeConnection, payment: string, key: string) {
  const { data } = await stripe.call(refundList, async ({ refunds }) =>
    refunds.list({ payment_intent: payment, limit: 100 }),
  )
  const known = data.find(({ metadata }) => metadata?.[refundKey] === key)
  const other = data.find(({ status, metadata }) => isOpen(status) && !metadata?.[refundKey])
  if (known || !other) return known
  throw refusal(`the refund ${other.id} was made in the Dashboard and is ${other.status}`)
}

const isOpen = (status: string | null) => status === 'pending' || status === 'requires_action'

async function createRefund(stripe: StripeConnection, payment: string, amount: Money, key: string) {
  const params = {
    payment_intent: payment,
    amount: toStripeAmount(amount),
    metadata: { [refundKey]: key },
  }
  return stripe.call(refund, async ({ refunds }) => refunds.create(params, { idempotencyKey: key }))
}

/**
 * Returns Stripe's fee for a charge in the currency of the account's balance, or null until Stripe
 * has captured the payment. A restricted key needs read access to Balance Transaction Sources.
 * https://docs.stripe.com/api/balance_transactions/object#balance_transaction_object-fee
 */
async function readFee(stripe: StripeConnection, chargeID: string): Promise<Money | null> {
  const { balance_transaction: transaction } = await stripe.call(
    chargeWithFee,
    async ({ charges }) => charges.retrieve(chargeID, { expand: ['balance_transaction'] }),
  )
  return transaction && fromStripeAmount(transaction.fee, transaction.currency)
}

const limit = 50
const listedCharge = z.object({ status: z.string(), payment_intent: z.string().nullable() })
const chargePage = z.object({
  data: z.array(z.looseObject({ id: z.string() })),
  has_more: z.boolean(),
})

/** Lists the successful charges of the account since a time, newest first. */
async function listCharges(stripe: StripeConnection, since: Date, cursor: string | null) {
  const created = { gte: Math.floor(since.getTime() / 1000) }
  const page = cursor === null ? {} : { starting_after: cursor }
  const { data, has_more } = await stripe.call(chargePage, async ({ charges }) =>
    charges.list({ created, limit, ...page }),
  )
  return {
    charges: data.flatMap((item) => toListed(stripe, item)),
    next: has_more ? (data.at(-1)?.id ?? null) : null,
  }
}

/** A charge that cannot be read must not hide the other charges of its page. */
function toListed(stripe: StripeConnection, item: { readonly id: string }): ListedCharge[] {
  const { id } = item
  const charge = listedCharge.safeParse(item)
  if (!charge.success) return [{ id, lookUp: async () => refuseUnreadable(charge.error) }]
  const { status, payment_intent: payment } = charge.data
  if (status !== 'succeeded' || payment === null) return []
  return [{ id, lookUp: async () => factsOfPayment(stripe, payment) }]
}

function refuseUnreadable(cause: z.ZodError): never {
  throw new PaymentProviderError('stripe', 'unknown', 'malformed charge', {
    cause,
    isUnreadable: true,
  })
}

async function factsOfPayment(stripe: StripeConnection, payment: string) {
  const reference = await sessionOfPayment(stripe, payment)
  return reference === null ? [] : lookUpOwnFacts(stripe, reference)
}
