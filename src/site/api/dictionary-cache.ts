import { z } from 'zod'
import { readCache, warnOfFailure } from '../../kit/log.ts'
import type { KeyValueStore } from '../../kit/key-value-store.ts'
import { ok } from '../../kit/result.shared.ts'
import { apiError } from './api-result.ts'
import type { ApiResult } from './api-result.ts'
import { SingleFlight } from '../../kit/single-flight.ts'

/** Milliseconds that an answer is fresh: 10 minutes (specification, section 9). */
const freshFor = 600_000
/** Milliseconds that an isolate uses an entry before it reads KV again, so that isolates agree. */
const isolateFor = 60_000
/** Milliseconds that a visit waits for a refresh. After that, its request may have ended. */
const refreshTimeout = 5000
/** Seconds that KV stores an entry. A stale copy survives an API outage of a day. */
const storedFor = 86_400

export type DictionaryCacheBindings = {
  readonly kv: KeyValueStore
  readonly waitUntil: (work: Promise<unknown>) => void
  readonly version: DictionaryVersion
  /**
   * Called when a refresh has failed, and the answer's version is older than the current version.
   */
  readonly onOldVersion?: () => void
}

/** A string that changes when the dictionaries change, or null while it is unknown. */
export type DictionaryVersion = {
  /** The value this isolate has cached, without a call. */
  readonly known: () => string | null
  readonly current: () => Promise<string | null>
}

/** Loads a dictionary that no cache has. */
export type DictionarySource<T> = {
  readonly key: string
  readonly schema: z.ZodType<T>
  readonly load: () => Promise<ApiResult<T>>
}

type CacheEntry<T> = { readonly storedAt: number; readonly version: string; readonly data: T }
/**
 * The schema of a key decides its data type, so `never` is safe between reads and writes of one
 * key.
 */
type IsolateEntry = {
  readonly entry: CacheEntry<never>
  readonly until: number
  /** The version that was current when the entry was chosen. A stale entry has an older version. */
  readonly version: string | null
}

/** `isOld` means that a refresh has failed, so the version is not the current version. */
type FoundEntry<T> = { readonly data: T; readonly isOld: boolean }

/**
 * Caches API answers in the isolate and in KV for 10 minutes or until the version changes. Each key
 * has at most one refresh of a version in progress. When a refresh fails, the stale copy is served
 * for another minute. Failures are not cached.
 */
export class DictionaryCache {
  readonly #isolate = new Map<string, IsolateEntry>()
  /** The key of a dictionary determines the type of its result, as in `IsolateEntry`. */
  readonly #refreshes: SingleFlight<ApiResult<FoundEntry<never>>>
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
    this.#refreshes = new SingleFlight({ timeout: refreshTimeout, now })
  }

  async get<T>(
    source: DictionarySource<T>,
    bindings: DictionaryCacheBindings,
  ): Promise<ApiResult<T>> {
    const answer = await this.#find(source, bindings)
    if (!answer.ok) return answer
    const { data, isOld } = answer.value
    if (isOld) bindings.onOldVersion?.()
    return ok(data)
  }

  async #find<T>(
    source: DictionarySource<T>,
    bindings: DictionaryCacheBindings,
  ): Promise<ApiResult<FoundEntry<T>>> {
    const { key } = source
    const known = this.#isolate.get(key)
    const version = bindings.version.known()
    const isCurrent = version === null || version === known?.version
    if (known && isCurrent && this.#now() < known.until) return resultOf<T>(known.entry, version)
    // A visit does not wait for the refresh of another version.
    const refreshKey = `${version ?? ''} ${key}`
    const running = this.#refreshes.join(refreshKey)
    if (running)
      return (await running) ?? (known ? resultOf<T>(known.entry, version) : apiError(504))
    const work = this.#refreshes.start(refreshKey, async () => this.#refresh(source, bindings))
    bindings.waitUntil(work)
    return work
  }

  async #refresh<T>(
    { key, schema, load }: DictionarySource<T>,
    { kv, waitUntil, version }: DictionaryCacheBindings,
  ): Promise<ApiResult<FoundEntry<never>>> {
    const stored = await readStored(kv, key, schema)
    const isFresh = stored !== null && this.#now() - stored.storedAt < freshFor
    // Without a fresh entry there is nothing to compare, so the list does not wait for the version.
    const current = isFresh ? await version.current() : version.known()
    if (isFresh && stored.version === (current ?? stored.version))
      return this.#store(key, stored, current, stored.storedAt + freshFor)
    const answer = await load()
    if (!answer.ok) {
      const stale = stored ?? this.#isolate.get(key)?.entry
      return stale ? this.#store(key, stale, current) : answer
    }
    const entry = { storedAt: this.#now(), version: current ?? '', data: answer.value }
    // KV accepts one write per second and key, so a new version alone is not written.
    if (!isFresh) waitUntil(write(kv, key, entry))
    return this.#store(key, entry, current, entry.storedAt + freshFor)
  }

  #store<T>(
    key: string,
    entry: CacheEntry<T>,
    version: string | null,
    until = Infinity,
  ): ApiResult<FoundEntry<never>> {
    // See `IsolateEntry`.
    const stored = entry as CacheEntry<never>
    const usedUntil = Math.min(this.#now() + isolateFor, until)
    this.#isolate.set(key, { entry: stored, until: usedUntil, version })
    return resultOf(stored, version)
  }
}

function resultOf<T>(
  { data, version }: CacheEntry<T>,
  current: string | null,
): ApiResult<FoundEntry<T>> {
  return ok({ data, isOld: current !== null && version !== current })
}

/** A failed write or read only slows requests down. */
function write(kv: KeyValueStore, key: string, entry: CacheEntry<unknown>): Promise<void> {
  const options = { expirationTtl: storedFor }
  return kv.put(key, JSON.stringify(entry), options).catch(warnOfFailure('KV put'))
}

async function readStored<T>(
  kv: KeyValueStore,
  key: string,
  schema: z.ZodType<T>,
): Promise<CacheEntry<T> | null> {
  const stored = await readCache('KV get', kv.get(key, 'json'))
  const entry = z.object({ storedAt: z.number(), version: z.string().default(''), data: schema })
  const parsed = entry.safeParse(stored)
  return parsed.success ? parsed.data : null
}
