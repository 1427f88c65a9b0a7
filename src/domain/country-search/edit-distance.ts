/** How many slips of the finger are forgiven: none in a short word, where they would make any word of any other. */
export function slipsForgiven(word: string): number {
  if (word.length < 4) return 0
  return word.length < 8 ? 1 : 2
}

/** A bit for every letter of a word. A letter that one word has and the other lacks costs a slip: a quick no to most words. */
export function lettersOf(word: string): number {
  let letters = 0
  for (let at = 0; at < word.length; at++) letters |= 1 << (word.charCodeAt(at) & 31)
  return letters
}

/** Whether the letters that only `wanted` has are more than `limit`. */
export function lacksMoreThan(limit: number, wanted: number, letters: number): boolean {
  let missing = wanted & ~letters
  for (let left = limit; missing !== 0 && left >= 0; left--) missing &= missing - 1
  return missing !== 0
}

const longest = 64
const rows = [0, 1, 2].map(() => new Uint8Array(longest + 1))

/**
 * Twice the slips between `wanted` and `word` (Damerau–Levenshtein: a letter wrong, missing, extra, or two neighbours swapped),
 * and one more when it is only the beginning of a longer `word` that is as close as that; Infinity past the limit.
 */
export function slipsBetween(wanted: string, word: string, limit: number): number {
  const columns = Math.min(word.length, wanted.length + limit)
  if (wanted.length > longest - limit || columns < wanted.length - limit) return Infinity
  if (wanted.length < 5 && wanted[0] !== word[0]) return Infinity // in so short a word the first letter was meant
  let [before, above, row] = rows as [Uint8Array, Uint8Array, Uint8Array] // three were made
  for (let column = 0; column <= columns; column++) above[column] = column
  let least = 0
  for (let line = 1; line <= wanted.length && least <= limit; line++) {
    const letter = wanted.charCodeAt(line - 1)
    const previous = wanted.charCodeAt(line - 2)
    let cost = line
    row[0] = least = line
    for (let column = 1; column <= columns; column++) {
      const other = word.charCodeAt(column - 1)
      const diagonal = above[column - 1] ?? 0
      cost = Math.min(cost, above[column] ?? 0) + 1
      cost = Math.min(cost, letter === other ? diagonal : diagonal + 1)
      const areSwapped = previous === other && letter === word.charCodeAt(column - 2)
      if (areSwapped) cost = Math.min(cost, (before[column - 2] ?? 0) + 1)
      row[column] = cost
      if (cost < least) least = cost
    }
    const spare = before
    before = above
    above = row
    row = spare
  }
  if (least > limit) return Infinity
  const toWhole = columns === word.length ? (above[columns] ?? Infinity) : Infinity
  return Math.min(2 * least + 1, 2 * toWhole)
}
