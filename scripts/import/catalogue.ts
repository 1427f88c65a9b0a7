import type { z } from 'zod'
import { countryColumns, operatorColumns, planColumns, regionColumns } from './columns.ts'
import type { CountryCells, OperatorCells, PlanCells, RegionCells } from './columns.ts'
import { findRepeats, headerOf, problem, readTable } from './table.ts'
import type { Problem, Row } from './table.ts'

/** A file by its own name, as the person who imports it knows it. */
export type SourceFile = { readonly name: string; readonly text: string }

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

/** How each kind of file is known: a column only it has. */
const kinds = {
  countries: 'popularity',
  regions: 'ident,titleEn',
  operators: 'supportEmail',
  plans: 'validityDays',
}

/** Reads the files of a catalogue, whichever are given, and checks every row against the others and what is known. */
export function readCatalogue(
  files: readonly SourceFile[],
  known: Known,
): { catalogue: Catalogue; problems: Problem[] } {
  const problems: Problem[] = []
  const countries = files
    .filter((file) => isKind(file, 'countries'))
    .flatMap((file) => read(file, countryColumns, ['code']))
  const regions = files
    .filter((file) => isKind(file, 'regions'))
    .flatMap((file) => read(file, regionColumns, ['country', 'ident']))
  const operators = files
    .filter((file) => isKind(file, 'operators'))
    .flatMap((file) => read(file, operatorColumns, ['ident']))
  const planFiles = files.filter((file) => isKind(file, 'plans'))
  const codes = new Set([...known.countries, ...countries.map(({ code }) => code)])
  const places = new Set([
    ...known.regions,
    ...regions.map(({ country, ident }) => `${country}/${ident}`),
  ])
  const sellers = new Set([...known.operators, ...operators.map(({ ident }) => ident)])
  const plans = planFiles.flatMap((file) =>
    read(file, planColumns, ['tariffID'], (row) => checkPlan(file, row)),
  )
  for (const file of files.filter(
    (each) => !Object.keys(kinds).some((kind) => isKind(each, kind)),
  )) {
    problems.push(
      problem(
        file.name,
        1,
        1,
        '',
        'the first line is not that of countries, regions, operators or plans (see catalogue/README.md)',
      ),
    )
  }
  return {
    catalogue: { countries, regions, operators, plans: planFiles.length === 0 ? null : plans },
    problems,
  }

  function read<T extends z.ZodObject>(
    file: SourceFile,
    columns: T,
    key: readonly string[],
    check: (row: Row<z.output<T>>) => Problem[] = () => [],
  ): z.output<T>[] {
    const table = readTable(file.name, file.text, columns)
    const column = headerOf(file.text).indexOf(key.at(-1) ?? '') + 1
    const keyOf = (value: Record<string, unknown>) =>
      key.map((name) => String(value[name])).join('/')
    problems.push(
      ...table.problems,
      ...findRepeats(file.name, table.rows, key.join('/'), column, keyOf),
    )
    problems.push(...table.rows.flatMap(check))
    return table.rows.map(({ value }) => value)
  }

  function checkPlan(file: SourceFile, { line, value }: Row<PlanCells>): Problem[] {
    const header = headerOf(file.text)
    const at = (name: keyof PlanCells, text: string) =>
      problem(file.name, line, header.indexOf(name) + 1, name, text)
    const { countries: where, region, worldRegion, trafficMb, fairUseThresholdMb, operator } = value
    const unknown = where.filter((code) => !codes.has(code))
    return [
      ...(sellers.has(operator) ? [] : [at('operator', `no operator is called ${operator}`)]),
      ...unknown.map((code) => at('countries', `no country is called ${code}`)),
      ...(region !== null && !places.has(`${where[0]}/${region}`)
        ? [at('region', `${where[0]} has no region ${region}`)]
        : []),
      ...(region !== null && where.length !== 1
        ? [at('region', 'a plan of a region has one country')]
        : []),
      ...(where.length > 1 && worldRegion === null
        ? [at('worldRegion', 'a plan of several countries needs one')]
        : []),
      ...(trafficMb !== null && fairUseThresholdMb !== null
        ? [at('fairUseThresholdMb', 'only unlimited plans have one')]
        : []),
    ]
  }
}

function isKind({ text }: SourceFile, kind: string): boolean {
  const header = headerOf(text)
  const marks =
    Object.entries(kinds)
      .find(([name]) => name === kind)?.[1]
      .split(',') ?? []
  return (
    marks.every((mark) => header.includes(mark)) &&
    (kind !== 'regions' || !header.includes('validityDays'))
  )
}
