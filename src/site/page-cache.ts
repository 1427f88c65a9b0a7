import { awaitInTime } from '../kit/deadlines.ts'
import { logEvent, readCache, warnOfFailure } from '../kit/log.ts'
import { SingleFlight } from '../kit/single-flight.ts'
import { minuteMs } from '../kit/time.shared.ts'
import { toBase64url } from '../kit/tokens.shared.ts'
import { routeOf } from '../words/page-table.ts'
import type { ContentVersion, VersionSource } from './content-version.ts'
import { cacheControl } from '../kit/http.ts'
import { demandHeader, readParts, wholeOf, type PageEnd, type PageParts } from './page-parts.ts'
import { fallbackFor, fromStored, PageMemory, toStored } from './stored-pages.ts'
import type { PageAnswer, StoredPage } from './stored-pages.ts'

/** Bytes of an isolate's 128 MB. */
const memoryLimits = { linked: 24_000_000, filtered: 8_000_000 }
/** Milliseconds that a page is served without any check except for its version. */
const freshFor = minuteMs
/** Milliseconds until a page that could not be rendered is rendered again. */
const retryAfter = 10_000
/** Milliseconds that a render may take before the last copy replaces it. */
const replaceAfter = 4000
/** Milliseconds that visitors wait for a running render. After that, its request may have ended. */
export const renderTimeout = 5000
/** The version of pages that were rendered before the isolate had read it. They are never stale. */
const unknownVersion = ''

/** A page that may still be rendered, and the same page when it is finished. */
type PageRender = { readonly answer: PageAnswer; readonly whole: Promise<PageAnswer> }

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
  readonly render: (path: string) => Promise<RenderedPage>
}

export type RenderedPage = {
  readonly response: Response
  /** Without it, the headers say whether the page is complete. */
  readonly end?: Promise<PageEnd> | undefined
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
 * be rendered in time. Each page is rendered once at a time: visitors read its parts as they are
 * rendered, unless a last copy may have to replace it.
 */
export class PageCache {
  readonly #memories = {
    linked: new PageMemory(memoryLimits.linked),
    filtered: new PageMemory(memoryLimits.filtered),
  }
  readonly #renders: SingleFlight<PageRender>
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
    if (store === 'none') return (await this.#render(path, null, source)).answer
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
    if (running === null) return (await start()).answer
    // The first request that has waited too long starts a new render, for which all others wait.
    return (await running)?.answer ?? this.get(address, source)
  }

  #start(path: string, memory: PageMemory, source: PageSource, isStale: boolean) {
    const load = async () => this.#load(path, memory, source, isStale)
    const rendering = this.#renders.start(path, load, async ({ whole }) => whole)
    source.waitUntil(rendering.catch(() => undefined))
    return rendering
  }

  /** @param isStale whether memory has a stale page, which the new page is to replace */
  async #load(
    path: string,
    memory: PageMemory,
    source: PageSource,
    isStale: boolean,
  ): Promise<PageRender> {
    const { version, now } = this.#options
    const startedAt = now()
    const stored = newerPage(memory.get(path), await this.#readColo(path))
    const use = stored ? this.#useOf(stored, await version.current(source)) : 'none'
    if (stored && (use === 'fresh' || (use === 'stale' && !isStale)))
      return finished(memory.set(path, stored))
    const rendering = this.#render(path, memory, source)
    if (stored === undefined || use === 'none') return rendering
    const whole = rendering.then((started) => started.whole)
    source.waitUntil(whole.catch(() => undefined))
    const answer = await awaitInTime(whole, startedAt + replaceAfter - now())
    if (answer && (answer.storedAt !== undefined || !isReplaceable(answer))) return finished(answer)
    return finished(memory.set(path, { ...stored, usedUntil: now() + retryAfter }))
  }

  /** @param memory stores the page, or null if it must not be stored */
  async #render(path: string, memory: PageMemory | null, source: PageSource): Promise<PageRender> {
    const { version, now } = this.#options
    const storedAt = now()
    // The version before the page's data was read. The data may be newer.
    const renderedFor = version.known(source) ?? unknownVersion
    const { response, end } = await source.render(path)
    const { status, headers } = response
    const answer = { status, headers: new Headers(headers), body: readParts(response.body), end }
    const whole = finish(answer.body, answer).then((page) =>
      memory !== null && isComplete(page)
        ? this.#store(path, memory, source, { ...page, storedAt, version: renderedFor })
        : page,
    )
    source.waitUntil(whole.catch(logCacheFailure(path)))
    return { answer, whole }
  }

  #store(path: string, memory: PageMemory, source: PageSource, page: StoredPage): StoredPage {
    const { colo } = this.#options
    // The id belongs to the request that rendered the page, and not to a visit.
    page.headers.delete('X-Request-ID')
    if (colo)
      source.waitUntil(
        page.version === unknownVersion
          ? this.#renderForColo(path, memory, source).catch(logCacheFailure(path))
          : colo.put(this.#keyOf(path), toStored(page)).catch(warnOfFailure('Cache API put')),
      )
    return memory.set(path, page)
  }

  /**
   * Renders the first page of an isolate again, after its answer, because the version of its data
   * was unknown. Most isolates of a small shop render no other page, and the next one needs it.
   */
  async #renderForColo(path: string, memory: PageMemory, source: PageSource): Promise<void> {
    if ((await this.#options.version.current(source)) === null) return
    const { whole } = await this.#render(path, memory, source)
    await whole
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

function newerPage(a: StoredPage | undefined, b: StoredPage | undefined): StoredPage | undefined {
  return a && b ? (b.storedAt > a.storedAt ? b : a) : (a ?? b)
}

/** The visitors of the page do not notice the failure. */
export function logCacheFailure(path: string) {
  return (error: unknown): void => {
    const text = error instanceof Error ? error.stack : String(error)
    logEvent({ event: 'page-cache-failed', route: routeOf(path), error: text })
  }
}

function finished(answer: PageAnswer): PageRender {
  return { answer, whole: Promise.resolve(answer) }
}

/**
 * Reads a page to its end, and adds the headers that depend on its end. The tag is weak, because
 * browsers get several encodings.
 */
async function finish(parts: PageParts, { status, end, ...answer }: Omit<PageAnswer, 'body'>) {
  const headers = new Headers(answer.headers)
  const body = await wholeOf(parts)
  const { isComplete = true, demand = null } = (await end) ?? {}
  if (demand !== null) headers.set(demandHeader, demand)
  if (!isComplete) headers.set('Cache-Control', cacheControl.none)
  if (status === 200) {
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', body))
    headers.set('ETag', `W/"${toBase64url(digest.subarray(0, 12))}"`)
  }
  return { status, headers, body }
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
