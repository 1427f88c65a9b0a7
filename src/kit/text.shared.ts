/**
 * Returns lower case without accents and punctuation, with ё as е: `Côte d’Ivoire` becomes `cote d
 * ivoire`. Abbreviations become one word: `U.S.` becomes `us`.
 */
export function normalize(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[øłđðıæœß]/g, (letter) => undecomposed[letter] ?? letter)
    .replace(abbreviation, (letters) => letters.replaceAll('.', ''))
    .replaceAll('&', ' and ')
    .replace(/[^\p{Ll}\p{Lo}\p{N}]+/gu, ' ')
    .trim()
}

/** Single letters with dots, after the start of the text or another character. */
const abbreviation = /(?:^|\P{L})(?:\p{L}\.)+\p{L}?(?!\p{L})/gu

/** Letters that NFD does not decompose into a base letter and a mark. */
const undecomposed: Letters = { ø: 'o', ł: 'l', đ: 'd', ð: 'd', ı: 'i', æ: 'ae', œ: 'oe', ß: 'ss' }

/**
 * Returns a rough phonetic key in Latin letters for a normalised text. Transliterations of a
 * Russian name (`turtsiya`, `turciya`, `turtsia`) share a key with the name, and so do foreign
 * names written in Cyrillic.
 */
export function phoneticKey(normalized: string): string {
  return normalized
    .replace(/[а-яіїєґ]/g, (letter) => transliteration[letter] ?? '')
    .replace(/c(?=[eiy])/g, 'ts')
    .replace(/sh?ch|[kpt]h|ck|c(?!h)|[xqwyj]/g, (letters) => soundalikes[letters] ?? letters)
    .replace(/([a-z])\1+/g, '$1')
    .replaceAll('ie', 'e')
}

type Letters = { readonly [letter: string]: string }

const transliteration = pairs(
  'а a б b в v г g д d е e ж zh з z и i к k л l м m н n о o п p р r с s т t у u ф f х h ц ts ч ch ш sh щ sh ы i э e ю iu я ia і i ї i є e ґ g',
)
const soundalikes = pairs('shch sh sch sh kh h ph f th t ck k c k x ks q k w v y i j i')

const englishKeys = '`qwertyuiop[]asdfghjkl;\'zxcvbnm,.~{}:"<>'.split('')
const russianKeys = 'ёйцукенгшщзхъфывапролджэячсмитьбюёхъжэбю'.split('')
const otherLayout = new Map([
  ...russianKeys.map((letter) => [letter, englishKeys[russianKeys.indexOf(letter)]] as const),
  ...englishKeys.map((letter, key) => [letter, russianKeys[key]] as const),
])

/**
 * Returns the text that the same keys type in the other keyboard layout: `nehwbz` → `турция`,
 * `егклун` → `turkey`.
 */
export function switchKeyboardLayout(text: string): string {
  return text.toLowerCase().replace(/./g, (letter) => otherLayout.get(letter) ?? letter)
}

/** Reads `key value key value`, with spaces or line breaks between them. */
export function pairs(text: string): Letters {
  const items = text.split(/\s+/)
  return Object.fromEntries(
    items.flatMap((item, index) => (index % 2 === 0 ? [[item, items[index + 1] ?? '']] : [])),
  )
}

/** Creates a value at its first use, because everything that modules create delays each isolate. */
export function once<T>(create: () => T): () => T {
  let created: { readonly value: T } | undefined
  return () => (created ??= { value: create() }).value
}

/** Compares texts for a sort. The result is the same in every language. */
export function compareText(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}

/** Shortens a text to a number of characters, at the end of a word. */
export function excerpt(text: string, length: number): string {
  if (text.length <= length) return text
  // A cut may leave the first half of an emoji, which shows as �.
  const start = text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')
  const end = start.lastIndexOf(' ')
  return `${(end > 0 ? start.slice(0, end) : start).trimEnd()}…`
}

const escapes: { readonly [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

/** Escapes text for the content of an element or for a quoted attribute, in HTML and XML. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"]/g, (character) => escapes[character] ?? character)
}

/** Returns a function that loads a value at its first call. A failed call is not remembered. */
export function lazy<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: { readonly value: T } | undefined
  return async () => (loaded ??= { value: await load() }).value
}
