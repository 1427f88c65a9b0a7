import { BoundedMap } from '../../domain/bounded-map.ts'
import type { Words } from '../../locale/words.ts'

/** Texts of one kind and language. An isolate with 2,000 takes 100 MB of its 128 MB. */
const maxTexts = 500

/**
 * Returns a function that parses each text of a language only once, because most pages show plans
 * of other pages. It returns the same object for the same text. Do not change the object.
 */
export function parsedOnce<T>(parse: (text: string, words: Words) => T) {
  const results = new WeakMap<Words, BoundedMap<string, T>>()
  return (text: string, words: Words): T => {
    const known = results.get(words) ?? new BoundedMap<string, T>(maxTexts)
    results.set(words, known)
    const found = known.get(text)
    if (found !== undefined) return found
    const result = parse(text, words)
    known.set(text, result)
    return result
  }
}
