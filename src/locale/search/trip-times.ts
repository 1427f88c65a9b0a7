import { tripTimes } from '../../../content/index.ts'
import type { TripTimeWords } from '../../../content/types.ts'
import { dayMs } from '../../domain/time-units.ts'
import { anySearchWord } from './search-words.ts'

/** Visitors type the words of any language on any page. */
const languages: readonly TripTimeWords[] = Object.values(tripTimes)
const numbers = new Map(languages.flatMap((words) => Object.entries(words.numbers)))
const periods = new Map(languages.flatMap((words) => Object.entries(words.periods)))
const monthNumbers = new Map(
  languages.flatMap(({ monthNames }) =>
    monthNames.flatMap((names, index) => names.map((name) => [name, index + 1] as const)),
  ),
)
const daysOfMonth = 30

/** Returns the words as alternatives of a regular expression, the longest first. */
function anyOf(words: Iterable<string>): string {
  return [...words].toSorted((a, b) => b.length - a.length).join('|')
}

const listed = (list: 'months' | 'from' | 'until' | 'dayEndings') =>
  anyOf(languages.flatMap((words) => words[list]))
const units = [anySearchWord('days'), anySearchWord('weeks'), listed('months')].join('|')
const wordEnd = String.raw`(?![\p{L}\d])`
const unit = String.raw`\s*(?:${units})${wordEnd}`
const gigabytes = String.raw`\s*(?:${anySearchWord('gigabytes')})${wordEnd}`

const from = String.raw`(?<![\p{L}\d])(?:(?:${listed('from')})\s+)?`
const until = String.raw`\s*(?:[-–—]|(?<=\s)(?:${listed('until')})(?=\s))\s*`
const day = String.raw`(\d{1,2})(?:(?:${listed('dayEndings')})(?!\p{L}))?`
/** «Сен-Мартен» is a place. */
const monthName = String.raw`(${anyOf(monthNumbers.keys())})(?!-?\p{L})\.?`
const number = String.raw`(\d{1,2})`
const decimal = String.raw`\d+(?:[.,]\d+)?`
const year = String.raw`(?:,?\s*20\d\d(?!\d))?`

/** `10–20 May` and `10 May – 20 May`, `May 10–20`, `10.05–20.05`. */
const dayFirst = pattern(
  `${from}${day}(?:\\s*${monthName}${year})?${until}${day}\\s*${monthName}${year}${wordEnd}`,
)
const monthFirst = pattern(
  `${from}${monthName}\\s*${day}${until}(?:${monthName}\\s*)?${day}${year}${wordEnd}`,
)
const dotted = String.raw`${number}[./]${number}(?:[./](?:20)?\d\d)?`
/** `1.5–2.5 GB` has no dates. */
const inNumbers = pattern(`${from}${dotted}${until}${dotted}${wordEnd}(?!${unit}|${gigabytes})`)

/** `in May`, `from 5 May` and `May 5` name no number of days. `Jan Mayen` is a place. */
const dateStart = String.raw`(?<![\p{L}\d]|[-–—]\s*)`
const beforeDate = String.raw`(?:(?:${listed('from')}|${anySearchWord('ignored')})\s+){1,3}`
const startDate = pattern(
  `${dateStart}(?:${beforeDate}(?:${day}\\s*)?|${day}\\s*)${monthName}${year}${wordEnd}`,
)
const startDay = pattern(
  `${dateStart}(?:${beforeDate})?${monthName}\\s*${day}${year}${wordEnd}(?![.,]\\d|${unit}|${gigabytes})`,
)

const numberWord = pattern(
  String.raw`(?<!\p{L})(${anyOf(numbers.keys())})(?=\s(?:${unit}|${gigabytes}))`,
)
const period = pattern(String.raw`(?<!\p{L}|\d\s*)(${anyOf(periods.keys())})${wordEnd}`)
const inMonths = pattern(String.raw`(${decimal})\s*(?:${listed('months')})${wordEnd}`)
/** `7–10 days` and `from 7 to 10 days` need ten days. */
const lowerBound = pattern(
  String.raw`${from}${decimal}(?:${until}(?=${decimal}${unit})|\s*[-–—]\s*(?=${decimal}${gigabytes}))`,
)

function pattern(source: string): RegExp {
  return new RegExp(source, 'giu')
}

/**
 * Writes times in words and dates as numbers: `two weeks` as `2 weeks`, and `10–20 May` as `11
 * days`, because the plan must work on the first and on the last day.
 */
export function withPlainTimes(text: string): string {
  return text
    .replaceAll(dayFirst, (typed, d1, m1, d2, m2) => daysText(typed, [d1, m1 ?? m2], [d2, m2]))
    .replaceAll(monthFirst, (typed, m1, d1, m2, d2) => daysText(typed, [d1, m1], [d2, m2 ?? m1]))
    .replaceAll(inNumbers, (typed, d1, m1, d2, m2) => daysText(typed, [d1, m1], [d2, m2]))
    .replaceAll(startDay, (typed, _, date) => (Number(date) > 31 ? typed : ''))
    .replaceAll(startDate, (typed, d1, d2) => (Number(d1 ?? d2 ?? 1) > 31 ? typed : ''))
    .replaceAll(numberWord, (_, word: string) => String(numbers.get(word.toLowerCase())))
    .replaceAll(period, (_, words: string) => `${periods.get(words.toLowerCase())} days`)
    .replaceAll(inMonths, (_, count: string) => `${daysOfMonths(count)} days`)
    .replaceAll(lowerBound, '')
}

/** Returns the days of `1,5` months. No trip is longer than 999 months. */
function daysOfMonths(typed: string): number {
  return Math.ceil(Math.min(Number(typed.replace(',', '.')), 999) * daysOfMonth)
}

type TypedDate = readonly [day: string, month: string]

/** Returns `typed` if the dates are impossible. A trip can last over the new year. */
function daysText(typed: string, first: TypedDate, last: TypedDate): string {
  const [start, end] = [timeOf(first), timeOf(last)]
  const isSwapped = end < start && monthOf(first) === monthOf(last)
  if (Number.isNaN(start + end) || isSwapped) return typed
  const days = (end - start) / dayMs + 1
  return `${days > 0 ? days : days + 365} days`
}

function monthOf([, month]: TypedDate): number {
  return monthNumbers.get(month.toLowerCase()) ?? Number(month)
}

/** Returns the time in a year without a leap day, or NaN. */
function timeOf(date: TypedDate): number {
  const month = String(monthOf(date)).padStart(2, '0')
  return Date.parse(`2027-${month}-${date[0].padStart(2, '0')}`)
}
