import {
  dailyUse,
  gigabyteBounds,
  tripBounds,
  sumOf,
  uses,
  type Use,
} from './trip-bounds.shared.ts'
import { megabytesInGigabyte } from '../kit/plan-sizes.shared.ts'
import { normalize } from '../kit/text.shared.ts'
import { tripUses } from '../../content/trips.ts'
import { anySearchWord } from '../words/search-words.shared.ts'
import { partsOf } from './trip-search.shared.ts'
import { longestFirst, withPlainTimes } from './trip-times.shared.ts'

/**
 * The trip that a text describes. A value is null if the text does not contain it. `places` is the
 * text without numbers.
 */
export type TripText = {
  readonly places: string
  readonly days: number | null
  /** The days as typed, which may be more than the planner accepts. */
  readonly typedDays: number | null
  readonly gigabytes: number | null
  /** What the traveller does online: the use that needs the most data. */
  readonly use: Use | null
  /** Days in each place, or null if the text does not contain them all. */
  readonly stays: readonly number[] | null
  /** Dates such as `20 Dec 2026 – 25 Nov 2026`, which cannot be those of a trip. */
  readonly unreadDates: readonly string[]
}

const number = String.raw`(\d+(?:[.,]\d+)?)`
const link = String.raw`(?:(?:${anySearchWord('before')})\s+)?`
const days = anySearchWord('days')
const weeks = anySearchWord('weeks')
const gigabytes = anySearchWord('gigabytes')
const megabytes = anySearchWord('megabytes')

/**
 * Parses days and GB from a text in any of the shop's languages: `Greece, Türkiye, 12 days, 10 GB`,
 * or `Greece 5 days, Türkiye 1 week, 10 GB`. The word for days may be missing.
 * @param now the present time. Dates without a year are the next ones after it
 */
export function readTripText(text: string, now: Date): TripText {
  const { text: plain, unreadDates } = withPlainTimes(text, now)
  const inGigabytes = read(plain, gigabytes, gigabyteBounds)
  const inMegabytes = read(inGigabytes.rest, megabytes, { min: 1, max: gigabyteBounds.max * 1000 })
  const data = {
    value: inGigabytes.value ?? (inMegabytes.value === null ? null : inMegabytes.value / 1000),
    rest: inMegabytes.rest,
  }
  const { use, rest } = readUse(data.rest)
  const stays = readStays(rest)
  const { places, days: inAll, typedDays } = stays ?? readDays(rest)
  return {
    places,
    days: inAll,
    typedDays,
    gigabytes: data.value,
    use,
    stays: stays && stays.stays,
    unreadDates,
  }
}

/** The need that the planner assumes where the text is silent. */
const usualNeed = { days: 7, use: 'mixed' } as const

/** Returns the days, the use and the GB of a trip. Without a size, the use decides it. */
export function needOf(trip: Pick<TripText, 'days' | 'gigabytes' | 'use'>) {
  const days = trip.days ?? usualNeed.days
  const use = trip.use ?? usualNeed.use
  return { days, use, gigabytes: boundedSize(trip.gigabytes ?? sizeOfUse(use, days)) }
}

/** Returns the GB of a use, rounded, because the MB of a day are an estimate. */
export function sizeOfUse(use: Use, days: number): number {
  return boundedSize(Math.round((dailyUse[use] * days) / megabytesInGigabyte))
}

function boundedSize(size: number): number {
  return Math.min(Math.max(size, gigabyteBounds.min), gigabyteBounds.max)
}

/** Visitors type the words of any language on any page. */
const wordsOfUses = uses.flatMap((use) =>
  Object.values(tripUses).flatMap((words) => words[use].map((typed) => ({ use, typed }))),
)
const useOfWords = new Map(wordsOfUses.map(({ use, typed }) => [normalize(typed), use]))
const usesTyped = longestFirst(wordsOfUses.map(({ typed }) => typed)).replaceAll(
  ' ',
  String.raw`\s+`,
)
/** The longest first, because `some video` needs less than `video`. */
const anyUse = new RegExp(String.raw`(?<![\p{L}-])${link}(${usesTyped})(?![\p{L}-])`, 'giu')

/** Returns the use that the words of a text name, and the other text. */
function readUse(text: string) {
  const named = [...text.matchAll(anyUse)].map(([, words = '']) => normalize(words))
  const found = new Set(named.map((words) => useOfWords.get(words)))
  return {
    use: uses.findLast((use) => found.has(use)) ?? null,
    rest: text.replaceAll(anyUse, ' , '),
  }
}

/** Names such as `Bosnia and Herzegovina` contain a word that separates other places. */
function readStays(text: string) {
  return staysOf(text.split(/[,;→]/)) ?? staysOf(partsOf(text))
}

/** Returns null unless there are two places or more, each with its days. */
function staysOf(texts: readonly string[]) {
  const parts = texts.filter((part) => part.trim() !== '').map(readStay)
  const stays = parts.flatMap((part) => (part.days === null ? [] : [part.days]))
  const names = parts.map(({ places }) => places.replaceAll(/^[\s,]+|[\s,]+$/g, ''))
  const isEach = parts.length > 1 && stays.length === parts.length
  if (!isEach || names.some((name) => name === '' || name.includes(','))) return null
  return {
    places: names.join(', '),
    days: Math.min(sumOf(stays), tripBounds.max),
    typedDays: sumOf(parts.map(({ typedDays }) => typedDays ?? 0)),
    stays,
  }
}

type PlaceAndDays = Pick<TripText, 'places' | 'days' | 'typedDays'>

/** A number without a unit is a number of days, as in `Thailand 21, Vietnam 14`. */
function readStay(text: string): PlaceAndDays {
  const [, place, bare] = /^(\D+)\s(\d{1,2})$/u.exec(text.trim()) ?? []
  if (place === undefined || Number(bare) < tripBounds.min) return readDays(text)
  return {
    places: place.trim(),
    days: Math.min(Number(bare), tripBounds.max),
    typedDays: Number(bare),
  }
}

/** `2 days in Doha, then a week in Bangkok` has nine days. */
function readDays(text: string): PlaceAndDays {
  const typed = [...text.matchAll(duration)].map(([, count = '', unit = '']) => {
    const perUnit = isWeek.test(unit) ? 7 : 1
    return Math.ceil(Number(count.replace(',', '.'))) * perUnit
  })
  const typedDays = typed.length === 0 ? null : totalOf(typed)
  return {
    // The comma separates the places before and after the number.
    places: text.replaceAll(duration, ' , ').trim(),
    days: typedDays === null ? null : Math.min(Math.max(typedDays, tripBounds.min), tripBounds.max),
    typedDays,
  }
}

/** Of `8 days: 5 days in Japan, 3 days in Korea`, the largest number is the total. */
function totalOf(counts: readonly number[]): number {
  const [sum, most] = [sumOf(counts), Math.max(...counts)]
  return counts.length > 2 && sum === 2 * most ? most : sum
}

const isWeek = new RegExp(`^(?:${weeks})$`, 'iu')
const duration = new RegExp(numberBefore(`(${days}|${weeks})`), 'giu')

/** Returns a pattern of a number before one of the words. */
function numberBefore(words: string): string {
  return String.raw`(?<!\p{L})${link}${number}[\s-]*${words}(?!\p{L})\.?`
}

type Bounds = { readonly min: number; readonly max: number }

/**
 * Returns the first number before one of the words, rounded up and within bounds, and the other
 * text.
 */
function read(text: string, words: string, { min, max }: Bounds) {
  const pattern = new RegExp(numberBefore(`(?:${words})`), 'iu')
  const match = pattern.exec(text)
  if (!match) return { value: null, rest: text }
  const typed = Math.ceil(Number((match[1] ?? '').replace(',', '.')))
  // The comma separates the places before and after the number.
  return { value: Math.min(Math.max(typed, min), max), rest: text.replace(pattern, ' , ') }
}
