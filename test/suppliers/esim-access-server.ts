import { hmac } from '../../src/kit/crypto.ts'
import { EsimAccessAccount } from './esim-access-account.ts'
import type { AccountAnswer } from './esim-access-account.ts'
import { answers, isCall, requests } from './esim-access-document.ts'
import type { DocumentedCall } from './esim-access-document.ts'
import { FaultPlan } from './fault-plan.ts'

type Options = { readonly accessCode: string; readonly secretKey: string; readonly now: () => Date }

/** Milliseconds. The documentation states no limit. */
const maxAge = 300_000
const basePath = '/api/v1/open/'

/** The API of eSIM Access for one account, in memory. It rejects undocumented requests. */
export class EsimAccessServer {
  readonly account: EsimAccessAccount
  readonly faults = new FaultPlan()
  /** Calls in order, for example `esim/order`, with their bodies. */
  readonly requests: { readonly call: string; readonly body: unknown }[] = []
  /** Requests and responses that are not documented. */
  readonly breaches: string[] = []
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
    this.account = new EsimAccessAccount(options.now)
  }

  /** Responds to a request. The signal is the caller's deadline. */
  readonly fetch = async (request: Request, signal?: AbortSignal): Promise<Response> => {
    const call = new URL(request.url).pathname.replace(basePath, '')
    const text = await request.text()
    this.requests.push({ call, body: JSON.parse(text) })
    const answer = async () => toResponse(await this.#answer(request, call, text))
    return this.faults.answer(call, answer, signal)
  }

  async #answer(request: Request, call: string, text: string): Promise<AccountAnswer> {
    if (request.method !== 'POST') return this.#breach('000103', `${call}: not a POST`)
    if (request.headers.get('Content-Type') !== 'application/json')
      return this.#breach('000102', `${call}: the body is not declared as JSON`)
    const rejection = await this.#rejection(request, text)
    if (rejection) return rejection
    if (!isCall(call)) return this.#breach('000104', `${call}: no such call`)
    const parsed = requests[call].safeParse(JSON.parse(text))
    if (!parsed.success) return this.#breach('000105', `${call}: ${parsed.error}`)
    const answer = this.#run(call, parsed.data)
    const documented = 'obj' in answer ? answers[call].safeParse(answer.obj) : null
    if (documented?.success === false) this.breaches.push(`answer to ${call}: ${documented.error}`)
    return answer
  }

  #breach(code: string, reason: string): AccountAnswer {
    this.breaches.push(reason)
    return { code, text: reason }
  }

  async #rejection({ headers }: Request, text: string): Promise<AccountAnswer | null> {
    const { accessCode, secretKey } = this.#options
    if (headers.get('RT-AccessCode') !== accessCode) return { code: '401001', text: 'Wrong code' }
    // A signature is optional, but a wrong signature is rejected.
    if (!headers.has('RT-Signature')) return null
    const timestamp = headers.get('RT-Timestamp') ?? ''
    const age = Math.abs(this.#options.now().getTime() - Number(timestamp))
    if (!(age <= maxAge)) return { code: '101001', text: 'Request timestamp expired.' }
    const signed = `${timestamp}${headers.get('RT-RequestID')}${accessCode}${text}`
    const isRight = headers.get('RT-Signature') === (await hmac(secretKey, signed))
    return isRight ? null : { code: '101003', text: 'Request signature mismatch.' }
  }

  #run(call: DocumentedCall, body: unknown): AccountAnswer {
    const { account } = this
    // The schema of the call has validated `body`.
    const parsed = body as never
    switch (call) {
      case 'balance/query':
        return { obj: { balance: account.balance } }
      case 'package/list':
        return account.list(parsed)
      case 'esim/order':
        return account.order(parsed)
      case 'esim/query':
        return account.query(parsed)
      case 'esim/cancel':
        return account.cancel(parsed)
      case 'esim/topup':
        return account.topUp(parsed)
      case 'esim/usage/query':
        return account.usage(parsed)
    }
  }
}

function toResponse(answer: AccountAnswer): Response {
  return 'obj' in answer
    ? Response.json({ success: true, errorCode: '0', errorMsg: null, obj: answer.obj })
    : Response.json({ success: false, errorCode: answer.code, errorMsg: answer.text, obj: null })
}
