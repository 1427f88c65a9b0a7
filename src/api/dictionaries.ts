import { z } from 'zod'
import { country, region, withoutRemains } from '../contract/catalogue.ts'
import type { Country, Region, tariffIndex } from '../contract/catalogue.ts'
import { countryCode, tariffID } from '../contract/common.ts'
import { faqBlock } from '../contract/faq.ts'
import type { FaqBlock } from '../contract/faq.ts'
import { logEvent } from '../domain/log-event.ts'
import type { Locale } from '../locale/locales.ts'
import type { Answer } from './api-result.ts'
import { createMemory } from './dictionary-cache.ts'
import type { MemoryBindings } from './dictionary-cache.ts'
import type { Upstream } from './api-client.ts'

/** The lists that every page draws on, in one language. */
export type Dictionaries = {
  /** Every country, out of stock ones too, by title. */
  readonly countries: () => Promise<Dictionary<Country>>
  /** One of them; null when there is none of that code. While the list cannot be had, any code may be one, and is its title. */
  readonly country: (code: string) => Promise<NamedCountry | null>
  /** The first 20 by popularity. */
  readonly popularCountries: () => Promise<Dictionary<Country>>
  /** Take only codes of countries: each is a key of the cache. */
  readonly regions: (countryCode2Letters: string) => Promise<Dictionary<Region>>
  readonly faq: () => Promise<Dictionary<FaqBlock>>
  /** The first plan of each part of the list of all plans. */
  readonly tariffMarks: () => Promise<Dictionary<string>>
}

/** A list that could not be had is empty, and says so. */
export type Dictionary<T> = { readonly list: readonly T[]; readonly failed: boolean }

export type NamedCountry = {
  readonly code: string
  readonly title: string
  /** What else is known; null while the list cannot be had. */
  readonly listed: Country | null
}

const countryList = z.array(country)
const regionList = z.array(region)
const faqList = z.array(faqBlock)
const markList = z.array(tariffID)

/** Plans in one part of the list of all: what one answer of the API holds. */
export const tariffsInPart = 2500

type Bindings = MemoryBindings & {
  /** Hears of every list that could not be had. */
  readonly onOutage?: () => void
}

/** Call once per isolate; what it returns makes the dictionaries of one request. */
export function createDictionaries(now: () => number = Date.now) {
  const remember = createMemory(now)

  return (upstream: Upstream, locale: Locale, bindings: Bindings): Dictionaries => {
    const all = { [withoutRemains]: 'true' } as const
    const countries = async () =>
      list(`countries:${locale}`, countryList, () => upstream.countries(all).then(dataOf))
    return {
      countries,
      country: async (text) => {
        const code = countryCode.safeParse(text)
        if (!code.success) return null
        const known = await countries()
        const listed = known.list.find((each) => each.countryCode2Letters === text) ?? null
        if (listed === null && !known.failed) return null
        return { code: code.data, title: listed?.title ?? code.data.toUpperCase(), listed }
      },
      popularCountries: async () =>
        list(`countries:${locale}:popular`, countryList, () =>
          upstream.countries({ ...all, sortBy: '1' }).then(dataOf),
        ),
      regions: async (countryCode2Letters) =>
        list(`regions:${locale}:${countryCode2Letters}`, regionList, () =>
          upstream.regions({ ...all, countryCode2Letters }).then(dataOf),
        ),
      faq: async () => list(`faq:${locale}`, faqList, () => upstream.faq({}).then(dataOf)),
      tariffMarks: async () =>
        list('tariff-marks', markList, () =>
          upstream.tariffIndex({ every: tariffsInPart, limit: 2500 }).then(marksOf),
        ),
    }

    async function list<T>(
      key: string,
      schema: z.ZodType<T[]>,
      load: () => Promise<Answer<T[]>>,
    ): Promise<Dictionary<T>> {
      const answer = await remember(key, schema, bindings, load)
      if (answer.ok) return { list: answer.value, failed: false }
      bindings.onOutage?.()
      logEvent({ event: 'dictionary-failed', name: key, status: answer.status })
      return { list: [], failed: true }
    }
  }
}

function marksOf(answer: Answer<z.output<typeof tariffIndex.output>>): Answer<string[]> {
  if (!answer.ok) return answer
  return { ok: true, value: answer.value.data.map((plan) => plan.tariffID) }
}

function dataOf<T>(answer: Answer<{ data: T }>): Answer<T> {
  return answer.ok ? { ok: true, value: answer.value.data } : answer
}
