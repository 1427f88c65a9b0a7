import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'

export function answerWith(
  origin: string,
  respond: (request: Request) => Promise<Response>,
): RequestListener {
  return (...exchange) => void answer(...exchange)

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/', headers } = incoming
    const body = await buffer(incoming)
    const request = new Request(origin + url, {
      method,
      headers: Object.entries(headers).map(([name, value]) => [name, String(value)]),
      ...(method === 'GET' ? {} : { body }),
    })
    const response = await respond(request)
    outgoing.writeHead(response.status, Object.fromEntries(response.headers))
    outgoing.end(await response.text())
  }
}
