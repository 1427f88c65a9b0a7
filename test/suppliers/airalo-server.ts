import { hmac } from '../../src/kit/crypto.ts'
import { openAiraloAccount } from './airalo-account.ts'
import { answerOfAiralo } from './airalo-answers.ts'
import type { AiraloReply } from './airalo-answers.ts'
import { breachesOfAnswer, breachesOfRequest, pathOf } from './airalo-openapi.ts'
import { submittedShape } from './airalo-shapes.ts'
import { FaultPlan } from './fault-plan.ts'
import type { FaultyCall } from './supplier-rig.ts'

type Settings = {
  readonly clientID: string
  readonly clientSecret: string
  readonly now: () => Date
}

const calls: { readonly [endpoint: string]: FaultyCall } = {
  'get /v2/packages': 'catalogue',
  'post /v2/orders': 'order',
  'post /v2/orders-async': 'order',
  'get /v2/orders': 'find',
  'get /v2/orders/{order_id}': 'fetch',
  'get /v2/sims/{sim_iccid}/usage': 'usage',
  'get /v2/sims/{iccid}/topups': 'top-ups',
  'post /v2/orders/topups': 'top-up',
  'post /v2/refund': 'cancel',
  'get /v2/balance': 'balance',
}
const tokenLife = 86_400_000

/**
 * A local server with the part of the Airalo Partner API that the shop uses. It records every
 * request and response that the published documents do not allow.
 */
export function createAiraloServer({ clientID, clientSecret, now }: Settings) {
  const account = openAiraloAccount(now)
  const tokens = new Map<string, Date>()
  const webhookURLs = new Map<string, string>()

  const server = {
    account,
    faults: new FaultPlan(),
    breaches: [] as string[],
    tokensIssued: 0,
    /** The response to the next request for a token, in place of a token. */
    tokenRefusal: null as AiraloReply | null,

    /** Responds to a request. The signal is the caller's deadline. */
    async fetch(request: Request, signal?: AbortSignal): Promise<Response> {
      const method = request.method.toLowerCase()
      const path = pathOf(method, new URL(request.url).pathname)
      if (path === null) return respond({ status: 404, body: { message: 'Not Found' } })
      const endpoint = `${method} ${path}`
      const answer = async () => {
        const { status, body } = await answerRequest(request, endpoint, path)
        const breaches = breachesOfAnswer(method, path, status, body)
        server.breaches.push(...breaches.map((each) => `answer of ${endpoint}: ${each}`))
        return respond({ status, body })
      }
      return server.faults.answer(calls[endpoint] ?? endpoint, answer, signal)
    },

    revokeTokens: () => tokens.clear(),

    /** Returns the signed notifications about asynchronous orders since the last call. */
    async webhooks(): Promise<Request[]> {
      const orders = account.announced.splice(0)
      return Promise.all(
        orders.map(async (order) => {
          const body =
            order.status === 'failed'
              ? {
                  request_id: order.requestID,
                  description: order.description,
                  reason: 'Out of stock',
                }
              : { ...submittedShape(order), request_id: order.requestID }
          return server.sign(body, { url: webhookURLs.get(order.requestID ?? '') })
        }),
      )
    },

    async sign(
      body: object,
      {
        secret = clientSecret,
        url = 'https://shop.example/callbacks/supplier/airalo',
      }: {
        secret?: string
        url?: string | undefined
      } = {},
    ): Promise<Request> {
      const text = JSON.stringify(body)
      const signature = await hmac(secret, text, 'SHA-512')
      const headers = { 'Content-Type': 'application/json', 'airalo-signature': signature }
      return new Request(url, { method: 'POST', body: text, headers })
    },
  }

  async function answerRequest(
    request: Request,
    endpoint: string,
    path: string,
  ): Promise<AiraloReply> {
    const { searchParams: query, pathname } = new URL(request.url)
    const form = await formOf(request)
    const method = request.method.toLowerCase()
    const breaches = breachesOfRequest(method, path, Object.fromEntries(query), form)
    server.breaches.push(...breaches.map((each) => `${endpoint}: ${each}`))
    if (endpoint === 'post /v2/token') return issueToken(form)
    const [, token = ''] = /^Bearer (.+)$/.exec(request.headers.get('Authorization') ?? '') ?? []
    const expiresAt = tokens.get(token)
    if (!expiresAt || expiresAt <= now())
      return { status: 401, body: { data: [], meta: { message: 'Authentication failed.' } } }
    const id = decodeURIComponent(pathname.split('/')[3] ?? '')
    const answer = answerOfAiralo(account, { endpoint, id, query, form, now: now() })
    const { requestID } = account.orders.at(-1) ?? {}
    if (endpoint === 'post /v2/orders-async' && requestID)
      webhookURLs.set(requestID, String(form['webhook_url']))
    return answer
  }

  function issueToken(form: Form): AiraloReply {
    if (server.tokenRefusal) return server.tokenRefusal
    if (form['client_id'] !== clientID || form['client_secret'] !== clientSecret)
      return {
        status: 422,
        body: {
          data: { client_id: 'The selected client id is invalid.' },
          meta: { message: 'the parameter is invalid' },
        },
      }
    server.tokensIssued += 1
    const token = `token-${server.tokensIssued}`
    tokens.set(token, new Date(now().getTime() + tokenLife))
    return {
      status: 200,
      body: {
        data: { token_type: 'Bearer', expires_in: 31_622_400, access_token: token },
        meta: { message: 'success' },
      },
    }
  }

  return server
}

type Form = { readonly [name: string]: string | readonly string[] }

/** Parses multipart and url-encoded forms. Fields named `iccids[]` are a list. */
async function formOf(request: Request): Promise<Form> {
  if (request.method === 'GET') return {}
  const form: { [name: string]: string | string[] } = {}
  for (const [name, value] of await request.formData()) {
    if (typeof value !== 'string') throw new Error(`${name} is a file`)
    if (!name.endsWith('[]')) form[name] = value
    else form[name.slice(0, -2)] = [form[name.slice(0, -2)] ?? [], value].flat()
  }
  return form
}

function respond({ status, body }: AiraloReply): Response {
  return Response.json(body, { status })
}
