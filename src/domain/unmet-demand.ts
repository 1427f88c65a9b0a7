import { normalize } from './spelling.ts'

export const demandKinds = ['search', 'place', 'tariff'] as const

/**
 * What a visitor looked for and could not buy: a text without results, or a place or plan that is
 * out of stock. The subject is the normalised text, the place (`tr`, `ru/mow`) or the plan's id.
 */
export type UnmetDemand = {
  readonly kind: (typeof demandKinds)[number]
  readonly subject: string
}

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
