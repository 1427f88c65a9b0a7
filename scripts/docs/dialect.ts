/**
 * Phrases that earlier texts of the project used in place of plain English. Each phrase has a plain
 * replacement: `returns`, `sends`, `again`, `a visitor without …`, `staff actions`. The list is
 * precise, not complete.
 */
const phrases: readonly RegExp[] = [
  /\bwhoever\b/,
  /\bwhom(ever)?\b/,
  /\b(to|of|for|by|with|from|than|as) who (is|are|was|has|have|had|does|cannot|can|may|must|wants|calls|asks|buys|reads|pays|writes|comes|carries|serves|sets|puts|needs|knows)\b/,
  /\bwho is not\b/,
  /\b(is|are|was|were|be|been|being) told\b/,
  /\bit tells\b/,
  /\btells (by itself|nothing|nobody|it|its|apart)\b/,
  /\bheard? out\b/,
  /\bhears? of\b/,
  /\blets? go\b/,
  /\bas of when\b/,
  /\bno longer good\b/,
  /\bgood once\b/,
  /\bof any number\b/,
  /\bholds nobody\b/,
  /\basks for it\b/,
  /\basked (once more|again|anew)\b/,
  /\bstands (for|in the|in for|beside|behind|by itself|there|alone|apart|once|twice|while|under|after|at)\b/,
  /\bas it comes\b/,
  /\banew\b/,
  /\bonce more\b/,
  /\bbeforehand\b/,
  /\ball the same\b/,
  /\bin vain\b/,
  /\b(mends|mended)\b/,
  /\bpassed over\b/,
  /\btaken in\b/,
  /\bneed not\b/,
  /\bis sorry\b/,
  /\bas (it|they) (says?|tells?) (itself|themselves)\b/,
  /\bwithout end\b/,
  /\bwhat is to be\b/,
  /\bwhat (stands|waits|comes|goes)\b/,
  /\bwhat (is|was) (not|sent|told|asked|kept)\b/,
  /\bdoes without\b/,
  /\bnevertheless\b/,
  /, also (when|if|by|those|one)\b/,
  /\bcalls? of (D1|the database|the supplier|the API)\b/,
  /\b(is|are) asked for\b/,
  /\b(refuses|works|stays) always\b/,
  /(?<![/\w])look-ups?\b(?!-|\.ts)/,
  /\b(an empty text|empty texts|a text such as)\b/,
  /\b(actions?|forms?|notes?|passwords?|queries|query|roles?|texts?) of staff\b/,
  /\b(is|are|was|were) folded\b|\bunfolds\b/,
  /\bauthoriz(e|es|ed|ing)\b/,
  /\bthe page of (an|the) (eSIM|order|gift)\b/,
  /\b(none|nobody) (is|was|does|did)[.;,]/,
  /\bno other (one )?does\b/,
  /\bas (it|they) last (said|told|asked)\b/,
  /\b(orders|webhooks|callbacks|catalogue|settings|secrets|notification) of (Airalo|Stripe|YooKassa|eSIM (Go|Access))\b/,
]

const anyPhrase = new RegExp(phrases.map(({ source }) => source).join('|'), 'gi')
const contextLength = 30

/** Finds dialect in a text; ignores line breaks and comment markers within a phrase. */
export function dialectIn(text: string): string[] {
  const plain = text.replaceAll(/\s+(?:\*(?!\/)|\/\/|--|#)?\s*/g, ' ')
  return [...plain.matchAll(anyPhrase)].map(({ 0: phrase, index }) =>
    plain.slice(Math.max(0, index - contextLength), index + phrase.length + contextLength),
  )
}
