/**
 * The way a pseudo-locale changes English text. Its pages show which layouts a translation would
 * break.
 */
export type PseudoKind = 'accented' | 'right-to-left'

const letters = 'abcdefghijklmnopqrstuvwxyz'
const accents = 'áƀçðéƒĝĥîĵķļɱñöþǫŕšţüṽŵẋýž'
/** U+202E and U+202C: text between them runs from right to left. */
const [override, pop] = ['\u202E', '\u202C']

/**
 * Makes a text 40 % longer and marks it: `⟦Ƒîñð áá⟧`. Does not change parameters, addresses,
 * numbers or texts without letters.
 */
export function pseudoText(text: string, pseudo: PseudoKind): string {
  const own = text.replace(untouched, '')
  const count = own.match(/\p{L}/gu)?.length ?? 0
  if (count === 0) return text
  const longer = text + padding(Math.ceil(own.length * 0.4))
  const parts = longer.split(new RegExp(`(${untouched.source})`))
  const change = pseudo === 'accented' ? addAccents : reverseWords
  return `⟦${parts.map((part, index) => (index % 2 === 0 ? change(part) : part)).join('')}⟧`
}

/** Parameters of words, and addresses. */
const untouched = /\{\{?\w*\}?\}|https?:\/\/\S+|\S+@\S+/g

/** Returns words of at most five letters, so that a line breaks as in a translation. */
function padding(length: number): string {
  return ' aaaaa'.repeat(Math.ceil(length / 6)).slice(0, length)
}

function addAccents(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => {
    const accent = accents.charAt(letters.indexOf(letter.toLowerCase()))
    return letter === letter.toLowerCase() ? accent : accent.toUpperCase()
  })
}

function reverseWords(text: string): string {
  return text.replace(/\p{L}+/gu, (word) => override + word + pop)
}

export function pseudoTree(tree: unknown, pseudo: PseudoKind, fixed: readonly string[]): unknown {
  if (typeof tree === 'string') return pseudoText(tree, pseudo)
  if (Array.isArray(tree)) return tree.map((each) => pseudoTree(each, pseudo, fixed))
  if (typeof tree !== 'object' || tree === null) return tree
  return Object.fromEntries(
    Object.entries(tree).map(([key, value]) => [
      key,
      fixed.includes(key) ? value : pseudoTree(value, pseudo, fixed),
    ]),
  )
}
