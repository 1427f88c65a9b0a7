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

/** Starts the names of the page's own headers, because the Cache API adds and changes headers. */
const ownHeader = 'x-page-'
const [storedAtHeader, versionHeader] = ['x-stored-at', 'x-content-version'] as const

export function toStored({ headers, body, storedAt, version }: StoredPage): Response {
  const own = [...headers].map(([name, value]): [string, string] => [ownHeader + name, value])
  return new Response(body, {
    headers: [
      ['Cache-Control', `public, max-age=${fallbackFor / 1000}`],
      [storedAtHeader, String(storedAt)],
      [versionHeader, version],
      ...own,
    ],
  })
}

export async function fromStored(response: Response | undefined): Promise<StoredPage | undefined> {
  const version = response?.headers.get(versionHeader) ?? null
  if (response === undefined || version === null) return undefined
  const storedAt = Number(response.headers.get(storedAtHeader))
  const headers = new Headers()
  for (const [name, value] of response.headers)
    if (name.startsWith(ownHeader)) headers.append(name.slice(ownHeader.length), value)
  const body = new Uint8Array(await response.arrayBuffer())
  return { status: 200, headers, body, storedAt, version }
}
