/** Latin spellings of letters of other alphabets, in lower case. */
const spellings = new Map(
  [
    // Cyrillic letters that Russian lacks. The accents of letters are removed first.
    'і i є e ґ g ј j љ lj њ nj ћ c ђ d џ dz ѕ dz ә a ғ g қ q ң n ө o ұ u ү u һ h',
    'α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ y φ f',
    // U+2011, the non-breaking hyphen, decomposes to this hyphen.
    '‐ -',
    'χ ch ψ ps ω o ə a ŋ ng ħ h ŧ t œ oe ſ s ɓ b ɗ d ɛ e ɔ o ƙ k ŀ l',
  ].flatMap((line) =>
    [...line.matchAll(/(\S) (\S+)/g)].map(([, from = '', to = '']) => [from, to]),
  ),
)

/**
 * Spells a letter that a font lacks, without its accent or in Latin.
 * @param has whether the font has a letter
 */
export function spell(letter: string, has: (letter: string) => boolean): string {
  if (has(letter)) return letter
  const parts = Array.from(letter.normalize('NFKD').replaceAll(/\p{M}/gu, ''))
  return parts.map((part) => (has(part) ? part : toLatin(part))).join('')
}

function toLatin(letter: string): string {
  const small = letter.toLowerCase()
  const latin = spellings.get(small) ?? letter
  return small === letter ? latin : latin.charAt(0).toUpperCase() + latin.slice(1)
}
