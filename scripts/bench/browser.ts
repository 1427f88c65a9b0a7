import { chromium } from '@playwright/test'
import type { Browser } from '@playwright/test'
import type { OutgoingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliCompressSync, constants } from 'node:zlib'
import { chromiumOptions, installChromium } from '../test/browsers.ts'
import { forward, startLocalServer } from '../test/local-server.ts'
import type { LocalServer } from '../test/local-server.ts'
import { sampleShop, serveShop } from './checkout.ts'
import type { Checkout, ServedShop } from './checkout.ts'

/** The built shop behind an edge, and a browser to open its pages. */
export type BrowsedShop = {
  readonly browser: Browser
  /** The origin of the edge. */
  readonly origin: string
  readonly shop: ServedShop
}

/** Serves the sample shop while it is measured. */
export async function browseShop<T>(
  checkout: Checkout,
  measure: (browsed: BrowsedShop) => Promise<T>,
): Promise<T> {
  installChromium()
  const shop = await serveShop(checkout, await sampleShop(checkout))
  const browser = await chromium.launch(chromiumOptions())
  const edge = await startEdge(shop.origin)
  try {
    return await measure({ browser, origin: edge.origin, shop })
  } finally {
    await Promise.all([browser.close(), edge.close(), shop.end()])
  }
}

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
async function startEdge(shop: string): Promise<LocalServer> {
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

/** Compresses with the approximate Brotli quality of CDNs for dynamic responses. */
export function compressLikeEdge(body: Buffer): Buffer {
  return brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
}
