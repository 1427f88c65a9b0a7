import { fileProblem } from '../words/office-texts.ts'
import type { CataloguePlan } from './columns.ts'
import type { Problem, Row } from './read-csv.ts'

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
export function checkPlan({ value, problem }: CheckedPlan, known: KnownNames): Problem[] {
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
export function placeOf({ country, ident }: { country: string; ident: string }): string {
  return `${country}/${ident}`
}
