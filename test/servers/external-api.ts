import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    readonly anotherApi: string
  }
}

const country = {
  countryCode2Letters: 'aq',
  title: 'Antarctica',
  aliases: [],
  priceFrom: null,
  inStock: true,
}

/** A server that is not ours: it sells in one country, finds nothing else, and tells at /asked what it was asked since the last look. */
export default async function startAnotherApi(project: TestProject): Promise<() => void> {
  let asked: unknown[] = []
  const server = createServer((request, response) => {
    const { method, url = '', headers } = request
    const { pathname } = new URL(url, 'http://localhost')
    response.setHeader('Content-Type', 'application/json')
    if (pathname === '/asked') {
      response.end(JSON.stringify(asked))
      asked = []
      return
    }
    void textOf(request).then((body) => {
      asked.push({ method, pathname, headers, body })
      const isKnown = pathname === '/web-esim-countries'
      response.writeHead(isKnown ? 200 : 404)
      response.end(JSON.stringify(isKnown ? { data: [country] } : { error: 'Not in Antarctica' }))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port is free')
  project.provide('anotherApi', `http://127.0.0.1:${address.port}`)
  return () => {
    server.close()
    server.closeAllConnections()
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request.setEncoding('latin1')) text += String(chunk)
  return text
}
