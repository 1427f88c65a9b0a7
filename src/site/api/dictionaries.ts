import type { OutputOf } from '../../operations.ts'
import { z } from 'zod'
import { country, region, withoutRemains } from '../../plans/operations.ts'
import type { Country, Region } from '../../plans/operations.ts'
import { countryCode, tariffID } from '../../api/common.ts'
import { faqBlock } from '../../texts/operations.ts'
import type { FaqBlock } from '../../texts/operations.ts'
import { mainCountry } from '../../kit/product.shared.ts'
import { tariffIndexSize } from '../../kit/limits.shared.ts'
import { logEvent } from '../../kit/log.ts'
import type { Locale } from '../../words/locales.shared.ts'
import { placeTitle } from '../../words/place-names.ts'
import { ok } from '../../kit/result.shared.ts'
import type { ApiResult } from './api-result.ts'
import { DictionaryCache } from './dictionary-cache.ts'
import type { DictionaryCacheBindings, DictionarySource } from './dictionary-cache.ts'
import type { ApiClient } from './api-client.ts'

export type Dictionaries = {
  readonly countries: () => Promise<Dictionary<Country>>
  /**
   * Returns a country, or null for an unknown code. While the list is unavailable, accepts any
   * code, with a title that is not from the catalogue.
   */
  readonly country: (code: string) => Promise<NamedCountry | null>
  /** The first 20 by popularity. */
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

const countryList = z.array(country)
const regionList = z.array(region)
const faqList = z.array(faqBlock)
const tariffIDList = z.array(tariffID)

type DictionaryBindings = DictionaryCacheBindings & {
  readonly onIncomplete?: () => void
}

/** Call once per isolate. The returned function creates the dictionaries of one request. */
export function createDictionaries(now: () => number = Date.now) {
  const cache = new DictionaryCache(now)

  return (api: ApiClient, locale: Locale, bindings: DictionaryBindings): Dictionaries => {
    const withSoldOut = { [withoutRemains]: 'true' } as const
    const list = async <T>(
      key: string,
      schema: z.ZodType<T[]>,
      load: DictionarySource<T[]>['load'],
    ) => listFrom(cache, { key, schema, load }, bindings)
    const countries = async () =>
      list(`countries:${locale}`, countryList, () => api.countries(withSoldOut).then(dataOf))
    const popularCountries = async () =>
      list(`countries:${locale}:popular`, countryList, () =>
        api.countries({ ...withSoldOut, sortBy: '1' }).then(dataOf),
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
        return list(`regions:${locale}:${countryCode2Letters}`, regionList, () =>
          api.regions({ ...withSoldOut, countryCode2Letters }).then(dataOrNone),
        )
      },
      faq: async () => list(`faq:${locale}`, faqList, () => api.faq({}).then(dataOrNone)),
      sitemapParts: async () =>
        list('sitemap-parts', tariffIDList, () =>
          api
            .tariffIndex({ every: tariffIndexSize.max, limit: tariffIndexSize.max })
            .then(tariffIDsOf),
        ),
    }
  }
}

async function listFrom<T>(
  cache: DictionaryCache,
  source: DictionarySource<T[]>,
  bindings: DictionaryBindings,
): Promise<Dictionary<T>> {
  const answer = await cache.get(source, bindings)
  if (answer.ok) return { list: answer.value, hasFailed: false }
  bindings.onIncomplete?.()
  logEvent({ event: 'dictionary-failed', name: source.key, status: answer.error.status })
  return { list: [], hasFailed: true }
}

/** The main country needs no list, so its page waits for only one call. */
async function isKnown(code: string, countries: Dictionaries['countries']): Promise<boolean> {
  if (code === mainCountry) return true
  const { list, hasFailed } = await countries()
  return hasFailed || list.some((each) => each.countryCode2Letters === code)
}

async function namedCountry(
  text: string,
  countries: Dictionaries['countries'],
  locale: Locale,
): Promise<NamedCountry | null> {
  const code = countryCode.safeParse(text)
  if (!code.success) return null
  const known = await countries()
  const listed = known.list.find((each) => each.countryCode2Letters === text) ?? null
  if (listed === null && !known.hasFailed) return null
  const title = listed?.title ?? placeTitle(locale, text) ?? text.toUpperCase()
  return { code: code.data, title, listed }
}

function tariffIDsOf(answer: ApiResult<OutputOf<'tariffIndex'>>): ApiResult<string[]> {
  const rows = dataOrNone(answer)
  return rows.ok ? ok(rows.value.map((tariff) => tariff.tariffID)) : rows
}

function dataOf<T>(answer: ApiResult<{ data: T }>): ApiResult<T> {
  return answer.ok ? ok(answer.value.data) : answer
}

/** Returns an empty list for an API without the operation, which answers 404. */
function dataOrNone<T>(answer: ApiResult<{ data: T[] }>): ApiResult<T[]> {
  return !answer.ok && answer.error.status === 404 ? ok([]) : dataOf(answer)
}
