import type { Currency } from '../../domain/money.ts'
import { fileProblem } from '../../locale/file-problem-texts.ts'
import { kindOf, unknownColumns, unknownKind } from './catalogue-files.ts'
import type { CatalogueKind } from './catalogue-files.ts'
import type { Columns } from './cells.ts'
import { checkPlan, placeOf } from './check-plan.ts'
import type { KnownNames } from './check-plan.ts'
import {
  countryColumns,
  currenciesIn,
  operatorColumns,
  planColumns,
  regionColumns,
} from './columns.ts'
import type { CountryCells, OperatorCells, PlanCells, RegionCells } from './columns.ts'
import { findRepeats, headerOf, readTable } from './read-csv.ts'
import type { Problem } from './csv-problem.ts'
import type { CsvTable, Row, SourceFile } from './read-csv.ts'

export type Catalogue = {
  readonly countries: readonly CountryCells[]
  readonly regions: readonly RegionCells[]
  readonly operators: readonly OperatorCells[]
  readonly base: Currency
  /** Null without a file of plans. The import then delists no plan. */
  readonly plans: readonly PlanCells[] | null
}

/**
 * Reads some or all files of a catalogue, and checks every row against the other rows and the
 * database. Every plan needs a price in the currency `base`.
 */
export function readCatalogue(
  files: readonly SourceFile[],
  known: KnownNames,
  base: Currency,
): { catalogue: Catalogue; problems: Problem[] } {
  const tables = readTables(files, base)
  const { countries, regions, operators, plans } = tables
  const places = namesIn(tables, known)
  const problems = [
    ...files.filter((file) => kindOf(file) === undefined).map(unknownKind),
    ...[countries, regions, operators, plans].flatMap((table) => table.problems),
    ...regions.rows.flatMap((region) => unknownCountry(region, places)),
    ...plans.rows.flatMap((plan) => checkPlan(plan, places)),
  ]
  const hasPlans = files.some((file) => kindOf(file) === 'plans')
  return {
    catalogue: {
      countries: valuesOf(countries),
      regions: valuesOf(regions),
      operators: valuesOf(operators),
      base,
      plans: hasPlans ? valuesOf(plans) : null,
    },
    problems,
  }
}

function readTables(files: readonly SourceFile[], base: Currency) {
  const filesOf = (kind: CatalogueKind) => files.filter((file) => kindOf(file) === kind)
  const planColumnsOf = (file: SourceFile) => planColumns(currenciesIn(headerOf(file)), base)
  return {
    countries: readFiles(
      filesOf('countries'),
      () => countryColumns,
      'code',
      ({ code }) => code,
    ),
    regions: readFiles(filesOf('regions'), () => regionColumns, 'ident', placeOf),
    operators: readFiles(
      filesOf('operators'),
      () => operatorColumns,
      'ident',
      ({ ident }) => ident,
    ),
    plans: readFiles(filesOf('plans'), planColumnsOf, 'tariffID', ({ tariffID }) => tariffID),
  }
}

/**
 * Reads files of one kind as one table.
 * @param key the column that must be unique
 */
function readFiles<T>(
  files: readonly SourceFile[],
  columnsOf: (file: SourceFile) => Columns<T>,
  key: string & keyof T,
  keyOf: (value: T) => string,
): CsvTable<T> {
  const tables = files.map((file) => readTable(file, columnsOf(file)))
  const rows = tables.flatMap((table) => table.rows)
  return {
    rows,
    problems: [
      ...files.flatMap((file) => unknownColumns(file, columnsOf(file))),
      ...tables.flatMap((table) => table.problems),
      ...findRepeats(rows, key, keyOf),
    ],
  }
}

/** Returns the names in the files and the database that rows may reference. */
function namesIn(
  { countries, regions, operators }: ReturnType<typeof readTables>,
  known: KnownNames,
): KnownNames {
  return {
    countries: new Set([...known.countries, ...valuesOf(countries).map(({ code }) => code)]),
    regions: new Set([...known.regions, ...valuesOf(regions).map(placeOf)]),
    operators: new Set([...known.operators, ...valuesOf(operators).map(({ ident }) => ident)]),
  }
}

function unknownCountry({ value, problem }: Row<RegionCells>, places: KnownNames): Problem[] {
  const { country } = value
  if (places.countries.has(country)) return []
  return [problem('country', fileProblem('unknown-country', { name: country }))]
}

function valuesOf<T>({ rows }: CsvTable<T>): readonly T[] {
  return rows.map(({ value }) => value)
}
