import { z } from 'zod'
import { readCache, warnOfFailure } from '../../kit/log.ts'
import type { StoredPage } from './stored-page.ts'

/**
 * The page's own headers and data. The Cache API adds headers to a response and changes other
 * headers.
 */
const dataHeader = 'X-Stored-Page'
const data = z.object({
  storedAt: z.number(),
  version: z.string(),
  headers: z.array(z.tuple([z.string(), z.string()])),
})
/** A day, because a page may replace an error for a day. */
const storedFor = 'public, max-age=86400'

/** Pages in the Cache API, which all isolates of a colo share. */
export type ColoPages = {
  readonly get: (path: string) => Promise<StoredPage | undefined>
  readonly put: (path: string, page: StoredPage) => Promise<void>
}

/** @param cache null if there is no Cache API */
export function createColoPages(cache: Cache | null, origin: string): ColoPages {
  const keyOf = (path: string) => `${origin}/.pages${path}`
  return {
    // A failing cache slows the page down, but must not fail it.
    get: async (path) =>
      cache ? readCache('Cache API match', readPage(cache, keyOf(path))) : undefined,
    put: async (path, page) =>
      cache?.put(keyOf(path), toResponse(page)).catch(warnOfFailure('Cache API put')),
  }
}

async function readPage(cache: Cache, key: string): Promise<StoredPage | undefined> {
  const response = await cache.match(key)
  return response && toPage(response)
}

function toResponse({ headers, body, storedAt, version }: StoredPage): Response {
  const page: z.input<typeof data> = { storedAt, version, headers: [...headers] }
  return new Response(body, {
    headers: { 'Cache-Control': storedFor, [dataHeader]: JSON.stringify(page) },
  })
}

async function toPage(response: Response): Promise<StoredPage> {
  const page = data.parse(JSON.parse(response.headers.get(dataHeader) ?? ''))
  const body = new Uint8Array(await response.arrayBuffer())
  return { ...page, status: 200, headers: new Headers(page.headers), body }
}
