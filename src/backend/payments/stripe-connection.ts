import type { Stripe } from 'stripe'
import { z } from 'zod'
import type { Currency } from '../../domain/money.ts'
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
