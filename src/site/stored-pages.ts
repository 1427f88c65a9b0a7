import { z } from 'zod'
import { dayMs } from '../kit/time.shared.ts'
import type { PageEnd, PageParts } from './page-parts.ts'

/** Milliseconds that the last copy of any version replaces a page that cannot be rendered. */
export const fallbackFor = dayMs
/** Bytes of a page in memory in addition to its body: key, headers, bookkeeping. */
const overhead = 4096

/** A response without its per-request headers. */
export type PageAnswer = {
  readonly status: number
  readonly headers: Headers
  /** The whole page, or its parts while it is rendered. */
  readonly body: Uint8Array<ArrayBuffer> | PageParts
  /** Milliseconds since 1970. Only stored pages have it. */
  readonly storedAt?: number
  /** Only pages that are being rendered have it. */
  readonly end?: Promise<PageEnd> | undefined
}

/** A complete page with status 200. */
export type StoredPage = PageAnswer & {
  readonly body: Uint8Array<ArrayBuffer>
  readonly storedAt: number
  /** The content version that was current before the page was rendered. */
  readonly version: string
  /** Until this time, the page replaces a page that could not be rendered. */
  readonly usedUntil?: number
}

/** Pages in the memory of an isolate. New pages evict the least recently used pages. */
export class PageMemory {
  readonly #pages = new Map<string, StoredPage>()
  readonly #maxBytes: number
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get(path: string): StoredPage | undefined {
    const page = this.#pages.get(path)
    if (page === undefined) return undefined
    // A Map is in the order of insertion, so its first key is the least recently used key.
    this.#pages.delete(path)
    this.#pages.set(path, page)
    return page
  }

  set(path: string, page: StoredPage): StoredPage {
    this.#delete(path)
    this.#pages.set(path, page)
    this.#bytes += page.body.byteLength + overhead
    for (const oldest of this.#pages.keys()) {
      if (this.#bytes <= this.#maxBytes) break
      this.#delete(oldest)
    }
    return page
  }

  #delete(path: string): void {
    const page = this.#pages.get(path)
    if (page === undefined) return
    this.#pages.delete(path)
    this.#bytes -= page.body.byteLength + overhead
  }
}

/**
 * The page's own headers and data, because the Cache API adds headers to a response and changes
 * others.
 */
const dataHeader = 'X-Stored-Page'
const storedData = z.object({
  storedAt: z.number(),
  version: z.string(),
  headers: z.array(z.tuple([z.string(), z.string()])),
})

export function toStored({ headers, body, storedAt, version }: StoredPage): Response {
  const data: z.input<typeof storedData> = { storedAt, version, headers: [...headers] }
  const lifetime = `public, max-age=${fallbackFor / 1000}`
  return new Response(body, {
    headers: { 'Cache-Control': lifetime, [dataHeader]: JSON.stringify(data) },
  })
}

export async function fromStored(response: Response | undefined): Promise<StoredPage | undefined> {
  if (response === undefined) return undefined
  const data = storedData.parse(JSON.parse(response.headers.get(dataHeader) ?? ''))
  const body = new Uint8Array(await response.arrayBuffer())
  return { ...data, status: 200, headers: new Headers(data.headers), body }
}
