import { awaitInTime } from '../../kit/deadlines.ts'
import { SingleFlight } from '../../kit/single-flight.ts'
import type { CachedVersion, VersionSource } from './cached-version.ts'
import type { ColoPages } from './colo-pages.ts'
import type { PageAddress } from './page-address.ts'
import { PageMemory } from './page-memory.ts'
import { isComplete, isReplaceable, toAnswer, unknownVersion, useOf } from './stored-page.ts'
import type { PageAnswer, PageUse, StoredPage } from './stored-page.ts'

/** In bytes, of an isolate's 128 MB. */
const memoryLimits = { linked: 24_000_000, filtered: 8_000_000 }
/** Milliseconds until a page that could not be rendered is rendered again. */
const retryAfter = 10_000
/**
 * Milliseconds after which a stored page of another version replaces a page that is still being
 * rendered, as when the database does not answer. Less than `renderTimeout`.
 */
const replaceAfter = 4000
/** Milliseconds that visitors wait for a running render. After that, its request may have ended. */
const renderTimeout = 5000

type PageCacheOptions = {
  readonly version: CachedVersion
  readonly colo: ColoPages
  /** Milliseconds that a stale page is served during its render, unless the version has changed. */
  readonly staleFor: number
  readonly now: () => number
}

export type PageSource = VersionSource & {
  /** Renders the page of a canonical address. It receives no other data of the request. */
  readonly render: (path: string) => Promise<Response>
}

/** Handles a page that memory lacks or has only as a stale copy. */
type MissingPage = {
  readonly path: string
  readonly memory: PageMemory
  readonly known: StoredPage | undefined
  readonly use: PageUse
}

/**
 * Caches the finished bytes of public pages. A page is fresh for 60 s. After that, the stale page
 * is served while a new page is rendered, as long as the content version is the same. For a day,
 * the last complete copy replaces a page that cannot be rendered in time. Each page is rendered
 * once at a time.
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
  fromMemory(path: string, source: VersionSource): StoredPage | null {
    const { version } = this.#options
    if (version.isInvalidated || version.isLookDue) return null
    const page = this.#memories.linked.get(path)
    return page && this.#useOf(page, version.known(source)) === 'fresh' ? page : null
  }

  async get(address: PageAddress, source: PageSource): Promise<PageAnswer> {
    const { path, store } = address
    if (store === 'none') return toAnswer(await source.render(path))
    const { version } = this.#options
    await version.look()
    const memory = this.#memories[store]
    const known = memory.get(path)
    const current = version.isInvalidated ? await version.current(source) : version.known(source)
    const use = known ? this.#useOf(known, current) : 'none'
    if (known && use === 'fresh') return known
    const missing = { path, memory, known, use }
    if (known && use === 'stale') {
      if (!this.#renders.isRunning(path)) void this.#start(missing, source)
      return known
    }
    const running = this.#renders.join(path)
    if (running === null) return this.#start(missing, source)
    // The first request that has waited too long starts a new render, for which all others wait.
    return (await running) ?? this.get(address, source)
  }

  #start(missing: MissingPage, source: PageSource): Promise<PageAnswer> {
    const answer = this.#renders.start(missing.path, async () => this.#load(missing, source))
    source.waitUntil(answer.catch(() => undefined))
    return answer
  }

  async #load({ path, memory, known, use }: MissingPage, source: PageSource): Promise<PageAnswer> {
    const { version, colo, now } = this.#options
    const startedAt = now()
    const stored = newerPage(known, await colo.get(path))
    const storedUse = stored ? this.#useOf(stored, await version.current(source)) : 'none'
    // A stale page is served again, unless this call was started to replace it.
    const isUsable = storedUse === 'fresh' || (storedUse === 'stale' && use !== 'stale')
    if (stored && isUsable) return memory.set(path, stored)
    const rendered = this.#render(path, memory, source)
    if (stored === undefined || storedUse === 'none') return rendered
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
    if (renderedFor !== unknownVersion) source.waitUntil(colo.put(path, page))
    return page
  }

  #useOf(page: StoredPage, current: string | null): PageUse {
    const { version, now, staleFor } = this.#options
    const isOutdated = page.version === unknownVersion && page.storedAt <= version.invalidatedAt
    return isOutdated ? 'fallback' : useOf(page, current, { now: now(), staleFor })
  }
}

function newerPage(a: StoredPage | undefined, b: StoredPage | undefined): StoredPage | undefined {
  return a && b ? (b.storedAt > a.storedAt ? b : a) : (a ?? b)
}
