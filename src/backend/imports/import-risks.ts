import { prices as storedPrices } from '../../contract/common.ts'
import type { TariffChange } from '../catalogue/tariff-changes.ts'
import { isJump, isLargeLoss, swappedCurrencies } from '../../domain/price-checks.ts'
import type { CatalogueDifference } from './catalogue-difference.ts'

/** Smaller plans are usually a number of GB in the column of MB. */
const smallestMb = 10
const maxExamples = 5

/** Why an import is probably a mistake. Unchanged plans were accepted before. */
export function importRisks({ plans, listed }: CatalogueDifference): string[] {
  const gone = plans.filter(({ before, after }) => before?.is_listed === 1 && after.is_listed === 0)
  const loss = isLargeLoss(gone.length, listed)
    ? [`${gone.length} of ${listed} plans on sale are missing`]
    : []
  const byRisk = Map.groupBy(
    plans
      .filter(({ after }) => after.is_listed === 1)
      .flatMap((change) => planRisks(change).map((risk) => ({ risk, id: change.after.id }))),
    ({ risk }) => risk,
  )
  return [
    ...loss,
    ...Array.from(byRisk, ([risk, found]) => {
      const examples = found.slice(0, maxExamples).map(({ id }) => id)
      const more = found.length > maxExamples ? ` and ${found.length - maxExamples} more` : ''
      return `${risk}: ${examples.join(', ')}${more}`
    }),
  ]
}

function planRisks({ before, after }: TariffChange): string[] {
  const prices = storedPrices.parse(JSON.parse(after.prices))
  const known = storedPrices.safeParse(JSON.parse(before?.prices ?? '{}')).data ?? {}
  const swapped = swappedCurrencies(prices)
  const jumped = Object.entries(known).find(
    ([currency, minor]) => currency in prices && isJump(minor, prices[currency] ?? 0),
  )
  return [
    ...(Object.values(prices).includes(0) ? ['a price is 0'] : []),
    ...(swapped ? [`prices in ${swapped.join(' and ')} look swapped`] : []),
    ...(jumped ? ['a price changes by more than 50 %'] : []),
    ...(after.traffic_mb !== null && after.traffic_mb < smallestMb
      ? [`less than ${smallestMb} MB (trafficMb is in MB, not GB)`]
      : []),
  ]
}
