import type { Stripe } from 'stripe'
import { z } from 'zod'
import { chargeStep, minorDigits, type Currency, type Money } from '../kit/money.shared.ts'
import { PaymentProviderError, temporaryStatuses } from './payment-provider.ts'

export type StripeSettings = {
  /** `sk_…`, or a restricted key `rk_…` with the permissions in docs/payments.md. */
  readonly secretKey: string
  /** `whsec_…`, the signing secret of a webhook endpoint. */
  readonly webhookSecret: string
  readonly currencies: readonly Currency[]
  /** Timeout of one attempt in milliseconds. A call has two attempts at most. Default 4,000. */
  readonly timeoutMs?: number
}

type StripeClientOptions = NonNullable<ConstructorParameters<typeof Stripe>[1]>

/** Calls Stripe's package and parses its answer. Throws a `PaymentProviderError`. */
export type StripeConnection = {
  readonly call: <T>(schema: z.ZodType<T>, send: (client: Stripe) => Promise<unknown>) => Promise<T>
  /**
   * Returns the package's reason for rejecting a signature: it does not match the body, or is older
   * than five minutes. Returns null for a valid signature.
   */
  readonly signatureError: (body: string, signature: string, now: Date) => Promise<string | null>
}

/** Loads the package, a separate chunk, at the first call. Most isolates do not need it. */
export function connectToStripe(
  settings: StripeSettings,
  fetchFromStripe: typeof fetch,
): StripeConnection {
  let connection: Promise<StripeConnection> | null = null
  const load = async () => (connection ??= createConnection(settings, fetchFromStripe))
  return {
    call: async (schema, send) => (await load()).call(schema, send),
    signatureError: async (...input) => (await load()).signatureError(...input),
  }
}

async function createConnection(
  settings: StripeSettings,
  fetchFromStripe: typeof fetch,
): Promise<StripeConnection> {
  const { Stripe } = await import('stripe')
  const client = new Stripe(settings.secretKey, {
    ...clientOptions(settings),
    httpClient: Stripe.createFetchHttpClient(fetchFromStripe),
  })
  const crypto = Stripe.createSubtleCryptoProvider()
  return {
    async call(schema, send) {
      try {
        return schema.parse(await send(client))
      } catch (error) {
        throw providerError(error)
      }
    },
    async signatureError(body, signature, now) {
      const verifier = client.webhooks.signature
      if (verifier === null)
        throw new Error('The stripe package cannot verify webhooks. Check its version.')
      try {
        await verifier.verifyHeaderAsync(
          body,
          signature,
          settings.webhookSecret,
          undefined, // the package's default tolerance
          crypto,
          now.getTime(),
        )
        return null
      } catch (error) {
        if (error instanceof Stripe.errors.StripeSignatureVerificationError) return error.message
        throw error
      }
    },
  }
}

function clientOptions({ timeoutMs = 4000 }: StripeSettings): StripeClientOptions {
  return {
    timeout: timeoutMs,
    // Only one retry, because the customer is waiting and the shop itself retries a start. Writes
    // have idempotency keys.
    maxNetworkRetries: 1,
    telemetry: false,
  }
}

const stripeError = z.object({
  type: z.string(),
  statusCode: z.number().optional(),
  code: z.string().optional(),
  param: z.string().optional(),
  requestId: z.string().optional(),
})

/**
 * A 4xx answer means that nothing happened, with two exceptions. 409 means that the first call with
 * this idempotency key is still running. An idempotency error means that the key was used with
 * other parameters.
 */
function providerError(error: unknown): PaymentProviderError {
  const { data: { type, statusCode = 0, ...details } = { type: 'malformed response' } } =
    stripeError.safeParse(error)
  const isRefusal = statusCode >= 400 && statusCode < 500 && statusCode !== 409
  const outcome = isRefusal && type !== 'StripeIdempotencyError' ? 'refused' : 'unknown'
  // The error is logged, so it omits Stripe's message, which can quote the customer's address.
  const message = [type, statusCode, ...Object.values(details)].join(' ')
  const isTemporary = temporaryStatuses.has(statusCode)
  const isUnreadable = error instanceof z.ZodError
  return new PaymentProviderError('stripe', outcome, message, {
    cause: error,
    isTemporary,
    isUnreadable,
  })
}

// The fields that the shop reads. Times are in seconds since 1970. Currencies are in lower case.

export const time = z.int().transform((seconds) => new Date(seconds * 1000))
export const amount = z.int()
export const currency = z.string().regex(/^[a-z]{3}$/)

const country = z
  .string()
  .toLowerCase()
  .regex(/^[a-z]{2}$/)

export const checkoutSession = z.object({
  id: z.string().startsWith('cs_'),
  status: z.string().nullable(),
  /** Null after the page has stopped working. */
  url: z.string().nullable(),
  expires_at: time,
  /** Null until the customer tries to pay. */
  payment_intent: z.string().nullable(),
  metadata: z.record(z.string(), z.string()).nullable(),
})
export type CheckoutSession = z.output<typeof checkoutSession>

export const charge = z.object({
  id: z.string(),
  status: z.string(),
  amount,
  currency,
  created: time,
  // The evidence for VAT. An unexpected value must not hide the charge.
  billing_details: z
    .object({ address: z.object({ country }) })
    .nullish()
    .catch(null),
  payment_method_details: z
    .object({ card: z.object({ country }) })
    .nullish()
    .catch(null),
})
export type Charge = z.output<typeof charge>

/** A charge with its balance transaction, which is null until Stripe has captured the payment. */
export const chargeWithFee = z.object({
  balance_transaction: z
    .object({
      /** In the smallest unit of `currency`, which is the currency of the account's balance. */
      fee: amount,
      currency,
    })
    .nullable(),
})

export const refund = z.object({
  id: z.string(),
  status: z.string().nullable(),
  amount,
  currency,
  created: time,
  metadata: z.record(z.string(), z.string()).nullable(),
  /** Set when the refund left the account and the bank returned the money. */
  failure_balance_transaction: z.string().nullish(),
})
export type Refund = z.output<typeof refund>

export const dispute = z.object({
  id: z.string(),
  status: z.string(),
  amount,
  currency,
  created: time,
  balance_transactions: z.array(z.object({ created: time })),
  evidence_details: z.object({ due_by: time.nullable() }).nullish(),
})
export type Dispute = z.output<typeof dispute>

/** `actionable` is false after a refund or a dispute of the charge. */
export const earlyFraudWarning = z.object({ actionable: z.boolean() })

const listOf = <T>(item: z.ZodType<T>) => z.object({ data: z.array(item) })
// Created once, because the first use of a schema is slow.
export const sessionList = listOf(checkoutSession)
export const chargeList = listOf(charge)
export const refundList = listOf(refund)
export const disputeList = listOf(dispute)

// https://docs.stripe.com/currencies#zero-decimal and #special-cases. All other currencies have two
// decimals. ISK and UGX do too, although Stripe charges them in whole units only.
const withoutDecimals = new Set(
  'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '),
)
const withThreeDecimals = new Set(['BHD', 'JOD', 'KWD', 'OMR', 'TND'])

/** Converts an amount to Stripe's integer. Throws a refusal if Stripe cannot charge the amount. */
export function toStripeAmount({ minor, currency }: Money): number {
  const amount = minor * stripeUnits(currency)
  if (Number.isInteger(amount) && minor % chargeStep(currency) === 0) return amount
  throw refusal(`cannot charge ${minor} minor units of ${currency}`)
}

export function refusal(message: string): PaymentProviderError {
  return new PaymentProviderError('stripe', 'refused', message)
}

/** @param currency in lower case, as Stripe returns it */
export function fromStripeAmount(amount: number, currency: string): Money {
  const code = currency.toUpperCase()
  return { minor: Math.round(amount / stripeUnits(code)), currency: code }
}

/** Number of Stripe's units in one minor unit of the shop: 1 for USD. */
export function stripeUnits(currency: string): number {
  return 10 ** (stripeDecimals(currency) - minorDigits(currency))
}

function stripeDecimals(currency: string): number {
  if (withoutDecimals.has(currency)) return 0
  return withThreeDecimals.has(currency) ? 3 : 2
}
