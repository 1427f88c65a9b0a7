/** Lower case without accents and marks, ё as е: 'Côte d’Ivoire' is 'cote d ivoire'. */
export function plain(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[øłđðıæœß]/g, (letter) => undecomposed[letter] ?? letter)
    .replaceAll('&', ' and ')
    .replace(/[^\p{Ll}\p{Lo}\p{N}]+/gu, ' ')
    .trim()
}

/** Letters with a mark that Unicode does not take apart. */
const undecomposed: Letters = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ı: 'i',
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
}

/**
 * A plain text in Latin letters, roughly as it sounds, so that the ways to write a Russian name in Latin ('turtsiya', 'turciya',
 * 'turtsia') meet each other, the name itself, and a foreign name written in Cyrillic.
 */
export function soundOf(plainText: string): string {
  return plainText
    .replace(/[а-яіїєґ]/g, (letter) => latin[letter] ?? '')
    .replace(/c(?=[eiy])/g, 'ts')
    .replace(/sh?ch|[kpt]h|ck|c(?!h)|[xqwyj]/g, (letters) => same[letters] ?? letters)
    .replace(/([a-z])\1+/g, '$1')
    .replaceAll('ie', 'e')
}

type Letters = { readonly [letter: string]: string }

const latin = pairs(
  'а a б b в v г g д d е e ж zh з z и i к k л l м m н n о o п p р r с s т t у u ф f х h ц ts ч ch ш sh щ sh ы i э e ю iu я ia і i ї i є e ґ g',
)
const same = pairs('shch sh sch sh kh h ph f th t ck k c k x ks q k w v y i j i')

/** Keys of both layouts in one order; past the letters, what Shift makes of those that are letters in Russian alone. */
const english = '`qwertyuiop[]asdfghjkl;\'zxcvbnm,.~{}:"<>'.split('')
const russian = 'ёйцукенгшщзхъфывапролджэячсмитьбюёхъжэбю'.split('')
const otherLayout = new Map([
  ...russian.map((letter) => [letter, english[russian.indexOf(letter)]] as const),
  ...english.map((letter, key) => [letter, russian[key]] as const),
])

/** What the same keys write in the other layout: 'nehwbz' is 'турция', 'егклун' is 'turkey'. */
export function inOtherLayout(text: string): string {
  return text.toLowerCase().replace(/./g, (letter) => otherLayout.get(letter) ?? letter)
}

function pairs(text: string): Letters {
  const items = text.split(' ')
  return Object.fromEntries(
    items.flatMap((item, index) => (index % 2 === 0 ? [[item, items[index + 1] ?? '']] : [])),
  )
}
