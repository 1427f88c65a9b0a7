import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { TestProject } from 'vitest/node'
import { startLocalServer } from '../../scripts/test/local-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    readonly externalApi: string
  }
}

const country = {
  countryCode2Letters: 'aq',
  title: 'Antarctica',
  aliases: [],
  priceFrom: null,
  inStock: true,
}

/**
 * Starts an external API with one country. `GET /requests` returns the requests since the last
 * call.
 */
export default async function startExternalApi(project: TestProject): Promise<() => Promise<void>> {
  let requests: unknown[] = []
  const { origin, close } = await startLocalServer((...exchange) => void answer(...exchange))
  project.provide('externalApi', origin)
  return close

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url = '', headers } = request
    const { pathname } = new URL(url, 'http://localhost')
    response.setHeader('Content-Type', 'application/json')
    if (pathname === '/requests') {
      response.end(JSON.stringify(requests))
      requests = []
      return
    }
    // Reads bytes, because a form may contain a file.
    request.setEncoding('latin1')
    requests.push({ method, pathname, headers, body: await text(request) })
    const isKnown = pathname === '/web-esim-countries'
    response.writeHead(isKnown ? 200 : 404)
    response.end(JSON.stringify(isKnown ? { data: [country] } : { error: 'Not in Antarctica' }))
  }
}
