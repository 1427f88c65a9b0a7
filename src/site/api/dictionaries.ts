import type { OutputOf } from '../../operations.ts'
import { z } from 'zod'
import { country, region, withoutRemains } from '../../plans/operations.ts'
import type { Country, Region } from '../../plans/operations.ts'
import { countryCode, tariffID } from '../../api/common.ts'
import { faqBlock, type FaqBlock } from '../../texts/operations.ts'
import { mainCountry } from '../../kit/product.shared.ts'
import { planIndexSize, popularCount } from '../../kit/limits.shared.ts'
import { logEvent, readCache, warnOfFailure } from '../../kit/log.ts'
import type { Locale } from '../../words/locales.shared.ts'
import { placeTitle } from '../../words/place-names.ts'
import { ok } from '../../kit/result.shared.ts'
import { SingleFlight } from '../../kit/single-flight.ts'
import type { KeyValueStore } from '../../context.ts'
import type { ApiClient } from './api-client.ts'
import { apiError, type ApiResult } from './api-result.ts'

export type Dictionaries = {
  readonly countries: () => Promise<Dictionary<Country>>
  /**
   * Returns a country, or null for an unknown code. While the list is unavailable, accepts any
   * code, with a title that is not from the catalogue.
   */
  readonly country: (code: string) => Promise<NamedCountry | null>
  /** The first 20 by popularity, even if the API returns more. */
  readonly popularCountries: () => Promise<Dictionary<Country>>
  readonly countryLists: () => Promise<CountryLists>
  /**
   * Regions of a listed country. Returns an empty list for other codes, because each code would be
   * a cache key.
   */
  readonly regions: (countryCode2Letters: string) => Promise<Dictionary<Region>>
  readonly faq: () => Promise<Dictionary<FaqBlock>>
  readonly sitemapParts: () => Promise<Dictionary<string>>
}

/** `hasFailed` means that the list could not be loaded and is empty. */
export type Dictionary<T> = { readonly list: readonly T[]; readonly hasFailed: boolean }

/** All countries by title, and the popular countries by popularity. */
export type CountryLists = {
  readonly all: Dictionary<Country>
  readonly popular: Dictionary<Country>
}

export type NamedCountry = {
  readonly code: string
  readonly title: string
  /** The country's entry, or null while the list is unavailable. */
  readonly listed: Country | null
}

/** Milliseconds that an answer is fresh: 10 minutes (specification, section 9). */
const freshFor = 600_000
/** Milliseconds that an isolate uses an entry before it reads KV again, so that isolates agree. */
const isolateFor = 60_000
/** Milliseconds that a visit waits for a refresh. After that, its request may have ended. */
const refreshTimeout = 5000
/** Seconds that KV stores an entry. A stale copy survives an API outage of a day. */
const storedFor = 86_400

/** A string that changes when the dictionaries change, or null while it is unknown. */
export type DictionaryVersion = {
  /** The value this isolate has cached, without a call. */
  readonly known: () => string | null
  readonly current: () => Promise<string | null>
}

type DictionaryBindings = {
  readonly kv: KeyValueStore
  readonly waitUntil: (work: Promise<unknown>) => void
  readonly version: DictionaryVersion
  /** Called when a list is missing, or is older than the current version. */
  readonly onIncomplete?: () => void
}

/** Call once per isolate. The returned function creates the dictionaries of one request. */
export function createDictionaries(now: () => number = Date.now) {
  const cache = new DictionaryCache(now)

  return (api: ApiClient, locale: Locale, bindings: DictionaryBindings): Dictionaries => {
    const withSoldOut = { [withoutRemains]: 'true' } as const
    const list = listsOfVisit(cache, bindings)
    const countries = async () =>
      list(`countries:${locale}`, country, () => api.countries(withSoldOut).then(dataOf))
    const popularCountries = async () =>
      list(`countries:${locale}:popular`, country, () =>
        api.countries({ ...withSoldOut, sortBy: '1' }).then(firstPopular),
      )
    return {
      countries,
      country: async (text) => namedCountry(text, countries, locale),
      popularCountries,
      countryLists: async () => {
        const [all, popular] = await Promise.all([countries(), popularCountries()])
        return { all, popular }
      },
      regions: async (countryCode2Letters) => {
        if (!(await isKnown(countryCode2Letters, countries))) return { list: [], hasFailed: false }
        return list(`regions:${locale}:${countryCode2Letters}`, region, () =>
          api.regions({ ...withSoldOut, countryCode2Letters }).then(dataOrNone),
        )
      },
      faq: async () => list(`faq:${locale}`, faqBlock, () => api.faq({}).then(dataOrNone)),
      sitemapParts: async () =>
        list('sitemap-parts', tariffID, () =>
          api.tariffIndex({ every: planIndexSize.max, limit: planIndexSize.max }).then(planIDsOf),
        ),
    }
  }
}

/** Loads each list once, even if the version changes during the visit. */
function listsOfVisit(cache: DictionaryCache, bindings: DictionaryBindings) {
  const lists = new Map<string, Promise<Dictionary<unknown>>>()
  return async <T>(key: string, item: z.ZodType<T>, load: () => Promise<ApiResult<T[]>>) => {
    const known = lists.get(key)
    // The data of a key matches the schema of its source.
    if (known) return known as Promise<Dictionary<T>>
    const loaded = listFrom(cache, { key, schema: z.array(item), load }, bindings)
    lists.set(key, loaded)
    return loaded
  }
}

/** The data of a key, and how it is loaded when no cache has it. */
type DictionarySource<T> = {
  readonly key: string
  readonly schema: z.ZodType<T>
  readonly load: () => Promise<ApiResult<T>>
}

/** The schema of a key decides the type of its data. */
type CacheEntry = { readonly storedAt: number; readonly version: string; readonly data: unknown }
type IsolateEntry = {
  readonly entry: CacheEntry
  readonly until: number
  /** The version that was current when the entry was chosen. A stale entry has an older version. */
  readonly version: string | null
}

/** `isOld` means that a refresh has failed, so the version is not the current version. */
type FoundEntry = { readonly data: unknown; readonly isOld: boolean }

async function listFrom<T>(
  cache: DictionaryCache,
  source: DictionarySource<T[]>,
  bindings: DictionaryBindings,
): Promise<Dictionary<T>> {
  const answer = await cache.get(source, bindings)
  if (!answer.ok || answer.value.isOld) bindings.onIncomplete?.()
  // The data of a key matches the schema of its source.
  if (answer.ok) return { list: answer.value.data as T[], hasFailed: false }
  logEvent({ event: 'dictionary-failed', name: source.key, status: answer.error.status })
  return { list: [], hasFailed: true }
}

/**
 * Caches API answers in the isolate and in KV for 10 minutes or until the version changes. Each key
 * has at most one refresh of a version in progress. When a refresh fails, the stale copy is served
 * for another minute. Failures are not cached.
 */
class DictionaryCache {
  readonly #isolate = new Map<string, IsolateEntry>()
  readonly #refreshes: SingleFlight<ApiResult<FoundEntry>>
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
    this.#refreshes = new SingleFlight({ timeout: refreshTimeout, now })
  }

  async get<T>(
    source: DictionarySource<T>,
    bindings: DictionaryBindings,
  ): Promise<ApiResult<FoundEntry>> {
    const known = this.#isolate.get(source.key)
    const version = bindings.version.known()
    const isCurrent = version === null || version === known?.version
    if (known && isCurrent && this.#now() < known.until) return found(known.entry, version)
    // A visit does not wait for the refresh of another version.
    const refreshKey = `${version ?? ''} ${source.key}`
    const running = this.#refreshes.join(refreshKey)
    if (running) return (await running) ?? (known ? found(known.entry, version) : apiError(504))
    const work = this.#refreshes.start(refreshKey, async () => this.#refresh(source, bindings))
    bindings.waitUntil(work)
    return work
  }

  async #refresh<T>(
    { key, schema, load }: DictionarySource<T>,
    { kv, waitUntil, version }: DictionaryBindings,
  ): Promise<ApiResult<FoundEntry>> {
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
    // KV accepts one write per second and key, so a new version alone is not written. A failed
    // write only slows requests down.
    const options = { expirationTtl: storedFor }
    if (!isFresh)
      waitUntil(kv.put(key, JSON.stringify(entry), options).catch(warnOfFailure('KV put')))
    return this.#store(key, entry, current, entry.storedAt + freshFor)
  }

  #store(key: string, entry: CacheEntry, version: string | null, until = Infinity) {
    const usedUntil = Math.min(this.#now() + isolateFor, until)
    this.#isolate.set(key, { entry, until: usedUntil, version })
    return found(entry, version)
  }
}

function found({ data, version }: CacheEntry, current: string | null): ApiResult<FoundEntry> {
  return ok({ data, isOld: current !== null && version !== current })
}

async function readStored(kv: KeyValueStore, key: string, data: z.ZodType) {
  const stored = await readCache('KV get', kv.get(key, 'json'))
  const entry = z.object({ storedAt: z.number(), version: z.string().default(''), data })
  return entry.safeParse(stored).data ?? null
}

/** The main country needs no list, so its page waits for only one call. */
async function isKnown(code: string, countries: Dictionaries['countries']): Promise<boolean> {
  if (code === mainCountry) return true
  const { list, hasFailed } = await countries()
  return hasFailed || list.some((each) => each.countryCode2Letters === code)
}

async function namedCountry(text: string, countries: Dictionaries['countries'], locale: Locale) {
  const code = countryCode.safeParse(text)
  if (!code.success) return null
  const known = await countries()
  const listed = known.list.find((each) => each.countryCode2Letters === text) ?? null
  if (listed === null && !known.hasFailed) return null
  const title = listed?.title ?? placeTitle(locale, text) ?? text.toUpperCase()
  return { code: code.data, title, listed }
}

function planIDsOf(answer: ApiResult<OutputOf<'tariffIndex'>>): ApiResult<string[]> {
  const rows = dataOrNone(answer)
  return rows.ok ? ok(rows.value.map((plan) => plan.tariffID)) : rows
}

function dataOf<T>(answer: ApiResult<{ data: T }>): ApiResult<T> {
  return answer.ok ? ok(answer.value.data) : answer
}

/** Another API may return more countries than the embedded one. */
function firstPopular(answer: ApiResult<{ data: Country[] }>): ApiResult<Country[]> {
  return answer.ok ? ok(answer.value.data.slice(0, popularCount)) : answer
}

/** Returns an empty list for an API without the operation, which answers 404. */
function dataOrNone<T>(answer: ApiResult<{ data: T[] }>): ApiResult<T[]> {
  return !answer.ok && answer.error.status === 404 ? ok([]) : dataOf(answer)
}
