import type { Currency } from '../../src/domain/money.ts'
import { locales } from '../../src/locale/locales.ts'
import {
  countryColumns,
  currenciesIn,
  operatorColumns,
  planColumns,
  regionColumns,
  titleColumn,
} from './columns.ts'
import type { Columns } from './cells.ts'
import type { CountryCells, OperatorCells, PlanCells, RegionCells } from './columns.ts'
import { findRepeats, headerOf, readTable } from './read-csv.ts'
import type { Problem, Row, SourceFile } from './read-csv.ts'

/** Names in the database already, so that a file of plans can be imported alone. */
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
  readonly base: Currency
  /** null when there was no file of plans: then none is taken off sale. */
  readonly plans: readonly PlanCells[] | null
}

/** The column that only files of a kind have, after the kinds above it. */
const marks = {
  plans: 'validityDays',
  countries: 'code',
  regions: 'country',
  operators: 'ident',
} as const
type Kind = keyof typeof marks

/**
 * Reads any of a catalogue's files, and checks every row against the other rows and the database.
 * `base` is the currency that every plan must have a price in.
 */
export function readCatalogue(
  files: readonly SourceFile[],
  known: Known,
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

  const places: Known = {
    countries: new Set([...known.countries, ...countries.map(({ value }) => value.code)]),
    regions: new Set([...known.regions, ...regions.map(({ value }) => placeOf(value))]),
    operators: new Set([...known.operators, ...operators.map(({ value }) => value.ident)]),
  }
  for (const region of regions) {
    if (!places.countries.has(region.value.country))
      problems.push(region.problem('country', `unknown country ${region.value.country}`))
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
    kind: Kind,
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

function kindOf(file: SourceFile): Kind | undefined {
  const header = headerOf(file)
  const kinds = ['plans', 'countries', 'regions', 'operators'] as const
  return kinds.find((kind) => header.includes(marks[kind]))
}

function unknownKind(file: SourceFile): Problem {
  const text =
    'the columns are not those of countries, regions, operators or plans (see catalogue/README.md)'
  return { file: file.name, line: 1, column: 1, name: '', text }
}

/** Unknown columns are ignored, except misspelt titles and prices. */
const misspelt = {
  title: `must be one of ${locales.map(titleColumn).join(', ')}`,
  price: 'must end with an ISO 4217 code, such as priceEUR',
}

function unknownColumns<T>(source: SourceFile, { required, optional }: Columns<T>): Problem[] {
  const names = headerOf(source)
  const unknown = names.filter((name) => ![...required, ...optional].includes(name))
  return unknown.flatMap((name) => {
    const [, text] = Object.entries(misspelt).find(([start]) => name.startsWith(start)) ?? []
    const column = names.indexOf(name) + 1
    return text === undefined ? [] : [{ file: source.name, line: 1, column, name, text }]
  })
}

function placeOf({ country, ident }: { country: string; ident: string }): string {
  return `${country}/${ident}`
}

function checkPlan({ value, problem }: Row<PlanCells>, known: Known): Problem[] {
  const { operator, countries, region, worldRegion, networks } = value
  const home = countries[0] ?? ''
  const problems: Problem[] = []
  const refuse = (isWrong: boolean, name: keyof PlanCells, text: string) => {
    if (isWrong) problems.push(problem(name, text))
  }
  refuse(!known.operators.has(operator), 'operator', `unknown operator ${operator}`)
  for (const [index, code] of countries.entries()) {
    refuse(!known.countries.has(code), 'countries', `unknown country ${code}`)
    refuse(countries.indexOf(code) < index, 'countries', `${code} is duplicated`)
  }
  if (region !== null) {
    const isKnown = known.regions.has(placeOf({ country: home, ident: region }))
    refuse(countries.length > 1, 'region', 'a plan of a region must have one country')
    refuse(!isKnown, 'region', `${home} has no region ${region}`)
    refuse(worldRegion !== null, 'worldRegion', 'must be empty for a plan of a region')
  }
  refuse(
    countries.length > 1 && worldRegion === null,
    'worldRegion',
    'a plan of several countries must have one',
  )
  const elsewhere = networks.find(({ country }) => !countries.includes(country))
  refuse(elsewhere !== undefined, 'networks', `the plan does not cover ${elsewhere?.country ?? ''}`)
  problems.push(...checkFairUse({ value, problem }))
  return problems
}

function checkFairUse({ value, problem }: Pick<Row<PlanCells>, 'value' | 'problem'>): Problem[] {
  const { trafficMb, fairUseThresholdMb: threshold, fairUseSpeedKbps: speed } = value
  if (threshold === null && speed === null) return []
  if (trafficMb !== null) return [problem('fairUseThresholdMb', 'must be empty for a limited plan')]
  if (threshold === null)
    return [problem('fairUseThresholdMb', 'must be set together with fairUseSpeedKbps')]
  return speed === null
    ? [problem('fairUseSpeedKbps', 'must be set together with fairUseThresholdMb')]
    : []
}
