import { normalize, phoneticKey } from '../spelling.ts'

/**
 * Returns the words and numbers of a name or a query: `S23+` and `с23 плюс` both become `s`, `23`,
 * `plus`.
 */
export function modelWords(text: string): readonly string[] {
  return normalize(text.replaceAll('+', ' plus '))
    .split(' ')
    .flatMap((word) => latin(word).match(/\d+|\D+/g) ?? [])
}

function latin(word: string): string {
  return spoken.get(word) ?? (/[а-я]/.test(word) ? phoneticKey(word) : word)
}

/** Names as people write them in Russian, after `normalize` has changed й to и, and ё to е. */
const spoken = new Map([
  ['аифон', 'iphone'],
  ['аипад', 'ipad'],
  ['эпл', 'apple'],
  ['самсунг', 'samsung'],
  ['галакси', 'galaxy'],
  ['гэлакси', 'galaxy'],
  ['пиксель', 'pixel'],
  ['гугл', 'google'],
  ['сяоми', 'xiaomi'],
  ['ксиаоми', 'xiaomi'],
  ['ксяоми', 'xiaomi'],
  ['шаоми', 'xiaomi'],
  ['ми', 'mi'],
  ['редми', 'redmi'],
  ['поко', 'poco'],
  ['хуавеи', 'huawei'],
  ['хонор', 'honor'],
  ['оппо', 'oppo'],
  ['виво', 'vivo'],
  ['реалми', 'realme'],
  ['ванплас', 'oneplus'],
  ['моторола', 'motorola'],
  ['нокиа', 'nokia'],
  ['нокия', 'nokia'],
  ['сони', 'sony'],
  ['иксперия', 'xperia'],
  ['ноут', 'note'],
  ['нот', 'note'],
  ['про', 'pro'],
  ['плюс', 'plus'],
  ['макс', 'max'],
  ['мини', 'mini'],
  ['ультра', 'ultra'],
  ['лаит', 'lite'],
  ['фолд', 'fold'],
  ['флип', 'flip'],
  ['зет', 'z'],
  ['се', 'se'],
  ['хр', 'xr'],
  ['х', 'x'],
  ['хс', 'xs'],
  ['икс', 'x'],
])
