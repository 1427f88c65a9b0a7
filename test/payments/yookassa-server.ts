import type { Fault } from './provider-rig.ts'
import { refusalAnswer, YookassaShop } from './yookassa-shop.ts'
import type { ShopAnswer } from './yookassa-shop.ts'

/** `processing` is 202: the request is in progress. */
type YookassaFault = Fault | 'processing' | 'server-error-after'

type Shop = { readonly shopID: string; readonly secretKey: string; readonly now: () => Date }

const keyLifetime = 86_400_000

/** An in-memory YooKassa API for one shop: https://yookassa.ru/developers/api. */
export class YookassaServer {
  readonly shop: YookassaShop
  /** Requests in order, for example `POST /v3/payments`, with their bodies. */
  readonly requests: { readonly line: string; readonly body: unknown }[] = []
  /** The fault of every request, if any. */
  fault: Fault | null = null
  /** Faults of the next requests, in order. */
  faults: (YookassaFault | null)[] = []
  readonly #keys = new Map<string, { text: string; answer: ShopAnswer; until: number }>()
  readonly #credentials: string
  readonly #now: () => Date

  constructor({ shopID, secretKey, now }: Shop) {
    this.shop = new YookassaShop(now)
    this.#credentials = `Basic ${btoa(`${shopID}:${secretKey}`)}`
    this.#now = now
  }

  readonly fetch = async (request: Request): Promise<Response> => {
    const { pathname, search } = new URL(request.url)
    const text = await request.text()
    const body: unknown = text === '' ? null : JSON.parse(text)
    this.requests.push({ line: `${request.method} ${pathname}${search}`, body })
    const fault = this.fault ?? this.faults.shift()
    if (fault === 'timeout-before') throw new DOMException('timed out', 'TimeoutError')
    if (fault === 'connection-lost') throw new TypeError('Network connection lost.')
    if (fault === 'processing')
      return Response.json({ type: 'processing', retry_after: 1800 }, { status: 202 })
    if (fault === 'too-many-requests') return toResponse(refusalAnswer(429, 'too_many_requests'))
    if (fault === 'server-error') return toResponse(refusalAnswer(500, 'internal_server_error'))
    const answer = this.#answer(request, text, body)
    if (fault === 'timeout-after') throw new DOMException('timed out', 'TimeoutError')
    if (fault === 'server-error-after')
      return toResponse(refusalAnswer(500, 'internal_server_error'))
    if (fault === 'malformed-body') return new Response('{"id":', { status: 200 })
    return toResponse(answer)
  }

  #answer(request: Request, text: string, body: unknown): ShopAnswer {
    if (request.headers.get('Authorization') !== this.#credentials)
      return refusalAnswer(401, 'invalid_credentials')
    const { pathname, searchParams } = new URL(request.url)
    switch (`${request.method} ${pathname}`) {
      case 'POST /v3/payments':
        return this.#answerOnce(request, text, () => this.shop.createPayment(body))
      case 'GET /v3/payments':
        return this.shop.listPayments(searchParams)
      case 'POST /v3/refunds':
        return this.#answerOnce(request, text, () => this.shop.createRefund(body))
      case 'GET /v3/refunds':
        return this.shop.listRefunds(searchParams)
    }
    const payment = this.shop.payments.get(pathname.replace('/v3/payments/', ''))
    return payment ? { status: 200, body: payment } : refusalAnswer(404, 'not_found')
  }

  /** Returns the stored response of a key for a day. Rejects a key with another body. */
  #answerOnce(request: Request, text: string, create: () => ShopAnswer): ShopAnswer {
    const key = request.headers.get('Idempotence-Key') ?? ''
    if (key === '' || key.length > 64)
      return refusalAnswer(400, 'invalid_request', 'Idempotence-Key')
    const known = this.#keys.get(key)
    const now = this.#now().getTime()
    if (known && known.until > now)
      return known.text === text
        ? known.answer
        : refusalAnswer(400, 'invalid_request', 'Idempotence-Key')
    const answer = create()
    if (answer.status === 200) this.#keys.set(key, { text, answer, until: now + keyLifetime })
    return answer
  }
}

function toResponse({ status, body }: ShopAnswer): Response {
  return Response.json(body, { status })
}
