import { locales } from '../../locale/locales.ts'
import { titleColumn } from './columns.ts'
import type { Columns } from './cells.ts'
import { headerOf } from './read-csv.ts'
import type { Problem, SourceFile } from './read-csv.ts'

/** The column that identifies a kind of file, if no kind above it matches. */
const marks = {
  plans: 'validityDays',
  countries: 'code',
  regions: 'country',
  operators: 'ident',
} as const
export type CatalogueKind = keyof typeof marks

/** The kind of a file, by its columns. */
export function kindOf(file: SourceFile): CatalogueKind | undefined {
  const header = headerOf(file)
  const kinds = ['plans', 'countries', 'regions', 'operators'] as const
  return kinds.find((kind) => header.includes(marks[kind]))
}

export function unknownKind(file: SourceFile): Problem {
  const text =
    'the columns are not those of countries, regions, operators or plans (see catalogue/README.md)'
  return { file: file.name, line: 1, column: 1, name: '', text }
}

/** Unknown columns are ignored, except misspelt titles and prices. */
const misspelt = {
  title: `must be one of ${locales.map(titleColumn).join(', ')}`,
  price: 'must end with an ISO 4217 code, such as priceEUR',
}

export function unknownColumns<T>(
  source: SourceFile,
  { required, optional }: Columns<T>,
): Problem[] {
  const names = headerOf(source)
  const unknown = names.filter((name) => ![...required, ...optional].includes(name))
  return unknown.flatMap((name) => {
    const [, text] = Object.entries(misspelt).find(([start]) => name.startsWith(start)) ?? []
    const column = names.indexOf(name) + 1
    return text === undefined ? [] : [{ file: source.name, line: 1, column, name, text }]
  })
}
