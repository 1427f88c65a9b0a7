import { findings } from '../../content/office.ts'
import type { Locale, defaultLocale } from './locales.ts'
import { wordsFrom } from './word-tables.ts'

type DefaultFindings = (typeof findings)[typeof defaultLocale]

const { wordsOf } = wordsFrom<DefaultFindings>(findings)

/** The kinds of findings about a shop. */
export type FindingCode = keyof DefaultFindings
export type FindingValues = { readonly [name: string]: string | number }

export function findingTexts(
  locale: Locale,
  { code, values }: { readonly code: FindingCode; readonly values: FindingValues },
) {
  // A finding has the parameters of its text. A test renders every finding in each language.
  const words = wordsOf(locale) as (key: string, values: FindingValues) => string
  return { problem: words(`${code}.problem`, values), remedy: words(`${code}.remedy`, values) }
}
