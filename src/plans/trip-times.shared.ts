import { tripTimes } from '../../content/trips.ts'
import type { TripTimeWords } from '../../content/types.ts'
import { once } from '../kit/text.shared.ts'
import { dayMs } from '../kit/time.shared.ts'
import { tripBounds } from './trip-bounds.shared.ts'
import { anySearchWord } from '../words/search-words.shared.ts'

/** Visitors type the words of any language on any page. */
const languages: readonly TripTimeWords[] = Object.values(tripTimes)
const numbers = new Map(languages.flatMap((words) => Object.entries(words.numbers)))
const periods = new Map(languages.flatMap((words) => Object.entries(words.periods)))
const occasions = new Map(languages.flatMap((words) => Object.entries(words.occasions)))
const monthNumbers = new Map(
  languages.flatMap(({ monthNames }) =>
    monthNames.flatMap((names, index) => names.map((name) => [name, index + 1] as const)),
  ),
)
const daysOfMonth = 30

/** Returns the words as alternatives of a regular expression, the longest first. */
export function longestFirst(words: Iterable<string>): string {
  return [...words].toSorted((a, b) => b.length - a.length).join('|')
}

type DateWords = 'months' | 'from' | 'until' | 'beforeDay' | 'dayEndings' | 'partsOfMonth'
type OtherWords = 'yearEndings' | 'beforeCount' | 'countedThings' | 'fromNow' | 'maybeFromNow'
type MomentWords = 'moments' | 'beforeMoment' | 'placesWithMoments'
const listed = (list: DateWords | MomentWords | OtherWords) =>
  longestFirst(languages.flatMap((words) => words[list]))
const units = [anySearchWord('days'), anySearchWord('weeks'), listed('months')].join('|')
const wordEnd = String.raw`(?![\p{L}\d])`
const unit = String.raw`[\s-]*(?:${units})${wordEnd}`
const gigabytes = String.raw`\s*(?:${anySearchWord('gigabytes')})${wordEnd}`

const beforeDay = String.raw`(?:(?:${listed('beforeDay')})(?:\.?,|\.)?\s+)?`
const from = String.raw`(?<![\p{L}\d])(?:(?:${listed('from')})\s+)?${beforeDay}`
const until = String.raw`\s*(?:->|[-–—→]|(?<=\s)(?:${listed('until')})(?=\s))\s*${beforeDay}`
const day = String.raw`(\d{1,2})(?:(?:${listed('dayEndings')})(?!\p{L}))?`
/** «Сен-Мартен» is a place. */
const monthName = String.raw`(${longestFirst(monthNumbers.keys())})(?!-?\p{L})\.?`
const number = String.raw`(\d{1,2})`
const decimal = String.raw`\d+(?:[.,]\d+)?`
/** `2027`, `’27` and «2027 г.» */
const yearEnding = String.raw`(?:\s*(?:${listed('yearEndings')})${wordEnd}\.?)?`
const year = String.raw`(?:,?\s*(20\d\d|['’]\d\d)(?!\d)${yearEnding})?`

/** `10–20 May` and `10 May – 20 May`, `May 10–20` and `May 10, 2027 – May 20, 2027`. */
const dayFirst = pattern(
  `${from}${day}(?:\\s*${monthName}${year})?${until}${day}\\s*${monthName}${year}${wordEnd}`,
)
const monthFirst = pattern(
  `${from}${monthName}\\s*${day}${year}${until}(?:${monthName}\\s*)?${day}${year}${wordEnd}`,
)
/** `10.05–20.05`, `10/05/2027 – 20/05/2027`. */
const dotted = String.raw`${number}([./])${number}(?:[./]((?:20)?\d\d))?`
/** `1.5–2.5 GB` has no dates. */
const notUnit = String.raw`${wordEnd}(?!${unit}|${gigabytes})`
const inNumbers = pattern(`${from}${dotted}${until}${dotted}${notUnit}`)
/** `10–20.05`, but `2–2.5` has no dates. */
const daysInNumbers = pattern(
  `${from}${number}${until}${number}[./](0\\d|1[0-2])(?:[./]((?:20)?\\d\\d))?${notUnit}`,
)

/** `2027-05-10 – 2027-05-20` and `2027-05-10/2027-05-20`. */
const iso = String.raw`(20\d\d)-(\d{1,2})-(\d{1,2})(?!\d)`
const isoDates = pattern(`${from}${iso}(?:${until}|/)${iso}${wordEnd}`)
const isoDate = pattern(`${from}${iso}${wordEnd}`)

/**
 * `in May`, `mid-May`, `from 5 May` and `May 5` name no number of days. `Jan Mayen` is a place.
 */
const dateStart = String.raw`(?<![\p{L}\d]|[-–—]\s*)`
const wordsBeforeDate = [
  listed('from'),
  listed('beforeDay'),
  anySearchWord('ignored'),
  listed('partsOfMonth'),
].join('|')
const beforeDate = String.raw`(?:(?:${wordsBeforeDate})(?:\s+|-)){1,3}`
const startDate = pattern(
  `${dateStart}(?:${beforeDate}(?:${day}\\s*)?|${day}\\s*)${monthName}${year}${wordEnd}`,
)
const startDay = pattern(
  `${dateStart}(?:${beforeDate})?${monthName}\\s*${day}${year}${wordEnd}(?![.,]\\d|${unit}|${gigabytes})`,
)
/** `10.05.2027`. A number such as `10.05` can be anything. */
const startInNumbers = pattern(
  `${dateStart}(?:${beforeDate})?\\d{1,2}([./])\\d{1,2}\\1(?:20)?\\d\\d${yearEnding}${notUnit}`,
)

/** `in the summer`, `this summer, 2027` and `next month`, but not `Christmas Island`. */
const wordsBeforeMoment = [wordsBeforeDate, anySearchWord('before'), listed('beforeMoment')].join(
  '|',
)
/** `Christmas Islands` and `Christmas-Island` are places too. */
const placesWithMoments = listed('placesWithMoments').replaceAll(' ', String.raw`[\s-]+`)
/** «Остров» of «остров Рождество». */
const startsOfPlaces = longestFirst(
  languages.flatMap((words) => words.placesWithMoments.map((place) => place.split(' ')[0] ?? '')),
)
const moment = pattern(
  String.raw`(?<![\p{L}\d]|\p{L}-)(?:[-–—]\s+)?(?:(?:${wordsBeforeMoment})(?:\s+|-)){0,3}(?!${placesWithMoments})(?<!(?:${startsOfPlaces})[\s-]+)(?:${listed('moments')})${year}${wordEnd}`,
)

/** `twenty-one` and `twenty one`. */
const numberWords = longestFirst(numbers.keys()).replaceAll(' ', '[ -]')
const numberWord = pattern(String.raw`(?<!\p{L})(${numberWords})(?=[\s-](?:${unit}|${gigabytes}))`)
const period = pattern(String.raw`(?<!\p{L}|\d\s*)(${longestFirst(periods.keys())})${wordEnd}`)
const beforeTime = [anySearchWord('before'), anySearchWord('ignored')].join('|')
const occasion = pattern(
  String.raw`(?<!\p{L})(?:(?:${beforeTime})\s+)?(${longestFirst(occasions.keys())})${wordEnd}`,
)
/** `7 nights / 8 days`, as in the offers of tours. */
const dayUnit = String.raw`\s*(?:${anySearchWord('days')})${wordEnd}`
const daysAndNights = pattern(String.raw`${number}${dayUnit}\s*/\s*${number}${dayUnit}`)
/** «дней на 10» and «дней десять» are about ten days. */
const countAfterUnit = pattern(
  String.raw`(?<!\p{L}|\d[\s-]*)(${units}|${anySearchWord('gigabytes')})\s+(?:(?:${listed('beforeCount')})\s+|(?<=[а-я]\s+))(\d{1,3}|${numberWords})${notUnit}(?!\s*(?:${listed('countedThings')})${wordEnd})`,
)
const duration = pattern(String.raw`\d${unit}`, 'iu')
const inTime = (words: string) => String.raw`(?<!\p{L})(?:${words})\s+${number}${unit}`
/** «Через 2 недели» is a moment. `In 3 days` is one beside other days: `in 3 days, for a week`. */
const fromNow = pattern(inTime(listed('fromNow')))
const maybeFromNow = pattern(inTime(listed('maybeFromNow')))
const inMonths = pattern(String.raw`(${decimal})\s*(?:${listed('months')})${wordEnd}`)
/** `7–10 days` and `from 7 to 10 days` need ten days. */
const lowerBound = pattern(
  String.raw`${from}${decimal}(?:${until}(?=${decimal}${unit})|\s*[-–—]\s*(?=${decimal}${gigabytes}))`,
)

function pattern(source: string, flags = 'giu'): () => RegExp {
  return once(() => new RegExp(source, flags))
}

/**
 * Writes times in words and dates as numbers: `two weeks` as `2 weeks`, and `10–20 May` as `11
 * days`, because the plan must work on the first and on the last day. An occasion such as `next
 * week` has its usual days, unless the text contains other days.
 * @param now the present time. Dates without a year are the next ones after it
 */
export function withPlainTimes(text: string, now: Date): PlainTimes {
  const other = plainTimes(text.replaceAll(occasion(), ''), now)
  if (duration().test(other.text)) return other
  const usualDays = (_: string, words: string) => `${occasions.get(words.toLowerCase())} days`
  return plainTimes(text.replaceAll(occasion(), usualDays), now)
}

type PlainTimes = {
  readonly text: string
  /** Two dates that cannot be the first and the last day of a trip. The text omits them. */
  readonly unreadDates: readonly string[]
}

function plainTimes(text: string, now: Date): PlainTimes {
  const { text: plain, unreadDates } = plainDates(text, now)
  return { text: plainDurations(plain), unreadDates }
}

/** Writes two dates as the days between them, and removes single dates. */
function plainDates(text: string, now: Date): PlainTimes {
  const unreadDates: string[] = []
  const daysBetween = (typed: string, first: TypedDate, last: TypedDate) => {
    const days = daysOf(first, last, now)
    if (days !== null) return `${days} days`
    unreadDates.push(typed)
    return ' , '
  }
  const plain = text
    .replaceAll(isoDates(), (typed, y1, m1, d1, y2, m2, d2) =>
      daysBetween(typed, [d1, m1, y1], [d2, m2, y2]),
    )
    .replaceAll(isoDate(), '')
    .replaceAll(dayFirst(), (typed, d1, m1, y1, d2, m2, y2) =>
      daysBetween(typed, [d1, m1 ?? m2, y1], [d2, m2, y2]),
    )
    .replaceAll(monthFirst(), (typed, m1, d1, y1, m2, d2, y2) =>
      daysBetween(typed, [d1, m1, y1], [d2, m2 ?? m1, y2]),
    )
    .replaceAll(inNumbers(), (typed, n1, sign, n2, y1, n3, _, n4, y2) => {
      const days = daysOf([n1, n2, y1], [n3, n4, y2], now) ?? Infinity
      // In the USA, 12/28 is a date, and 5/10 – 5/14 has five days. The shorter trip is likelier.
      const inUSA = (sign === '/' ? daysOf([n2, n1, y1], [n4, n3, y2], now) : null) ?? Infinity
      const fewest = Math.min(days, inUSA)
      if (fewest !== Infinity) return `${fewest} days`
      // Without a year, the numbers may be no dates.
      return y1 && y2 ? daysBetween(typed, [n1, n2, y1], [n3, n4, y2]) : typed
    })
    .replaceAll(daysInNumbers(), (typed, d1, d2, month, y2) => {
      const days = daysOf([d1, month, y2], [d2, month, y2], now)
      return days === null ? typed : `${days} days`
    })
    .replaceAll(startInNumbers(), '')
    .replaceAll(startDay(), (typed, _, date) => (Number(date) > 31 ? typed : ''))
    .replaceAll(startDate(), (typed, d1, d2) => (Number(d1 ?? d2 ?? 1) > 31 ? typed : ''))
    .replaceAll(moment(), '')
  return { text: plain, unreadDates }
}

function plainDurations(text: string): string {
  const plain = text
    .replaceAll(daysAndNights(), (_, first, second) => {
      const days = Math.max(Number(first), Number(second))
      return `${days} days`
    })
    .replaceAll(numberWord(), (_, word: string) => String(numberOf(word)))
    .replaceAll(period(), (_, words: string) => `${periods.get(words.toLowerCase())} days`)
    .replaceAll(countAfterUnit(), (_, words: string, count: string) => {
      return `${numberOf(count) ?? count} ${words}`
    })
    .replaceAll(inMonths(), (_, count: string) => `${daysOfMonths(count)} days`)
    .replaceAll(lowerBound(), '')
    .replaceAll(fromNow(), '')
  const others = plain.replaceAll(maybeFromNow(), '')
  return duration().test(others) ? others : plain
}

function numberOf(word: string): number | undefined {
  return numbers.get(word.toLowerCase().replaceAll('-', ' '))
}

/** Returns the days of `1,5` months. No trip is longer than 999 months. */
function daysOfMonths(typed: string): number {
  return Math.ceil(Math.min(Number(typed.replace(',', '.')), 999) * daysOfMonth)
}

type TypedDate = readonly [day: string, month: string, year: string | undefined]

/** The leap years 2096 and 2104 have eight years between them. */
const yearsToLeapDay = 8

/** Returns null if the dates are impossible. A trip can last over the new year. */
function daysOf(first: TypedDate, last: TypedDate, now: Date): number | null {
  const years = yearsBetween(first, last)
  const startYear = yearOf(first)
  const typedEnd = startYear === null ? yearOf(last) : startYear + years
  for (const endYear of typedEnd === null ? nextYears(now) : [typedEnd]) {
    const [start, end] = [timeOf(first, endYear - years), timeOf(last, endYear)]
    const isOver = typedEnd === null && end + dayMs <= now.getTime()
    const days = (end - start) / dayMs + 1
    if (start <= end && !isOver)
      return hasMistypedYear(first, last) && days > tripBounds.max ? null : days
  }
  return null
}

/**
 * `20 Dec 2026 – 5 Jan 2026` ends in 2027: the months show that the year is mistyped. Of `20 Dec
 * 2026 – 25 Nov 2026`, a month may be mistyped.
 */
function hasMistypedYear(first: TypedDate, last: TypedDate): boolean {
  const [startYear, lastYear] = [yearOf(first), yearOf(last)]
  return startYear !== null && startYear === lastYear && monthOf(last) < monthOf(first)
}

function yearsBetween(first: TypedDate, last: TypedDate): number {
  const [startYear, lastYear] = [yearOf(first), yearOf(last)]
  const typed = startYear === null || lastYear === null ? 0 : lastYear - startYear
  return typed === 0 && monthOf(last) < monthOf(first) ? 1 : typed
}

/** Returns the years that contain the next date of each name, also the next 29 February. */
function nextYears(now: Date): number[] {
  return Array.from({ length: yearsToLeapDay + 1 }, (_, index) => now.getUTCFullYear() + index)
}

/** Returns the year of `2027`, `27` and `’27`, or null. */
function yearOf([, , typed]: TypedDate): number | null {
  return typed === undefined ? null : 2000 + Number(typed.slice(-2))
}

function monthOf([, month]: TypedDate): number {
  return monthNumbers.get(month.toLowerCase()) ?? Number(month)
}

/** Returns NaN for a date that the year does not have. */
function timeOf(date: TypedDate, inYear: number): number {
  const [index, dayNumber] = [monthOf(date) - 1, Number(date[0])]
  const time = new Date(Date.UTC(inYear, index, dayNumber))
  const isDate = time.getUTCMonth() === index && time.getUTCDate() === dayNumber
  return isDate ? time.getTime() : Number.NaN
}
