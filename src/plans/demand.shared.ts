import { normalize } from '../kit/text.shared.ts'

export const demandKinds = ['search', 'place', 'tariff', 'filter'] as const

/**
 * The subject of unmet demand: a text without results, a place or plan that is out of stock, or a
 * filter that no plan matches. The subject is the normalised text, the place (`tr`, `ru/mow`), the
 * plan's id, or the place and its filter (`tr traffic=30 days=7`).
 */
export type UnmetDemand = { readonly kind: (typeof demandKinds)[number]; readonly subject: string }

/** Browsers report a search without suggestions here. */
export const failedSearchPath = '/failed-search'

/** Names of places, operators and plans are shorter. */
const maxLength = 40
const minLength = 2
const maxWords = 5

/**
 * Returns a search text without accents, case and punctuation. Returns null for a text that may
 * identify a person, such as an email address, a long number or a sentence.
 */
export function countedText(text: string): string | null {
  if (hasContact(text)) return null
  const typed = normalize(text)
  const isShort = typed.length >= minLength && typed.length <= maxLength
  return isShort && /\p{L}/u.test(typed) && typed.split(' ').length <= maxWords ? typed : null
}

/** Returns whether a text contains an email address or a long number. */
function hasContact(text: string): boolean {
  return text.includes('@') || /\d(?:[^\p{L}\d]*\d){3}/u.test(text)
}

/** Counts a text or `parts` of it, unless the text contains an email address or a long number. */
export function demandOfSearch(
  text: string,
  parts: readonly string[] = [text],
): readonly UnmetDemand[] {
  if (hasContact(text)) return []
  return parts.flatMap((part) => {
    const subject = countedText(part)
    return subject === null ? [] : [{ kind: 'search', subject }]
  })
}

type ListFilter = {
  readonly search_string: string
  readonly operator?: string | undefined
  readonly traffic?: string | undefined
  readonly days?: string | undefined
}

const filterNames = ['operator', 'traffic', 'days'] as const
type FilterName = (typeof filterNames)[number]

/**
 * Counts the filter of a list without plans. The operator has plans in the place, so the subject
 * contains nothing that a visitor has typed.
 * @param place a place with plans: `tr`, `ru/mow`, `europe` or `all`
 */
export function demandOfFilter(place: string, filter: ListFilter): readonly UnmetDemand[] {
  const set = filterNames.flatMap((name) =>
    filter[name] === undefined ? [] : [`${name}=${filter[name]}`],
  )
  if (set.length === 0 || filter.search_string !== '') return []
  return [{ kind: 'filter', subject: [place, ...set].join(' ') }]
}

/** Returns the place and the filter of a subject. */
export function readFilter(subject: string): {
  readonly place: string
  readonly filter: { readonly [name in FilterName]?: string }
} {
  const [place = '', ...set] = subject.split(' ')
  return { place, filter: Object.fromEntries(set.map((each) => each.split('='))) }
}
