const nbsp = '\u00A0'

/** What no rule can mend: straight quotes, exclamation marks, dashes and dots made of others, and each language's foreign marks. */
export const misprint = {
  en: /["'!—“”«»]|--|\.\.\.| {2}| [,.;:?]/,
  ru: /["'!“”‘’]|--|\.\.\.| {2}| [,.;:?]|[а-яё] - [а-яё]/i,
} as const

const unit = /(?<=\d) (?=(?:[KMGT]B|[km]bit|[₽$%])(?![a-z]))/gi
/** Words that may not end a line: prepositions, conjunctions and particles of one or two letters. */
const short =
  /(?<![\p{L}\p{N}-])(?:[авикосуя]|во|до|за|из|ко|на|не|ни|но|об|от|по|со) (?=[\p{L}\p{N}«{$])/giu
/** Words that may not begin one. */
const particle = / (?=(?:б|бы|ж|же|ли)(?!\p{L}))/gu
const counted = /(?<=\d) (?=[а-яё]|(?:ГБ|МБ|КБ)(?![а-яё]))/g

/**
 * A text with the spaces that printing asks for: none of a number and its unit, a dash and the word before it, or a short Russian word and
 * the next are torn apart at the end of a line. What is printed already stays as it is.
 */
export function printed(lang: keyof typeof misprint, text: string): string {
  const measured = text.replace(unit, nbsp)
  if (lang === 'en') return measured
  return measured
    .replace(/(?<=\S) (?=—)/g, nbsp)
    .replace(counted, nbsp)
    .replace(short, (word) => word.slice(0, -1) + nbsp)
    .replace(particle, nbsp)
}
