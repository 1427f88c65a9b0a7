import { alertDetails, fileProblems, findings } from '../../content/office.ts'
import { defaultLocale, type Locale } from './locales.shared.ts'
import { excerpt } from '../kit/text.shared.ts'
import { wordsFrom, type Params, type WordArgs } from './words.shared.ts'

/** The words in the details of alerts, for the back office and for messages to the operator. */
export const { wordsOf: alertDetailWordsOf } =
  wordsFrom<(typeof alertDetails)[typeof defaultLocale]>(alertDetails)

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
  // A wrong quote can make most of a file one cell.
  const shown = Object.fromEntries(
    Object.entries<string | number>(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? excerpt(value, 100) : value,
    ]),
  )
  return { lang: hasOwnWord(locale, code) ? locale : defaultLocale, sentence: words(code, shown) }
}

type DefaultFindings = (typeof findings)[typeof defaultLocale]

const { wordsOf: findingWords } = wordsFrom<DefaultFindings>(findings)

/** The kinds of findings about a shop. */
export type FindingCode = keyof DefaultFindings
export type FindingValues = { readonly [name: string]: string | number }

export function findingTexts(
  locale: Locale,
  { code, values }: { readonly code: FindingCode; readonly values: FindingValues },
) {
  // A finding has the parameters of its text. A test renders every finding in each language.
  const words = findingWords(locale) as (key: string, values: FindingValues) => string
  return { problem: words(`${code}.problem`, values), remedy: words(`${code}.remedy`, values) }
}
