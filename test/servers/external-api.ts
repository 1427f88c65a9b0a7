import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { TestProject } from 'vitest/node'
import { startLocalServer } from '../../scripts/test/local-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    readonly externalApi: string
  }
}

const countries = [
  ['aq', 'Antarctica'],
  ['ru', 'Russia'],
].map(([countryCode2Letters, title]) => ({
  countryCode2Letters,
  title,
  aliases: [],
  priceFrom: null,
  inStock: true,
}))
/** The only plan is for a region. The API lists no regions. */
const icePlan = {
  tariffID: 'ice-1',
  operator: { ident: 'aq-penguin', title: 'Penguin' },
  kind: 'region',
  placeTitle: 'Ice Shelf',
  countryCodes: ['aq'],
  regionIdent: 'ice',
  market: 'travel',
  trafficMb: 1024,
  validityDays: 7,
  prices: { USD: 100 },
  unitPrices: { USD: 100 },
  inStock: true,
}

/**
 * Starts an external API with two countries and one plan. `GET /requests` returns the requests
 * since the last call.
 */
export default async function startExternalApi(project: TestProject): Promise<() => Promise<void>> {
  let requests: unknown[] = []
  const { origin, close } = await startLocalServer((...exchange) => void answer(...exchange))
  project.provide('externalApi', origin)
  return close

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url = '', headers } = request
    const { pathname, searchParams } = new URL(url, 'http://localhost')
    response.setHeader('Content-Type', 'application/json')
    if (pathname === '/requests') {
      response.end(JSON.stringify(requests))
      requests = []
      return
    }
    // Reads bytes, because a form may contain a file.
    request.setEncoding('latin1')
    requests.push({ method, pathname, headers, body: await text(request) })
    const data = dataOf(pathname, searchParams.get('region'))
    response.writeHead(data ? 200 : 404)
    response.end(JSON.stringify(data ?? { error: 'Not in Antarctica' }))
  }
}

function dataOf(pathname: string, region: string | null): unknown {
  if (pathname === '/web-esim-countries') return { data: countries }
  if (pathname !== '/web-esim-tariffs-marketplace' || region !== 'ice') return null
  return { data: [icePlan], page: 1, per_page: 20, total: 1, hasMore: false }
}
