/**
 * Readers of what people type or paste, one for each kind of value. They remove what a copy adds,
 * and leave everything else for the validation of the field.
 */

/** Characters that nobody sees, such as a byte order mark or the direction of text. */
const invisible = /\p{Cf}/gu

/** Characters that change the direction of the text around them, which can forge other text. */
const directions = /[\u202A-\u202E\u2066-\u2069]/gu

/** Returns free text without characters that reverse it. Joined emoji stay. */
export function readText(text: string): string {
  return text.replaceAll(directions, '')
}

/** Returns a value without invisible characters, with plain letters, digits and spaces. */
export function readLine(text: string): string {
  return text.replaceAll(invisible, '').normalize('NFKC').trim()
}

/** From the first to the last other sign, which takes linear time, unlike a pattern for the edges. */
const word = /[^\s"'()<>[\],;:.!«»‘-„](?:.*[^\s"'()<>[\],;:.!«»‘-„])?/s

/** Returns a code or address without the quotes and signs of the sentence around it: `SALE10`. */
export function readWord(text: string): string {
  return word.exec(readLine(text))?.[0] ?? ''
}

/** Returns the digits and letters of a number: `A2B3C4D5E6` for `№ a2b3-c4d5-e6`. */
export function readNumber(text: string): string {
  return readLine(text.replace('№', ''))
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase()
}

const twoDecimals = /^(-?)([\d.,]*?\d)(?:[.,](\d{1,2}))?$/
const threeDecimals = /^(-?)([\d.,]*?\d)(?:[.,](\d{1,3}))?$/

/**
 * Returns a decimal such as `1250.50`, or null. Reads `1 250,50 ₽`, `$1,250.50` and `−5`, but not
 * `12.505`, which may be a mistake.
 * @param names the code and signs of the currency, which may stand before or after the amount
 */
export function readDecimal(
  text: string,
  { digits, names = [] }: { readonly digits: number; readonly names?: readonly string[] },
): string | null {
  const amount = names.reduce(
    (rest, name) => rest.replace(name.toUpperCase(), ''),
    readLine(text)
      .toUpperCase()
      .replace('−', '-')
      .replaceAll(/[\s'’]/g, ''),
  )
  const pattern = digits === 3 ? threeDecimals : twoDecimals
  const [, sign = '', whole = '', fraction = ''] = pattern.exec(amount) ?? []
  const isGrouped = /^\d{1,3}(?:(?:,\d{3})+|(?:\.\d{3})+)$/.test(whole)
  const isUnclear = /^\d+\.\d+$/.test(whole) && fraction === ''
  const isWhole = /^\d+$/.test(whole) || (isGrouped && !isUnclear)
  if (!isWhole || (digits === 0 && fraction !== '')) return null
  return sign + whole.replaceAll(/[.,]/g, '') + (fraction === '' ? '' : `.${fraction}`)
}
