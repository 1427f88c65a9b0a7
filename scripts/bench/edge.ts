import { buffer } from 'node:stream/consumers'
import type { OutgoingHttpHeaders } from 'node:http'
import { brotliCompressSync, constants } from 'node:zlib'
import { forward, startLocalServer } from '../test/local-server.ts'
import type { LocalServer } from '../test/local-server.ts'

/** Approximate Brotli quality of CDNs for dynamic responses. */
const quality = 5
const compressible = /^(text\/|application\/(json|manifest\+json|javascript)|image\/svg)/

type StoredAnswer = {
  readonly status: number
  readonly headers: OutgoingHttpHeaders
  readonly body: Buffer
}

/**
 * Serves the shop like an edge: compresses responses, and caches GET responses in memory.
 * Measurements of cached responses exclude the time of `wrangler dev`.
 */
export async function startEdge(shop: string): Promise<LocalServer> {
  const known = new Map<string, StoredAnswer>()
  return startLocalServer((incoming, answer) => {
    const key = incoming.method === 'GET' ? incoming.url : undefined
    const stored = key === undefined ? undefined : known.get(key)
    if (stored) {
      answer.writeHead(stored.status, stored.headers).end(stored.body)
      return
    }
    // Otherwise the shop refuses a form, because its own origin is another.
    if (incoming.headers.origin !== undefined) incoming.headers.origin = shop
    forward(incoming, shop, async (response) => {
      const body = await buffer(response)
      const { 'content-length': _length, ...headers } = response.headers
      const isCompressed = compressible.test(headers['content-type'] ?? '') && body.byteLength > 0
      const sent = {
        status: response.statusCode ?? 502,
        headers: { ...headers, ...(isCompressed && { 'content-encoding': 'br' }) },
        body: isCompressed ? compressLikeEdge(body) : body,
      }
      if (key !== undefined) known.set(key, sent)
      answer.writeHead(sent.status, sent.headers).end(sent.body)
    })
  })
}

export function compressLikeEdge(body: Buffer): Buffer {
  return brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
}
