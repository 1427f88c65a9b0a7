import { z } from 'zod'
import { country, region, withoutRemains } from '../contract/catalogue.ts'
import type { Country, Region, tariffIndex } from '../contract/catalogue.ts'
import { countryCode, tariffID } from '../contract/common.ts'
import { faqBlock } from '../contract/faq.ts'
import type { FaqBlock } from '../contract/faq.ts'
import type { Locale } from '../shared/locale/locale.ts'
import type { Answer } from './answer.ts'
import { createMemory } from './memory.ts'
import type { MemoryBindings } from './memory.ts'
import type { Upstream } from './upstream.ts'

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

/** Call once per isolate; what it returns makes the dictionaries of one request. */
export function createDictionaries(now: () => number = Date.now) {
  const remember = createMemory(now)

  return (upstream: Upstream, locale: Locale, bindings: MemoryBindings): Dictionaries => {
    const all = { [withoutRemains]: 'true' } as const
    const countries = async () => {
      const load = () => upstream.countries(all).then(dataOf)
      return toList(await remember(`countries:${locale}`, countryList, bindings, load), 'countries')
    }
    return {
      countries,
      country: async (text) => {
        const code = countryCode.safeParse(text)
        if (!code.success) return null
        const { list, failed } = await countries()
        const listed = list.find(({ countryCode2Letters }) => countryCode2Letters === text) ?? null
        if (listed === null && !failed) return null
        return { code: code.data, title: listed?.title ?? code.data.toUpperCase(), listed }
      },
      popularCountries: async () => {
        const load = () => upstream.countries({ ...all, sortBy: '1' }).then(dataOf)
        return toList(
          await remember(`countries:${locale}:popular`, countryList, bindings, load),
          'countries',
        )
      },
      regions: async (countryCode2Letters) => {
        const load = () => upstream.regions({ ...all, countryCode2Letters }).then(dataOf)
        const key = `regions:${locale}:${countryCode2Letters}`
        return toList(await remember(key, regionList, bindings, load), 'regions')
      },
      faq: async () => {
        const load = () => upstream.faq({}).then(dataOf)
        return toList(await remember(`faq:${locale}`, faqList, bindings, load), 'faq')
      },
      tariffMarks: async () => {
        const load = () => upstream.tariffIndex({ every: tariffsInPart, limit: 2500 }).then(marksOf)
        return toList(await remember('tariff-marks', markList, bindings, load), 'tariff-marks')
      },
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

function toList<T>(answer: Answer<readonly T[]>, name: string): Dictionary<T> {
  if (answer.ok) return { list: answer.value, failed: false }
  console.error(JSON.stringify({ event: 'dictionary-failed', name, status: answer.status }))
  return { list: [], failed: true }
}
