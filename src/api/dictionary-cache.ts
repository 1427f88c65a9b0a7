import { z } from 'zod'
import type { Answer } from './api-result.ts'

/** Countries and regions are kept for 10 minutes (specification, section 9). */
const fresh = 600_000
/** KV is asked again after a minute, so that isolates agree; and so is an API that has failed. */
const trustedInIsolate = 60_000
/** A copy survives an outage of the API for a day. */
const keptSeconds = 86_400

export type MemoryBindings = {
  readonly kv: KVNamespace
  /** Lets work go on after the response. */
  readonly waitUntil: (work: Promise<unknown>) => void
}

/** Every key has one schema, so its entry holds what that schema made. */
type Entry<T> = { readonly storedAt: number; readonly data: T }
type Held = { readonly entry: Entry<never>; readonly until: number }

/**
 * Remembers answers in the isolate and in KV. An answer is fresh for 10 minutes; past that one refresh a key runs,
 * however many ask, and when it fails the old copy is served for a minute. A failure is never kept.
 */
export function createMemory(now: () => number) {
  const held = new Map<string, Held>()
  const underway = new Map<string, Promise<Answer<never>>>()

  return async function remember<T>(
    key: string,
    schema: z.ZodType<T>,
    { kv, waitUntil }: MemoryBindings,
    load: () => Promise<Answer<T>>,
  ): Promise<Answer<T>> {
    const known = held.get(key)
    if (known && now() < known.until) return { ok: true, value: known.entry.data }
    const flight = underway.get(key) ?? start()
    return flight

    function start(): Promise<Answer<T>> {
      const work = refresh().finally(() => underway.delete(key))
      underway.set(key, work as Promise<Answer<never>>)
      waitUntil(work)
      return work
    }

    async function refresh(): Promise<Answer<T>> {
      const kept = await readKept(kv, key, schema)
      if (kept && isFresh(kept)) return hold(kept, kept.storedAt + fresh)
      const answer = await load()
      if (!answer.ok) {
        const old = kept ?? known?.entry
        return old ? hold(old) : answer
      }
      const entry = { storedAt: now(), data: answer.value }
      // A cache that cannot be written costs speed, not the page.
      waitUntil(
        kv.put(key, JSON.stringify(entry), { expirationTtl: keptSeconds }).catch(() => undefined),
      )
      return hold(entry, entry.storedAt + fresh)
    }

    function hold(entry: Entry<T>, atMost = Infinity): Answer<T> {
      const until = Math.min(now() + trustedInIsolate, atMost)
      held.set(key, { entry: entry as Entry<never>, until })
      return { ok: true, value: entry.data }
    }

    function isFresh({ storedAt }: Entry<unknown>): boolean {
      return now() - storedAt < fresh
    }
  }
}

async function readKept<T>(
  kv: KVNamespace,
  key: string,
  schema: z.ZodType<T>,
): Promise<Entry<T> | null> {
  const stored = await kv.get(key, 'json').catch(() => null)
  const parsed = z.object({ storedAt: z.number(), data: schema }).safeParse(stored)
  return parsed.success ? parsed.data : null
}
