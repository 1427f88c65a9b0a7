import type { z } from 'zod'
import { locales } from '../../src/locale/locales.ts'
import {
  countryColumns,
  operatorColumns,
  planColumns,
  regionColumns,
  titleColumn,
} from './columns.ts'
import type { CountryCells, OperatorCells, PlanCells, RegionCells } from './columns.ts'
import { findRepeats, headerOf, readTable } from './read-csv.ts'
import type { Problem, Row, SourceFile } from './read-csv.ts'

/** What the database has already, so that a file of plans alone can be checked. */
export type Known = {
  readonly countries: ReadonlySet<string>
  /** `ru/mow` */
  readonly regions: ReadonlySet<string>
  readonly operators: ReadonlySet<string>
}

export type Catalogue = {
  readonly countries: readonly CountryCells[]
  readonly regions: readonly RegionCells[]
  readonly operators: readonly OperatorCells[]
  /** null where no file of plans was given: then none is taken off sale. */
  readonly plans: readonly PlanCells[] | null
}

/** How each kind of file is known: a column that only it has. */
const marks = {
  countries: 'code',
  regions: 'country',
  operators: 'website',
  plans: 'validityDays',
} as const
type Kind = keyof typeof marks

/** Reads the files of a catalogue, whichever are given, and checks every row against the others and what is known. */
export function readCatalogue(
  files: readonly SourceFile[],
  known: Known,
): { catalogue: Catalogue; problems: Problem[] } {
  const problems = files.filter((file) => kindOf(file) === undefined).map(unknownKind)
  const countries = read('countries', countryColumns, 'code', ({ code }) => code)
  const regions = read('regions', regionColumns, 'ident', placeOf)
  const operators = read('operators', operatorColumns, 'ident', ({ ident }) => ident)
  const plans = read('plans', planColumns, 'tariffID', ({ tariffID }) => tariffID)

  const places: Known = {
    countries: new Set([...known.countries, ...countries.map(({ value }) => value.code)]),
    regions: new Set([...known.regions, ...regions.map(({ value }) => placeOf(value))]),
    operators: new Set([...known.operators, ...operators.map(({ value }) => value.ident)]),
  }
  for (const region of regions) {
    if (!places.countries.has(region.value.country))
      problems.push(region.problem('country', `no country is called ${region.value.country}`))
  }
  problems.push(...plans.flatMap((plan) => checkPlan(plan, places)))
  return {
    catalogue: {
      countries: countries.map(({ value }) => value),
      regions: regions.map(({ value }) => value),
      operators: operators.map(({ value }) => value),
      plans: files.some((file) => kindOf(file) === 'plans')
        ? plans.map(({ value }) => value)
        : null,
    },
    problems,
  }

  function read<T extends z.ZodObject>(
    kind: Kind,
    columns: T,
    key: string & keyof z.output<T>,
    keyOf: (value: z.output<T>) => string,
  ): Row<z.output<T>>[] {
    const own = files.filter((file) => kindOf(file) === kind)
    const tables = own.map((file) => readTable(file, columns))
    const rows = tables.flatMap((table) => table.rows)
    problems.push(
      ...own.flatMap((file) => unknownTitles(file, columns)),
      ...tables.flatMap((table) => table.problems),
      ...findRepeats(rows, key, keyOf),
    )
    return rows
  }
}

function kindOf(file: SourceFile): Kind | undefined {
  const header = headerOf(file)
  const kinds = ['plans', 'countries', 'regions', 'operators'] as const
  return kinds.find((kind) => header.includes(marks[kind]))
}

function unknownKind(file: SourceFile): Problem {
  const { name } = file
  const isOtherwiseCut = headerOf(file).length === 1
  const text = isOtherwiseCut
    ? 'the first line has one cell: commas separate cells, not semicolons or tabs'
    : 'the first line is not that of countries, regions, operators or plans (see catalogue/README.md)'
  return { file: name, line: 1, column: 1, name: '', text }
}

/** A misspelt column of titles would be ignored like any other column that the shop does not know. */
function unknownTitles(source: SourceFile, { shape }: z.ZodObject): Problem[] {
  const names = headerOf(source)
  const unknown = names.filter((name) => name.startsWith('title') && !(name in shape))
  return unknown.map((name) => ({
    file: source.name,
    line: 1,
    column: names.indexOf(name) + 1,
    name,
    text: `the shop has no such language: columns of titles are ${locales.map(titleColumn).join(', ')}`,
  }))
}

function placeOf({ country, ident }: { country: string; ident: string }): string {
  return `${country}/${ident}`
}

/** What only the row as a whole, or other rows, can tell. */
function checkPlan({ value, problem }: Row<PlanCells>, known: Known): Problem[] {
  const { operator, countries, region, worldRegion, networks } = value
  const home = countries[0] ?? ''
  const problems: Problem[] = []
  const refuse = (isWrong: boolean, name: keyof PlanCells, text: string) => {
    if (isWrong) problems.push(problem(name, text))
  }
  refuse(!known.operators.has(operator), 'operator', `no operator is called ${operator}`)
  for (const [index, code] of countries.entries()) {
    refuse(!known.countries.has(code), 'countries', `no country is called ${code}`)
    refuse(countries.indexOf(code) < index, 'countries', `${code} is there twice`)
  }
  if (region !== null) {
    const isKnown = known.regions.has(placeOf({ country: home, ident: region }))
    refuse(countries.length > 1, 'region', 'a plan of a region has one country')
    refuse(!isKnown, 'region', `${home} has no region ${region}`)
    refuse(worldRegion !== null, 'worldRegion', 'a plan of a region has none')
  }
  refuse(
    countries.length > 1 && worldRegion === null,
    'worldRegion',
    'a plan of several countries needs one',
  )
  const elsewhere = networks.find(({ country }) => !countries.includes(country))
  refuse(elsewhere !== undefined, 'networks', `the plan does not cover ${elsewhere?.country ?? ''}`)
  problems.push(...checkFairUse({ value, problem }))
  return problems
}

function checkFairUse({ value, problem }: Pick<Row<PlanCells>, 'value' | 'problem'>): Problem[] {
  const { trafficMb, fairUseThresholdMb: threshold, fairUseSpeedKbps: speed } = value
  if (threshold === null && speed === null) return []
  if (trafficMb !== null) return [problem('fairUseThresholdMb', 'only unlimited plans have one')]
  if (threshold === null) return [problem('fairUseThresholdMb', 'a speed needs its threshold')]
  return speed === null ? [problem('fairUseSpeedKbps', 'a threshold needs its speed')] : []
}
