const nbsp = '\u00A0'
const noBreakHyphen = '\u2011'

type Typography = {
  /** Characters and sequences that are always wrong in the language. */
  readonly misprint: RegExp
  readonly noBreak: readonly RegExp[]
  /** Hyphens of words that are too short to be divided. */
  readonly noBreakHyphen: RegExp
}

/** The space between a number and its unit. */
const unit = /(?<=\d) (?=(?:[KMGT]B|[km]bit|[₽$%])(?![a-z]))/gi
const names = /(?<=\bWi)-(?=Fi\b)|(?<=\bSM)-(?=DP\b)/g

const rules: { readonly [lang: string]: Typography } = {
  en: {
    misprint: /["'!—“”«»]|(?<!npm run shop )--|\.\.\.| {2}| [,.;:?]/,
    noBreak: [unit],
    noBreakHyphen: names,
  },
  ru: {
    // Quotes within quotes are „…“.
    misprint: /["'!”‘’]|(?<!„[^“»]*)“|(?<!npm run shop )--|\.\.\.| {2}| [,.;:?]|[а-яё] - [а-яё]/i,
    noBreak: [
      unit,
      /(?<=\S) (?=—)/g,
      /(?<=\d) (?=[а-яё]|(?:ГБ|МБ)(?![а-яё]))/g,
      // After a preposition, conjunction or particle of one or two letters.
      /(?<=(?<![\p{L}\p{N}\u2011-])(?:[авикосуя]|во|до|за|из|ко|на|не|ни|но|об|от|по|со)) (?=[\p{L}\p{N}«{$])/giu,
      // Before a particle.
      / (?=(?:б|бы|ж|же|ли)(?!\p{L}))/gu,
    ],
    // `QR-код`, `по-русски`, `кто-то`: a part of three letters or fewer. Addresses have no Russian.
    noBreakHyphen: new RegExp(
      String.raw`${names.source}|(?<=(?<![\p{L}-])\p{L}{1,3})-(?=[а-яё])|(?<=[а-яё])-(?=[а-яё]{1,3}(?![\p{L}-]))`,
      'gu',
    ),
  },
}

const standard: Typography = {
  misprint: /(?<!npm run shop )--|\.\.\.| {2}/,
  noBreak: [unit],
  noBreakHyphen: names,
}

function typographyOf(lang: string): Typography {
  return rules[lang] ?? standard
}

/**
 * Matches mistakes that `typeset` cannot correct, such as straight quotes and hyphens as dashes.
 */
export function misprintOf(lang: string): RegExp {
  return typographyOf(lang).misprint
}

/** Inserts the no-break spaces and hyphens a language requires. Idempotent. */
export function typeset(lang: string, text: string): string {
  const typography = typographyOf(lang)
  return typography.noBreak
    .reduce((result, space) => result.replace(space, nbsp), text)
    .replace(typography.noBreakHyphen, noBreakHyphen)
}
