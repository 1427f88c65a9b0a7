import type { PlanCells } from './columns.ts'
import type { Problem, Row } from './read-csv.ts'

/** Names in the database already, so that a file of plans can be imported alone. */
export type KnownNames = {
  readonly countries: ReadonlySet<string>
  /** `ru/mow` */
  readonly regions: ReadonlySet<string>
  readonly operators: ReadonlySet<string>
}

/** Problems of a plan, given the names of countries, regions and operators. */
export function checkPlan({ value, problem }: Row<PlanCells>, known: KnownNames): Problem[] {
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

/** `ru/mow` */
export function placeOf({ country, ident }: { country: string; ident: string }): string {
  return `${country}/${ident}`
}
