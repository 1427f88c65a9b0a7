import { fileProblems } from '../../content/office.ts'
import { defaultLocale } from './locales.ts'
import type { Locale } from './locales.ts'
import { wordsFrom } from './word-tables.ts'
import type { Params, WordArgs } from './word-tables.ts'

type DefaultProblems = (typeof fileProblems)[typeof defaultLocale]

const { wordsOf, hasOwnWord } = wordsFrom<DefaultProblems>(fileProblems)

export type FileProblemCode = keyof DefaultProblems
/** The values of the text's parameters. */
export type FileProblemArgs<Code extends FileProblemCode> = WordArgs<DefaultProblems, Code>

/** A problem of an imported file. */
export type FileProblem = {
  readonly code: FileProblemCode
  readonly values: Params
}

export function fileProblem<Code extends FileProblemCode>(
  code: Code,
  ...[values = {}]: FileProblemArgs<Code>
): FileProblem {
  return { code, values }
}

/**
 * Returns the sentence and its language. If the language lacks the sentence, uses the default
 * locale, as commands do.
 */
export function fileProblemText(
  locale: Locale,
  { code, values }: FileProblem,
): { readonly lang: Locale; readonly sentence: string } {
  // `fileProblem` requires the parameters of the text.
  const words = wordsOf(locale) as (key: string, values: Params) => string
  return {
    lang: hasOwnWord(locale, code) ? locale : defaultLocale,
    sentence: words(code, values),
  }
}
