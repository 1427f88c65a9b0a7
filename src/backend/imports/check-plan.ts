import { fileProblem } from '../../locale/file-problem-texts.ts'
import type { FileProblem } from '../../locale/file-problem-texts.ts'
import type { PlanCells } from './columns.ts'
import type { Problem } from './csv-problem.ts'
import type { Row } from './read-csv.ts'

/** Names in the database. With them, a file of plans can be imported without the other files. */
export type KnownNames = {
  readonly countries: ReadonlySet<string>
  /** `ru/mow` */
  readonly regions: ReadonlySet<string>
  readonly operators: ReadonlySet<string>
}

/** Returns problems of a plan's names and of cells that contradict each other. */
export function checkPlan({ value, problem }: Row<PlanCells>, known: KnownNames): Problem[] {
  const { operator, countries, region, worldRegion, networks } = value
  const home = countries[0] ?? ''
  const problems: Problem[] = []
  const refuse = (isWrong: boolean, name: keyof PlanCells, reason: FileProblem) => {
    if (isWrong) problems.push(problem(name, reason))
  }
  const isOperator = known.operators.has(operator)
  refuse(!isOperator, 'operator', fileProblem('unknown-operator', { name: operator }))
  for (const [index, code] of countries.entries()) {
    refuse(!known.countries.has(code), 'countries', fileProblem('unknown-country', { name: code }))
    refuse(countries.indexOf(code) < index, 'countries', fileProblem('duplicated', { name: code }))
  }
  if (region !== null) {
    const isKnown = known.regions.has(placeOf({ country: home, ident: region }))
    refuse(countries.length > 1, 'region', fileProblem('region-of-countries'))
    refuse(!isKnown, 'region', fileProblem('unknown-region', { country: home, name: region }))
    refuse(worldRegion !== null, 'worldRegion', fileProblem('region-in-world-region'))
  }
  refuse(
    countries.length > 1 && worldRegion === null,
    'worldRegion',
    fileProblem('world-region-missing'),
  )
  const elsewhere = networks.find(({ country }) => !countries.includes(country))
  if (elsewhere)
    problems.push(problem('networks', fileProblem('not-covered', { country: elsewhere.country })))
  problems.push(...checkFairUse({ value, problem }))
  return problems
}

function checkFairUse({ value, problem }: Pick<Row<PlanCells>, 'value' | 'problem'>): Problem[] {
  const { trafficMb, fairUseThresholdMb: threshold, fairUseSpeedKbps: speed } = value
  if (threshold === null && speed === null) return []
  if (trafficMb !== null) return [problem('fairUseThresholdMb', fileProblem('limited-fair-use'))]
  if (threshold === null)
    return [problem('fairUseThresholdMb', fileProblem('half-set', { name: 'fairUseSpeedKbps' }))]
  return speed === null
    ? [problem('fairUseSpeedKbps', fileProblem('half-set', { name: 'fairUseThresholdMb' }))]
    : []
}

/** `ru/mow` */
export function placeOf({ country, ident }: { country: string; ident: string }): string {
  return `${country}/${ident}`
}
