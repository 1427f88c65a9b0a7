import { fileProblems as ru } from '../../../content/ru/admin/file-problems.ts'
import type { Problem } from '../../backend/imports/read-csv.ts'
import type { Locale } from '../../locale/locales.ts'

type ProblemText = {
  /** The language of the sentence. */
  readonly lang: Locale
  readonly sentence: string
  /** The content of the cell; null when the sentence needs none. */
  readonly cell: string | null
}

/** A pattern of an English text, its parameters, and the text in another language. */
type Translation = {
  readonly pattern: RegExp
  readonly names: readonly string[]
  readonly translated: string
}

const parameter = /\{\{(\w+)\}\}/g
const translations: { readonly [locale in Locale]?: readonly Translation[] } = {
  ru: Object.entries(ru).map(toTranslation),
}
const withCell = /^(?<text>.*?), got "(?<cell>.*)"$/s

/**
 * Translates a problem of a file. Commands print problems in English, so problems are written in
 * English. A text without a translation stays English.
 */
export function problemText({ text }: Problem, locale: Locale): ProblemText {
  const { text: english = text, cell = null } = withCell.exec(text)?.groups ?? {}
  const sentence = translate(english, locale)
  return sentence === null
    ? { lang: 'en', sentence: english, cell }
    : { lang: locale, sentence, cell }
}

function translate(text: string, locale: Locale): string | null {
  for (const { pattern, names, translated } of translations[locale] ?? []) {
    const found = pattern.exec(text)
    if (found)
      return translated.replace(
        parameter,
        (_, name: string) => found[names.indexOf(name) + 1] ?? '',
      )
  }
  return null
}

function toTranslation([english, translated]: [string, string]): Translation {
  const parts = english.split(/\{\{\w+\}\}/).map((part) => RegExp.escape(part))
  return {
    pattern: new RegExp(`^${parts.join('(.*?)')}$`, 's'),
    names: Array.from(english.matchAll(parameter), ([, name = '']) => name),
    translated,
  }
}
