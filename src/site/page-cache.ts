import { z } from 'zod'
import { awaitInTime } from '../kit/deadlines.ts'
import { readCache, warnOfFailure } from '../kit/log.ts'
import { SingleFlight } from '../kit/single-flight.ts'
import { dayMs, minuteMs } from '../kit/time.shared.ts'
import { toBase64url } from '../kit/tokens.shared.ts'
import type { ContentVersion, VersionSource } from './content-version.ts'

/** Bytes of an isolate's 128 MB. */
const memoryLimits = { linked: 24_000_000, filtered: 8_000_000 }
/** Bytes of a page in memory in addition to its body: key, headers, bookkeeping. */
const overhead = 4096
/** Milliseconds that a page is served without any check except for its version. */
const freshFor = minuteMs
/** Milliseconds that the last copy of any version replaces a page that cannot be rendered. */
const fallbackFor = dayMs
/** Milliseconds until a page that could not be rendered is rendered again. */
const retryAfter = 10_000
/** Milliseconds that a render may take before the last copy replaces it. */
const replaceAfter = 4000
/** Milliseconds that visitors wait for a running render. After that, its request may have ended. */
const renderTimeout = 5000
/** The version of pages that were rendered before the isolate had read it. They are never stale. */
const unknownVersion = ''

/** A finished response without its per-request headers. */
export type PageAnswer = {
  readonly status: number
  readonly headers: Headers
  readonly body: Uint8Array<ArrayBuffer>
  /** Milliseconds since 1970. Only stored pages have it. */
  readonly storedAt?: number
}

/** A complete page with status 200. */
type StoredPage = PageAnswer & {
  readonly storedAt: number
  /** The content version that was current before the page was rendered. */
  readonly version: string
  /** Until this time, the page replaces a page that could not be rendered. */
  readonly usedUntil?: number
}

/** The allowed use of a stored page: directly, during a new render, or instead of an error. */
type PageUse = 'fresh' | 'stale' | 'fallback' | 'none'

export type PageAddress = {
  /** Path and query in their only canonical form. */
  readonly path: string
  /**
   * The memory of the page. Pages with a query have a separate memory, so that they cannot evict
   * plain pages, whose number is limited.
   */
  readonly store: 'linked' | 'filtered' | 'none'
}

export type PageSource = VersionSource & {
  /** Renders the page of a canonical address. It receives no other data of the request. */
  readonly render: (path: string) => Promise<Response>
}

type PageCacheOptions = {
  readonly version: ContentVersion
  /** The cache that all isolates of a colo share. Null without a Cache API. */
  readonly colo: Cache | null
  readonly origin: string
  /** Milliseconds that a stale page is served during its render, unless the version has changed. */
  readonly staleFor: number
  readonly now: () => number
}

/**
 * Caches the finished bytes of public pages in this isolate and in the colo's Cache API. A page is
 * fresh for 60 s. After that, the stale page is served while a new page is rendered, as long as the
 * content version is the same. For a day, the last copy of any version replaces a page that cannot
 * be rendered in time. Each page is rendered once at a time.
 */
export class PageCache {
  readonly #memories = {
    linked: new PageMemory(memoryLimits.linked),
    filtered: new PageMemory(memoryLimits.filtered),
  }
  readonly #renders: SingleFlight<PageAnswer>
  readonly #options: PageCacheOptions

  constructor(options: PageCacheOptions) {
    this.#options = options
    this.#renders = new SingleFlight({ timeout: renderTimeout, now: options.now })
  }

  /** Returns the page if no other work is needed to serve it, or null. */
  fromMemory(path: string, source: VersionSource): PageAnswer | null {
    const { version } = this.#options
    if (version.isInvalidated) return null
    const page = this.#memories.linked.get(path)
    return page && this.#useOf(page, version.known(source)) === 'fresh' ? page : null
  }

  async get(address: PageAddress, source: PageSource): Promise<PageAnswer> {
    const { path, store } = address
    if (store === 'none') return toAnswer(await source.render(path))
    const { version } = this.#options
    const memory = this.#memories[store]
    const current = version.isInvalidated ? await version.current(source) : version.known(source)
    const known = memory.get(path)
    const use = known ? this.#useOf(known, current) : 'none'
    if (known && use === 'fresh') return known
    const start = async () => this.#start(path, memory, source, use === 'stale')
    if (known && use === 'stale') {
      if (!this.#renders.isRunning(path)) void start()
      return known
    }
    const running = this.#renders.join(path)
    if (running === null) return start()
    // The first request that has waited too long starts a new render, for which all others wait.
    return (await running) ?? this.get(address, source)
  }

  #start(path: string, memory: PageMemory, source: PageSource, isStale: boolean) {
    const load = async () => this.#load(path, memory, source, isStale)
    const answer = this.#renders.start(path, load)
    source.waitUntil(answer.catch(() => undefined))
    return answer
  }

  /** @param isStale whether memory has a stale page, which the new page is to replace */
  async #load(
    path: string,
    memory: PageMemory,
    source: PageSource,
    isStale: boolean,
  ): Promise<PageAnswer> {
    const { version, now } = this.#options
    const startedAt = now()
    const stored = newerPage(memory.get(path), await this.#readColo(path))
    const use = stored ? this.#useOf(stored, await version.current(source)) : 'none'
    if (stored && (use === 'fresh' || (use === 'stale' && !isStale)))
      return memory.set(path, stored)
    const rendered = this.#render(path, memory, source)
    if (stored === undefined || use === 'none') return rendered
    source.waitUntil(rendered.catch(() => undefined))
    const answer = await awaitInTime(rendered, startedAt + replaceAfter - now())
    if (answer && (isComplete(answer) || !isReplaceable(answer))) return answer
    return memory.set(path, { ...stored, usedUntil: now() + retryAfter })
  }

  async #render(path: string, memory: PageMemory, source: PageSource): Promise<PageAnswer> {
    const { version, colo, now } = this.#options
    const storedAt = now()
    // The version before the page's data was read. The data may be newer.
    const renderedFor = version.known(source) ?? unknownVersion
    const answer = await toAnswer(await source.render(path))
    if (!isComplete(answer)) return answer
    // The id belongs to the request that rendered the page, and not to a visit.
    answer.headers.delete('X-Request-ID')
    const page = memory.set(path, { ...answer, storedAt, version: renderedFor })
    if (colo && renderedFor !== unknownVersion)
      source.waitUntil(
        colo.put(this.#keyOf(path), toStored(page)).catch(warnOfFailure('Cache API put')),
      )
    return page
  }

  /** A failing cache slows the page down, but must not fail it. */
  async #readColo(path: string): Promise<StoredPage | undefined> {
    const read = async () => fromStored(await this.#options.colo?.match(this.#keyOf(path)))
    return readCache('Cache API match', read())
  }

  #keyOf(path: string): string {
    return `${this.#options.origin}/.pages${path}`
  }

  #useOf(page: StoredPage, current: string | null): PageUse {
    const { version, now, staleFor } = this.#options
    const age = now() - page.storedAt
    if (age >= fallbackFor) return 'none'
    if (now() < (page.usedUntil ?? 0)) return 'fresh'
    const isOutdated =
      page.version === unknownVersion
        ? page.storedAt <= version.invalidatedAt
        : current !== null && page.version !== current
    if (isOutdated) return 'fallback'
    if (age < freshFor) return 'fresh'
    return page.version === current && age < staleFor ? 'stale' : 'fallback'
  }
}

/** Pages in the memory of an isolate. New pages evict the least recently used pages. */
class PageMemory {
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

function newerPage(a: StoredPage | undefined, b: StoredPage | undefined): StoredPage | undefined {
  return a && b ? (b.storedAt > a.storedAt ? b : a) : (a ?? b)
}

/** Reads a response to its end and adds a weak tag, because browsers get several encodings. */
async function toAnswer(response: Response): Promise<PageAnswer> {
  const body = new Uint8Array(await response.arrayBuffer())
  const headers = new Headers(response.headers)
  if (response.status === 200) {
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', body))
    headers.set('ETag', `W/"${toBase64url(digest.subarray(0, 12))}"`)
  }
  return { status: response.status, headers, body }
}

/** An incomplete page, such as a page without a list that failed to load, has `no-store`. */
function isComplete({ status, headers }: PageAnswer): boolean {
  const mayStore = !/no-store/.test(headers.get('Cache-Control') ?? 'no-store')
  return status === 200 && mayStore && !headers.has('Set-Cookie')
}

/**
 * Whether a stored page may replace this answer. True for an incomplete page, and for an error of
 * the shop or of its API, such as 401 for a wrong key. A stored page never replaces a 404 or 410.
 */
function isReplaceable({ status }: PageAnswer): boolean {
  return status === 200 || (status >= 400 && status !== 404 && status !== 410)
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

function toStored({ headers, body, storedAt, version }: StoredPage): Response {
  const data: z.input<typeof storedData> = { storedAt, version, headers: [...headers] }
  const lifetime = `public, max-age=${fallbackFor / 1000}`
  return new Response(body, {
    headers: { 'Cache-Control': lifetime, [dataHeader]: JSON.stringify(data) },
  })
}

async function fromStored(response: Response | undefined): Promise<StoredPage | undefined> {
  if (response === undefined) return undefined
  const data = storedData.parse(JSON.parse(response.headers.get(dataHeader) ?? ''))
  const body = new Uint8Array(await response.arrayBuffer())
  return { ...data, status: 200, headers: new Headers(data.headers), body }
}
