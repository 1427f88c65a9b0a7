import { buffer } from 'node:stream/consumers'
import { brotliCompressSync, constants } from 'node:zlib'
import { forward, startLocalServer } from '../test/local-server.ts'
import type { LocalServer } from '../test/local-server.ts'

/** Brotli quality of CDNs for dynamic responses, approximately. */
const quality = 5
const compressible = /^(text\/|application\/(json|manifest\+json|javascript)|image\/svg)/

export async function startEdge(shop: string): Promise<LocalServer> {
  return startLocalServer((incoming, answer) =>
    forward(incoming, shop, async (response) => {
      const body = await buffer(response)
      const { 'content-length': _length, ...headers } = response.headers
      const isCompressed = compressible.test(headers['content-type'] ?? '') && body.byteLength > 0
      answer.writeHead(response.statusCode ?? 502, {
        ...headers,
        ...(isCompressed && { 'content-encoding': 'br' }),
      })
      answer.end(isCompressed ? compressLikeEdge(body) : body)
    }),
  )
}

export function compressLikeEdge(body: Buffer): Buffer {
  return brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
}
