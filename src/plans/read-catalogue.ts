import type { Currency } from '../kit/money.shared.ts'
import { fileProblem } from '../words/office-texts.ts'
import {
  countryColumns,
  currenciesIn,
  operatorColumns,
  planColumns,
  regionColumns,
  titleColumn,
  type CataloguePlan,
  type Columns,
  type CountryCells,
  type OperatorCells,
  type PriceTerms,
  type RegionCells,
} from './columns.ts'
import {
  mostProblems,
  findRepeats,
  headerOf,
  plainName,
  readTable,
  sortProblems,
  problemOfFile,
} from './read-csv.ts'
import { isStockFile } from './read-stock.ts'
import type { Problem, CsvTable, Row, SourceFile } from './read-csv.ts'
import { knownLocales } from '../words/locales.shared.ts'

export type Catalogue = {
  readonly countries: readonly CountryCells[]
  readonly regions: readonly RegionCells[]
  readonly operators: readonly OperatorCells[]
  readonly base: Currency
  /** Null without a file of plans. The import then delists no plan. */
  readonly plans: readonly CataloguePlan[] | null
}

/**
 * Reads some or all files of a catalogue, and checks every row against the other rows and the
 * database.
 */
export function readCatalogue(
  files: readonly SourceFile[],
  known: KnownNames,
  terms: PriceTerms,
): { catalogue: Catalogue; problems: Problem[]; warnings: Problem[] } {
  const tables = readTables(files, terms)
  const { countries, regions, operators, plans } = tables
  const places = namesIn(tables, known)
  const ownProblems = [countries, regions, operators, plans].flatMap((table) => table.problems)
  const problems = [
    ...files.filter((file) => kindOf(file) === undefined).map(unknownKind),
    ...ownProblems,
    // Rows of a file that was not read completely would be missing here.
    ...(ownProblems.length < mostProblems
      ? [
          ...regions.goodCells.flatMap((region) => unknownCountry(region, places)),
          ...plans.goodCells.flatMap((plan) => checkPlan(plan, places)),
        ]
      : []),
  ]
  const hasPlans = files.some((file) => kindOf(file) === 'plans')
  return {
    catalogue: {
      countries: valuesOf(countries),
      regions: valuesOf(regions),
      operators: valuesOf(operators),
      base: terms.currencies[0],
      plans: hasPlans ? valuesOf(plans) : null,
    },
    problems: sortProblems(problems, files),
    warnings: [countries, regions, operators, plans].flatMap((table) => table.warnings),
  }
}

function readTables(files: readonly SourceFile[], terms: PriceTerms) {
  const filesOf = (kind: CatalogueKind) => files.filter((file) => kindOf(file) === kind)
  const planColumnsOf = (file: SourceFile) => planColumns(currenciesIn(headerOf(file)), terms)
  return {
    countries: readFiles(
      filesOf('countries'),
      () => countryColumns,
      'code',
      ({ code }) => code ?? null,
    ),
    regions: readFiles(filesOf('regions'), () => regionColumns, 'ident', placeOfRegion),
    operators: readFiles(
      filesOf('operators'),
      () => operatorColumns,
      'ident',
      ({ ident }) => ident ?? null,
    ),
    plans: readFiles(filesOf('plans'), planColumnsOf, 'tariffID', ({ tariffID: id }) => id ?? null),
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
  keyOf: (value: Partial<T>) => string | null,
): CsvTable<T> {
  const tables = files.map((file) => {
    const table = readTable(file, columnsOf(file))
    const warnings = table.warnings.map(refuseMisspelt)
    const isRefused = (problem: Problem) => problem.code !== 'column-ignored'
    return {
      ...table,
      warnings: warnings.filter((each) => !isRefused(each)),
      problems: [...warnings.filter(isRefused), ...table.problems],
    }
  })
  const goodCells = tables.flatMap((table) => table.goodCells)
  return {
    names: tables.flatMap((table) => table.names),
    rows: tables.flatMap((table) => table.rows),
    goodCells,
    warnings: tables.flatMap((table) => table.warnings),
    problems: [...tables.flatMap((table) => table.problems), ...findRepeats(goodCells, key, keyOf)],
  }
}

/**
 * Returns the names in the files and the database that rows may reference. Another invalid cell in
 * the row of a name is not a problem of the rows that reference it.
 */
function namesIn(
  { countries, regions, operators }: ReturnType<typeof readTables>,
  known: KnownNames,
): KnownNames {
  return {
    countries: new Set([...known.countries, ...namesOf(countries, ({ code }) => code)]),
    regions: new Set([...known.regions, ...namesOf(regions, placeOfRegion)]),
    operators: new Set([...known.operators, ...namesOf(operators, ({ ident }) => ident)]),
  }
}

function namesOf<T>(
  { goodCells }: CsvTable<T>,
  nameOf: (value: Partial<T>) => string | null | undefined,
): string[] {
  return goodCells.flatMap(({ value }) => nameOf(value) ?? [])
}

function placeOfRegion({ country, ident }: Partial<RegionCells>): string | null {
  return country === undefined || ident === undefined ? null : placeOf({ country, ident })
}

function unknownCountry({ value, problem }: Row<Partial<RegionCells>>, places: KnownNames) {
  const { country } = value
  if (country === undefined || places.countries.has(country)) return []
  return [problem('country', fileProblem('unknown-country', { name: country }))]
}

function valuesOf<T>({ rows }: CsvTable<T>): readonly T[] {
  return rows.map(({ value }) => value)
}

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
type CatalogueKind = keyof typeof marks

/** Returns the kind of a file with these columns. */
function kindOf(file: SourceFile): CatalogueKind | undefined {
  const header = headerOf(file).map(plainName)
  const kinds = ['plans', 'countries', 'regions', 'operators'] as const
  return kinds.find((kind) => marks[kind].some((mark) => header.includes(mark.toLowerCase())))
}

/** Returns the problem of a file whose columns match no kind of file. */
function unknownKind(file: SourceFile): Problem {
  return problemOfFile(file, fileProblem(isStockFile(file) ? 'codes-alone' : 'unknown-columns'))
}

/** Problems with misspelt title and price columns. */
const misspelt = {
  title: fileProblem('not-one-of', { names: knownLocales.map(titleColumn).join(', ') }),
  price: fileProblem('no-currency'),
}

function refuseMisspelt(warning: Problem): Problem {
  const [, problem] =
    Object.entries(misspelt).find(([start]) => plainName(warning.name).startsWith(start)) ?? []
  return { ...warning, ...problem }
}

/** Names in the database. With them, a file of plans can be imported without the other files. */
export type KnownNames = {
  readonly countries: ReadonlySet<string>
  /** `ru/mow` */
  readonly regions: ReadonlySet<string>
  readonly operators: ReadonlySet<string>
}

type CheckedPlan = Row<Partial<CataloguePlan>>

/**
 * Returns problems of a plan's names and of cells that contradict each other. Does not check cells
 * that are invalid themselves, which are undefined.
 */
function checkPlan({ value, problem }: CheckedPlan, known: KnownNames): Problem[] {
  const { operator, countries, worldRegion, networks } = value
  const problems: Problem[] = []
  if (operator !== undefined && !known.operators.has(operator))
    problems.push(problem('operator', fileProblem('unknown-operator', { name: operator })))
  if (countries !== undefined) {
    for (const [index, name] of countries.entries()) {
      if (!known.countries.has(name))
        problems.push(problem('countries', fileProblem('unknown-country', { name })))
      if (countries.indexOf(name) < index)
        problems.push(problem('countries', fileProblem('duplicated', { name })))
    }
    if (countries.length > 1 && worldRegion === null)
      problems.push(problem('worldRegion', fileProblem('world-region-missing')))
    const elsewhere = networks?.find(({ country }) => !countries.includes(country))
    if (elsewhere)
      problems.push(problem('networks', fileProblem('not-covered', { country: elsewhere.country })))
  }
  return [...problems, ...checkRegion({ value, problem }, known), ...checkFairUse(value, problem)]
}

function checkRegion(
  { value, problem }: Pick<CheckedPlan, 'value' | 'problem'>,
  known: KnownNames,
): Problem[] {
  const { countries, region = null, worldRegion = null } = value
  if (region === null) return []
  const problems: Problem[] = []
  if (countries !== undefined) {
    const [country = ''] = countries
    if (countries.length > 1) problems.push(problem('region', fileProblem('region-of-countries')))
    if (!known.regions.has(placeOf({ country, ident: region })))
      problems.push(problem('region', fileProblem('unknown-region', { country, name: region })))
  }
  if (worldRegion !== null)
    problems.push(problem('worldRegion', fileProblem('region-in-world-region')))
  return problems
}

function checkFairUse(
  { trafficMb, fairUseThresholdMb: threshold, fairUseSpeedKbps: speed }: CheckedPlan['value'],
  problem: CheckedPlan['problem'],
): Problem[] {
  if (threshold === undefined || speed === undefined) return []
  if (threshold === null && speed === null) return []
  if (typeof trafficMb === 'number')
    return [problem('fairUseThresholdMb', fileProblem('limited-fair-use'))]
  if (threshold === null)
    return [problem('fairUseThresholdMb', fileProblem('half-set', { name: 'fairUseSpeedKbps' }))]
  return speed === null
    ? [problem('fairUseSpeedKbps', fileProblem('half-set', { name: 'fairUseThresholdMb' }))]
    : []
}

/** `ru/mow` */
function placeOf({ country, ident }: { country: string; ident: string }): string {
  return `${country}/${ident}`
}
