import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { brotliCompressSync, constants } from 'node:zlib'
import { startLocalServer } from '../test/local-server.ts'
import type { LocalServer } from '../test/local-server.ts'

/** About what an edge spends on an answer that it compresses as it goes. */
const quality = 5
const compressible = /^(text\/|application\/(json|manifest\+json|javascript)|image\/svg)/

/** Serves the shop at `shop` the way an edge does: compressed by brotli. Answers its own address, and how to end it. */
export async function startEdge(shop: string): Promise<LocalServer> {
  return startLocalServer((asked, answer) => {
    const headers = { ...asked.headers, 'accept-encoding': 'identity', host: new URL(shop).host }
    const onward = request(
      shop + asked.url,
      { method: asked.method, headers },
      async (response) => {
        const body = await bodyOf(response)
        const { 'content-length': _length, ...rest } = response.headers
        const packs = compressible.test(rest['content-type'] ?? '') && body.byteLength > 0
        answer.writeHead(response.statusCode ?? 502, {
          ...rest,
          ...(packs && { 'content-encoding': 'br' }),
        })
        const params = { [constants.BROTLI_PARAM_QUALITY]: quality }
        answer.end(packs ? brotliCompressSync(body, { params }) : body)
      },
    )
    onward.on('error', () => asked.socket.destroy())
    asked.pipe(onward)
  })
}

async function bodyOf(response: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of response) parts.push(part)
  return Buffer.concat(parts)
}
