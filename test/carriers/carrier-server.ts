import type { CarrierFault } from './carrier-rig.ts'

export type ServerAnswer = { readonly status: number; readonly body: unknown }

/**
 * The network in front of a carrier's API. It responds to requests, or fails as planned.
 * @param answer returns the API's response to a request and its body
 */
export class CarrierServer {
  readonly #answer: (request: Request, body: string) => ServerAnswer
  #fault: CarrierFault | null = null

  constructor(answer: (request: Request, body: string) => ServerAnswer) {
    this.#answer = answer
  }

  readonly failNext = (fault: CarrierFault): void => {
    this.#fault = fault
  }

  readonly fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const request = new Request(url, init)
    const fault = this.#fault
    this.#fault = null
    if (fault === 'reset') throw new TypeError('Network connection lost.')
    if (fault === 'server-error') return Response.json({ name: 'error' }, { status: 500 })
    if (fault === 'rate-limit') return Response.json({ name: 'slow down' }, { status: 429 })
    if (fault === 'malformed') return new Response('{"id":', { status: 200 })
    if (fault === 'redirect')
      return new Response(null, { status: 302, headers: { Location: 'https://carrier.example' } })
    // workerd warns when the body of a form is read as text.
    const text = new TextDecoder().decode(await request.arrayBuffer())
    const { status, body } = this.#answer(request, text)
    if (fault === 'lost-after') throw new DOMException('timed out', 'TimeoutError')
    return Response.json(body, { status })
  }
}
