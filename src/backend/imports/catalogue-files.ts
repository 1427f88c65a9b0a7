import { fileProblem } from '../../locale/file-problem-texts.ts'
import { locales } from '../../locale/locales.ts'
import { titleColumn } from './columns.ts'
import type { Columns } from './cells.ts'
import { problemOfFile } from './csv-problem.ts'
import { headerOf } from './read-csv.ts'
import type { Problem } from './csv-problem.ts'
import type { SourceFile } from './read-csv.ts'

/**
 * The columns that identify a kind of file, unless an earlier kind matches. One of them may be
 * missing.
 */
const marks = {
  plans: ['validityDays', 'operator'],
  countries: ['code'],
  regions: ['country'],
  operators: ['ident'],
} as const
export type CatalogueKind = keyof typeof marks

/** Returns the kind of a file with these columns. */
export function kindOf(file: SourceFile): CatalogueKind | undefined {
  const header = headerOf(file)
  const kinds = ['plans', 'countries', 'regions', 'operators'] as const
  return kinds.find((kind) => marks[kind].some((mark) => header.includes(mark)))
}

/** Returns the problem of a file whose columns match no kind of file. */
export function unknownKind(file: SourceFile): Problem {
  return problemOfFile(file, fileProblem('unknown-columns'))
}

/** Problems with misspelt title and price columns. Other unknown columns are ignored. */
const misspelt = {
  title: fileProblem('not-one-of', { names: locales.map(titleColumn).join(', ') }),
  price: fileProblem('no-currency'),
}

export function unknownColumns<T>(
  source: SourceFile,
  { required, optional }: Columns<T>,
): Problem[] {
  const names = headerOf(source)
  const unknown = names.filter((name) => ![...required, ...optional].includes(name))
  return unknown.flatMap((name) => {
    const [, problem] = Object.entries(misspelt).find(([start]) => name.startsWith(start)) ?? []
    if (problem === undefined) return []
    const column = names.indexOf(name) + 1
    return [{ ...problemOfFile(source, problem), column, name }]
  })
}
