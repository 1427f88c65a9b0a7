import fc from 'fast-check'

/**
 * The start of a tag that the shop never renders. If the HTML contains it, a text was not escaped.
 */
export const planted = '<zz'
/** Names that every object of JavaScript has, such as `constructor`. */
export const inheritedNames = Object.getOwnPropertyNames(Object.prototype)
const hostile = [
  `"'>${planted} x=1>`,
  `</script>${planted}>`,
  `</title></textarea>${planted}>`,
  '',
  ' ',
  '0',
  '-1',
  '1e9',
  '%00',
  '\u0000',
  '\r\nX-Evil: 1',
  '../../etc/passwd',
  '//evil.example',
  '/\\evil.example',
  'https://evil.example',
  "' OR 1=1 --",
  ...inheritedNames,
  '{{7*7}}',
  '9'.repeat(400),
  'я'.repeat(3000),
  '💥\ud800',
]
const wrong = fc.oneof(fc.constantFrom(...hostile), fc.string({ unit: 'binary' }))
/** Values are mostly valid: a request with many errors would test only its first error. */
export const valueOf = (right: readonly string[]) =>
  fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...right) }, { weight: 1, arbitrary: wrong })

export const mostly = <T>(usual: readonly T[], rare: readonly T[]) =>
  fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...usual) },
    { weight: 1, arbitrary: fc.constantFrom(...rare) },
  )

/** Lone surrogates cannot be encoded. A fetch would send the replacement character. */
export function encodeText(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

/**
 * Removes all characters except printable ASCII, because no client can send line breaks or
 * characters above U+00FF.
 */
export function setHeader(sent: Headers, name: string, value: string): void {
  const possible = value.replaceAll(/[^ -~]/g, '')
  sent.set(name, possible)
}
