import { fileProblemText } from '../../locale/file-problem-texts.ts'
import type { FileProblem } from '../../locale/file-problem-texts.ts'
import { defaultLocale } from '../../locale/locales.ts'

/** A problem in a file. Lines and columns count from 1. */
export type Problem = FileProblem & {
  readonly file: string
  readonly line: number
  readonly column: number
  /** The column's name. Empty when the problem concerns no column. */
  readonly name: string
  /** The content of the cell. Null when the message does not quote it, or it is secret. */
  readonly cell: string | null
}

/** Returns a problem of a whole file, at its first character. */
export function problemOfFile(
  { name: file }: { readonly name: string },
  problem: FileProblem,
): Problem {
  return { ...problem, file, line: 1, column: 1, name: '', cell: null }
}

/** Sorts problems by file, in the order of the files, then by line and column. */
export function sortProblems(
  problems: readonly Problem[],
  files: readonly { readonly name: string }[],
): Problem[] {
  const names = files.map(({ name }) => name)
  return problems.toSorted(
    (one, other) =>
      names.indexOf(one.file) - names.indexOf(other.file) ||
      one.line - other.line ||
      one.column - other.column,
  )
}

/** Formats a problem for a command: `plans.csv:17:11 priceUSD: must be more than 0, got "0"`. */
export function describeProblem(problem: Problem): string {
  const { file, line, column, name, cell } = problem
  const { sentence } = fileProblemText(defaultLocale, problem)
  const got = cell === null ? '' : `, got "${cell}"`
  return `${file}:${line}:${column} ${name === '' ? '' : `${name}: `}${sentence}${got}`
}
