import { Stripe } from 'stripe'
import { decodeBracketForm } from './bracket-form.ts'
import type { Fault } from './provider-rig.ts'
import { openStripeAccount } from './stripe-account.ts'
import { answerOfStripe, refusal } from './stripe-api.ts'
import type { StripeAnswer } from './stripe-api.ts'
import { breachesOfStripe } from './stripe-openapi.ts'
import type { StripeEvent } from './stripe-shapes.ts'

type Settings = {
  readonly secretKey: string
  readonly webhookSecret: string
  readonly endpoint: string
  readonly now: () => Date
}
type StoredAnswer = StripeAnswer & { readonly fingerprint: string; readonly storedAt: Date }

/** Stripe removes idempotency keys when they are 24 hours old. */
const keyLife = 86_400_000

/**
 * A local server with the part of Stripe's API that the shop uses. It rejects a request that
 * Stripe's OpenAPI document does not allow.
 */
export function createStripeServer({ secretKey, webhookSecret, endpoint, now }: Settings) {
  const account = openStripeAccount(now)
  const stored = new Map<string, StoredAnswer>()

  const server = {
    account,
    fault: null as Fault | null,
    /** A payment intent whose calls fail. */
    failsFor: null as string | null,
    /** The response to every POST, which then has no effect. */
    answerToWrites: null as StripeAnswer | null,
    /** The last form of each endpoint, for example `post /v1/refunds`. */
    forms: {} as { [endpoint: string]: object },
    calls: {} as { [endpoint: string]: number },

    async fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
      const request = new Request(input, init)
      if (server.fault === 'timeout-before') return waitForAbort(init?.signal)
      if (server.fault === 'connection-lost') throw new TypeError('Network connection lost.')
      if (server.fault === 'too-many-requests')
        return respond(refusal(429, 'Too many requests', 'rate_limit'))
      if (server.fault === 'server-error')
        return respond(refusal(500, 'An unknown error occurred', undefined, 'api_error'))
      const answer = await answerOf(request)
      if (server.fault === 'timeout-after') return waitForAbort(init?.signal)
      if (server.fault === 'malformed-body') return new Response('{"id": "cs_te', { status: 200 })
      return respond(answer)
    },

    /** Returns signed requests with the events since the last call. */
    async webhooks(): Promise<Request[]> {
      return Promise.all(account.events.splice(0).map(async (event) => server.sign(event)))
    },

    async sign(event: StripeEvent, options: SignOptions = {}): Promise<Request> {
      const body = { ...event, api_version: Stripe.API_VERSION, livemode: false }
      return server.signText(JSON.stringify(body), options)
    },

    async signText(
      body: string,
      { secret = webhookSecret, at = now() }: SignOptions = {},
    ): Promise<Request> {
      const signature = await webhooks.generateTestHeaderStringAsync({
        payload: body,
        secret,
        timestamp: Math.floor(at.getTime() / 1000),
        cryptoProvider: Stripe.createSubtleCryptoProvider(),
      })
      const headers = { 'Content-Type': 'application/json', 'Stripe-Signature': signature }
      return new Request(endpoint, { method: 'POST', body, headers })
    },
  }
  const { webhooks } = new Stripe(secretKey)

  async function answerOf(request: Request): Promise<StripeAnswer> {
    const { pathname, search } = new URL(request.url)
    const method = request.method.toLowerCase()
    if (request.headers.get('Authorization') !== `Bearer ${secretKey}`)
      return refusal(401, 'Invalid API Key provided: sk_test_***')
    // workerd warns when a form is read as text.
    const form = new TextDecoder().decode(await request.arrayBuffer())
    const query = decodeBracketForm(search)
    const decoded = decodeBracketForm(form)
    server.forms[`${method} ${pathname}`] = decoded
    const called = `${method} ${pathname.replace(/\/ch_\w+$/, '/{charge}')}`
    server.calls[called] = (server.calls[called] ?? 0) + 1
    const breaches = breachesOfStripe(method, pathname, query, decoded)
    if (server.failsFor !== null && search.includes(server.failsFor))
      return refusal(500, 'An unknown error occurred', undefined, 'api_error')
    if (breaches.length > 0) return refusal(400, breaches.join('; '), 'parameter_unknown')
    if (method === 'post' && server.answerToWrites) return server.answerToWrites
    const call = { method, pathname, query, form: decoded }
    const key = method === 'post' ? request.headers.get('Idempotency-Key') : null
    if (key === null) return answerOfStripe(account, call)
    const kept = stored.get(key)
    const known = kept && now().getTime() - kept.storedAt.getTime() < keyLife ? kept : null
    const fingerprint = `${pathname} ${form}`
    if (known && known.fingerprint !== fingerprint)
      return refusal(400, 'Keys for idempotent requests …', undefined, 'idempotency_error')
    const answer = known ?? structuredClone(answerOfStripe(account, call))
    stored.set(key, { storedAt: now(), ...answer, fingerprint })
    return answer
  }

  return server
}

type SignOptions = { readonly secret?: string; readonly at?: Date }

/** Never responds. Rejects as fetch does when its signal is aborted. */
async function waitForAbort(signal: AbortSignal | null | undefined): Promise<Response> {
  return new Promise((_, fail) => {
    signal?.addEventListener('abort', () => fail(signal.reason as Error)) // an AbortError
  })
}

function respond({ status, body }: StripeAnswer): Response {
  return Response.json(body, { status, headers: { 'Request-Id': 'req_test' } })
}
