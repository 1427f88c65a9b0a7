import { smallestMb } from './catalogue-risks.ts'
import type { CatalogueRisk } from './catalogue-risks.ts'

const maxExamples = 5

/** Returns lines for commands and alerts. */
export function describeRisks(risks: readonly CatalogueRisk[]): string[] {
  return risks.map((risk) => {
    if (risk.kind === 'loss') return `${risk.gone} of ${risk.listed} plans on sale are missing`
    const more = risk.plans.length - maxExamples
    const examples = risk.plans.slice(0, maxExamples).join(', ')
    return `${reasonOf(risk)}: ${examples}${more > 0 ? ` and ${more} more` : ''}`
  })
}

function reasonOf(risk: Exclude<CatalogueRisk, { kind: 'loss' }>): string {
  switch (risk.kind) {
    case 'zero-price':
      return 'a price is 0'
    case 'swapped':
      return `prices in ${risk.currencies.join(' and ')} look swapped`
    case 'jump':
      return 'a price changes by more than 50%'
    case 'cost-jump':
      return 'a cost changes by more than 50%'
    case 'tiny':
      return `less than ${smallestMb} MB (trafficMb is in MB, not GB)`
  }
}
