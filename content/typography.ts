const nbsp = '\u00A0'

type Typography = {
  /** Characters and sequences that are always wrong in the language. */
  readonly misprint: RegExp
  readonly noBreak: readonly RegExp[]
}

/** The space between a number and its unit. */
const unit = /(?<=\d) (?=(?:[KMGT]B|[km]bit|[₽$%])(?![a-z]))/gi

const rules: { readonly [lang: string]: Typography } = {
  en: {
    misprint: /["'!—“”«»]|--|\.\.\.| {2}| [,.;:?]/,
    noBreak: [unit],
  },
  ru: {
    // Quotes within quotes are „…“.
    misprint: /["'!”‘’]|(?<!„[^“»]*)“|--|\.\.\.| {2}| [,.;:?]|[а-яё] - [а-яё]/i,
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

const standard: Typography = { misprint: /--|\.\.\.| {2}/, noBreak: [unit] }

function typographyOf(lang: string): Typography {
  return rules[lang] ?? standard
}

/**
 * Matches mistakes that `printed` cannot correct, such as straight quotes and hyphens as dashes.
 */
export function misprintOf(lang: string): RegExp {
  return typographyOf(lang).misprint
}

/** Inserts the no-break spaces a language requires. Idempotent. */
export function printed(lang: string, text: string): string {
  return typographyOf(lang).noBreak.reduce((result, space) => result.replace(space, nbsp), text)
}
