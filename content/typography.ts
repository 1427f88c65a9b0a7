const nbsp = '\u00A0'

/** How a language is set. */
type Typography = {
  /** Characters and sequences that no text of the language may contain. */
  readonly misprint: RegExp
  /** Spaces that become no-break spaces. */
  readonly noBreak: readonly RegExp[]
}

/** Between a number and its unit. */
const unit = /(?<=\d) (?=(?:[KMGT]B|[km]bit|[₽$%])(?![a-z]))/gi

const rules: { readonly [lang: string]: Typography } = {
  en: {
    misprint: /["'!—“”«»]|--|\.\.\.| {2}| [,.;:?]/,
    noBreak: [unit],
  },
  ru: {
    misprint: /["'!“”‘’]|--|\.\.\.| {2}| [,.;:?]|[а-яё] - [а-яё]/i,
    noBreak: [
      unit,
      /(?<=\S) (?=—)/g,
      /(?<=\d) (?=[а-яё]|(?:ГБ|МБ|КБ)(?![а-яё]))/g,
      // After a preposition, conjunction or particle of one or two letters.
      /(?<=(?<![\p{L}\p{N}-])(?:[авикосуя]|во|до|за|из|ко|на|не|ни|но|об|от|по|со)) (?=[\p{L}\p{N}«{$])/giu,
      // Before a particle.
      / (?=(?:б|бы|ж|же|ли)(?!\p{L}))/gu,
    ],
  },
}

/** For a language without rules of its own. */
const standard: Typography = { misprint: /--|\.\.\.| {2}/, noBreak: [unit] }

function typographyOf(lang: string): Typography {
  return rules[lang] ?? standard
}

/** Matches what `printed` cannot correct: straight quotes, hyphens as dashes, foreign marks. */
export function misprintOf(lang: string): RegExp {
  return typographyOf(lang).misprint
}

/** The text with no-break spaces where its language wants them. Printing it twice changes nothing. */
export function printed(lang: string, text: string): string {
  return typographyOf(lang).noBreak.reduce((result, space) => result.replace(space, nbsp), text)
}
