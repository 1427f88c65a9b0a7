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
import type { Problem, Row, SourceFile } from './read-csv.ts'

export type Catalogue = {
  readonly countries: readonly CountryCells[]
  readonly regions: readonly RegionCells[]
  readonly operators: readonly OperatorCells[]
  readonly base: Currency
  /** Null without a file of plans: then no plan is delisted. */
  readonly plans: readonly PlanCells[] | null
}

/**
 * Reads any of a catalogue's files, and checks every row against the other rows and the database.
 * `base` is the currency that every plan must have a price in.
 */
export function readCatalogue(
  files: readonly SourceFile[],
  known: KnownNames,
  base: Currency,
): { catalogue: Catalogue; problems: Problem[] } {
  const problems = files.filter((file) => kindOf(file) === undefined).map(unknownKind)
  const countries = read(
    'countries',
    () => countryColumns,
    'code',
    ({ code }) => code,
  )
  const regions = read('regions', () => regionColumns, 'ident', placeOf)
  const operators = read(
    'operators',
    () => operatorColumns,
    'ident',
    ({ ident }) => ident,
  )
  const plans = read('plans', planColumnsOf, 'tariffID', ({ tariffID }) => tariffID)

  const places: KnownNames = {
    countries: new Set([...known.countries, ...countries.map(({ value }) => value.code)]),
    regions: new Set([...known.regions, ...regions.map(({ value }) => placeOf(value))]),
    operators: new Set([...known.operators, ...operators.map(({ value }) => value.ident)]),
  }
  for (const { value, problem } of regions) {
    if (!places.countries.has(value.country))
      problems.push(problem('country', fileProblem('unknown-country', { name: value.country })))
  }
  problems.push(...plans.flatMap((plan) => checkPlan(plan, places)))
  return {
    catalogue: {
      countries: countries.map(({ value }) => value),
      regions: regions.map(({ value }) => value),
      operators: operators.map(({ value }) => value),
      base,
      plans: files.some((file) => kindOf(file) === 'plans')
        ? plans.map(({ value }) => value)
        : null,
    },
    problems,
  }

  function planColumnsOf(file: SourceFile): Columns<PlanCells> {
    return planColumns(currenciesIn(headerOf(file)), base)
  }

  function read<T>(
    kind: CatalogueKind,
    columnsOf: (file: SourceFile) => Columns<T>,
    key: string & keyof T,
    keyOf: (value: T) => string,
  ): Row<T>[] {
    const own = files.filter((file) => kindOf(file) === kind)
    const tables = own.map((file) => readTable(file, columnsOf(file)))
    const rows = tables.flatMap((table) => table.rows)
    problems.push(
      ...own.flatMap((file) => unknownColumns(file, columnsOf(file))),
      ...tables.flatMap((table) => table.problems),
      ...findRepeats(rows, key, keyOf),
    )
    return rows
  }
}
