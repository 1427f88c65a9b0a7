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
export function createDictionaryCache(now: () => number) {
  const isolate = new Map<string, IsolateEntry>()
  const inFlight = new Map<string, Promise<ApiResult<never>>>()

  return async function cached<T>(
    key: string,
    schema: z.ZodType<T>,
    { kv, waitUntil }: DictionaryCacheBindings,
    load: () => Promise<ApiResult<T>>,
  ): Promise<ApiResult<T>> {
    const known = isolate.get(key)
    if (known && now() < known.until) return ok(known.entry.data)
    return inFlight.get(key) ?? startRefresh()

    function startRefresh(): Promise<ApiResult<T>> {
      const work = refresh().finally(() => inFlight.delete(key))
      inFlight.set(key, work as Promise<ApiResult<never>>)
      waitUntil(work)
      return work
    }

    async function refresh(): Promise<ApiResult<T>> {
      const stored = await readStored(kv, key, schema)
      if (stored && isFresh(stored)) return store(stored, stored.storedAt + freshFor)
      const answer = await load()
      if (!answer.ok) {
        const stale = stored ?? known?.entry
        return stale ? store(stale) : answer
      }
      const entry = { storedAt: now(), data: answer.value }
      // A failed KV write makes the next request slower. It must not fail the page.
      waitUntil(
        kv.put(key, JSON.stringify(entry), { expirationTtl: storedFor }).catch(() => undefined),
      )
      return store(entry, entry.storedAt + freshFor)
    }

    function store(entry: CacheEntry<T>, until = Infinity): ApiResult<T> {
      isolate.set(key, {
        entry: entry as CacheEntry<never>,
        until: Math.min(now() + isolateFor, until),
      })
      return ok(entry.data)
    }

    function isFresh({ storedAt }: CacheEntry<unknown>): boolean {
      return now() - storedAt < freshFor
    }
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
