/**
 * Returns the number of typos accepted in a word: 0 up to 3 letters, 1 up to 7, 2 from 8. A typo in
 * a short word would match too many other words.
 */
export function maxEditDistance(word: string): number {
  if (word.length < 4) return 0
  return word.length < 8 ? 1 : 2
}

export function letterMask(word: string): number {
  let mask = 0
  for (let index = 0; index < word.length; index++) mask |= 1 << (word.charCodeAt(index) & 31)
  return mask
}

/**
 * A cheap lower bound. False if `queryMask` has more than `maxDistance` letters that `wordMask`
 * lacks, because each such letter costs at least one edit.
 */
export function canBeWithin(maxDistance: number, queryMask: number, wordMask: number): boolean {
  let missing = queryMask & ~wordMask
  for (let left = maxDistance; missing !== 0 && left > 0; left--) missing &= missing - 1
  return missing === 0
}

/** Longer words never match. This limits the size of the rows. */
const maxWordLength = 64
const rows = [0, 1, 2].map(() => new Uint8Array(maxWordLength + 1))

/**
 * Scores how close `query` is to `word`: twice the edit distance, plus 1 when only a prefix of
 * `word` is that close. Infinity when the distance exceeds `maxDistance`.
 *
 * An edit is a wrong, missing or extra letter, or two swapped neighbours (optimal string alignment,
 * also called restricted Damerau–Levenshtein distance).
 */
export function editScore(query: string, word: string, maxDistance: number): number {
  const columns = Math.min(word.length, query.length + maxDistance)
  if (query.length > maxWordLength - maxDistance || columns < query.length - maxDistance)
    return Infinity
  // Typos in the first letter of a short word are rare, and accepting them gives false matches.
  if (query.length < 5 && query[0] !== word[0]) return Infinity
  let [beforePrevious, previous, current] = rows as [Uint8Array, Uint8Array, Uint8Array] // length 3
  for (let column = 0; column <= columns; column++) previous[column] = column
  let rowMin = 0
  for (let row = 1; row <= query.length && rowMin <= maxDistance; row++) {
    const letter = query.charCodeAt(row - 1)
    const letterBefore = query.charCodeAt(row - 2)
    let cost = row
    current[0] = rowMin = row
    for (let column = 1; column <= columns; column++) {
      const other = word.charCodeAt(column - 1)
      const diagonal = previous[column - 1] ?? 0
      cost = Math.min(cost, previous[column] ?? 0) + 1
      cost = Math.min(cost, letter === other ? diagonal : diagonal + 1)
      const isSwap = letterBefore === other && letter === word.charCodeAt(column - 2)
      if (isSwap) cost = Math.min(cost, (beforePrevious[column - 2] ?? 0) + 1)
      current[column] = cost
      if (cost < rowMin) rowMin = cost
    }
    const spare = beforePrevious
    beforePrevious = previous
    previous = current
    current = spare
  }
  if (rowMin > maxDistance) return Infinity
  const wholeWord = columns === word.length ? (previous[columns] ?? Infinity) : Infinity
  return Math.min(2 * rowMin + 1, 2 * wholeWord)
}
