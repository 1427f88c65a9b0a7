import { z } from 'zod'
import { ok } from '../domain/result.ts'
import type { ApiResult } from './api-result.ts'

/** Milliseconds an answer is fresh: 10 minutes (specification, section 9). */
const freshFor = 600_000
/** Milliseconds an isolate uses an entry before it reads KV again, so that isolates agree. */
const isolateFor = 60_000
/** Seconds KV stores an entry: a stale copy survives an API outage of a day. */
const storedFor = 86_400

export type DictionaryCacheBindings = {
  readonly kv: KVNamespace
  readonly waitUntil: (work: Promise<unknown>) => void
}

/** Where a dictionary comes from when no cache has it. */
export type DictionarySource<T> = {
  readonly key: string
  readonly schema: z.ZodType<T>
  readonly load: () => Promise<ApiResult<T>>
}

type CacheEntry<T> = { readonly storedAt: number; readonly data: T }
/**
 * The schema of a key decides its data type, so `never` is safe between reads and writes of one
 * key.
 */
type IsolateEntry = { readonly entry: CacheEntry<never>; readonly until: number }

/**
 * Caches API answers in the isolate and in KV for 10 minutes. Each key has at most one refresh in
 * flight. When a refresh fails, the stale copy is served for another minute. Failures are not
 * cached.
 */
export class DictionaryCache {
  readonly #isolate = new Map<string, IsolateEntry>()
  readonly #inFlight = new Map<string, Promise<ApiResult<never>>>()
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  async get<T>(
    source: DictionarySource<T>,
    bindings: DictionaryCacheBindings,
  ): Promise<ApiResult<T>> {
    const { key } = source
    const known = this.#isolate.get(key)
    if (known && this.#now() < known.until) return ok(known.entry.data)
    const refresh = this.#inFlight.get(key)
    if (refresh) return refresh
    const work = this.#refresh(source, bindings).finally(() => this.#inFlight.delete(key))
    this.#inFlight.set(key, work as Promise<ApiResult<never>>)
    bindings.waitUntil(work)
    return work
  }

  async #refresh<T>(
    { key, schema, load }: DictionarySource<T>,
    { kv, waitUntil }: DictionaryCacheBindings,
  ): Promise<ApiResult<T>> {
    const stored = await readStored(kv, key, schema)
    if (stored && this.#now() - stored.storedAt < freshFor)
      return this.#store(key, stored, stored.storedAt + freshFor)
    const answer = await load()
    if (!answer.ok) {
      const stale = stored ?? this.#isolate.get(key)?.entry
      return stale ? this.#store(key, stale) : answer
    }
    const entry = { storedAt: this.#now(), data: answer.value }
    // A failed KV write makes the next request slower. It must not fail the page.
    waitUntil(
      kv.put(key, JSON.stringify(entry), { expirationTtl: storedFor }).catch(() => undefined),
    )
    return this.#store(key, entry, entry.storedAt + freshFor)
  }

  #store<T>(key: string, entry: CacheEntry<T>, until = Infinity): ApiResult<T> {
    this.#isolate.set(key, {
      entry: entry as CacheEntry<never>,
      until: Math.min(this.#now() + isolateFor, until),
    })
    return ok(entry.data)
  }
}

async function readStored<T>(
  kv: KVNamespace,
  key: string,
  schema: z.ZodType<T>,
): Promise<CacheEntry<T> | null> {
  const stored = await kv.get(key, 'json').catch(() => null)
  const parsed = z.object({ storedAt: z.number(), data: schema }).safeParse(stored)
  return parsed.success ? parsed.data : null
}
