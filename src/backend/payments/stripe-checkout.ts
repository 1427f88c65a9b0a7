import type { Stripe } from 'stripe'
import type { Locale } from '../../locale/locales.ts'
import { PaymentProviderError } from './payment-provider.ts'
import type { PaymentOrder, StartedPayment } from './payment-provider.ts'
import { toStripeAmount } from './stripe-amounts.ts'
import type { StripeConnection } from './stripe-connection.ts'
import { charge, checkoutSession, listOf } from './stripe-objects.ts'
import type { CheckoutSession } from './stripe-objects.ts'
import { dayMs } from '../../domain/time-units.ts'

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
export async function startSession(
  stripe: StripeConnection,
  order: PaymentOrder,
): Promise<StartedPayment> {
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
export async function cancelSession(stripe: StripeConnection, reference: string): Promise<void> {
  try {
    await stripe.call(checkoutSession, async ({ checkout }) => checkout.sessions.expire(reference))
  } catch (error) {
    const session = await stripe.call(checkoutSession, async ({ checkout }) =>
      checkout.sessions.retrieve(reference),
    )
    if (session.status === 'open') throw error
    if (await isPending(stripe, session))
      throw new PaymentProviderError(
        'stripe',
        'refused',
        `cannot expire the session ${reference}: its bank debit is pending`,
      )
  }
}

async function isPending(
  stripe: StripeConnection,
  { payment_intent }: CheckoutSession,
): Promise<boolean> {
  if (payment_intent === null) return false
  const { data } = await stripe.call(listOf(charge), async ({ charges }) =>
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
