import { prices as storedPrices } from '../api/common.ts'
import { isJump, isLargeLoss, swappedCurrencies } from './price-rules.ts'
import type { Currency } from '../kit/money.shared.ts'
import { readJsonColumn, storedJson } from '../kit/db.ts'
import type { PlanDatabase, PlanChange } from './plan-changes.ts'
import { toBase64url, sha256 } from '../kit/tokens.shared.ts'
import { raw, readRow, type Sql } from '../kit/sql.ts'

/** A smaller number is usually an amount in GB in the MB column. */
export const smallestMb = 10

/**
 * A reason to suspect a mistake in a change of the catalogue. `plans` are the ids of all affected
 * plans. For `cost-jump`, they are the supplier's plan codes.
 */
export type CatalogueRisk =
  | { readonly kind: 'loss'; readonly gone: number; readonly listed: number }
  | {
      readonly kind: 'jump' | 'cost-jump' | 'tiny'
      readonly plans: readonly string[]
    }
  | {
      readonly kind: 'swapped'
      readonly currencies: readonly [Currency, Currency]
      readonly plans: readonly string[]
    }

/**
 * Checks only changed plans, because an earlier import or sync has checked the other plans.
 * @param listed number of plans that were on sale
 */
export function findCatalogueRisks(plans: readonly PlanChange[], listed: number): CatalogueRisk[] {
  const gone = plans.filter(({ before, after }) => before?.is_listed === 1 && after.is_listed === 0)
  const sold = plans.filter(({ after }) => after.is_listed === 1)
  const loss: CatalogueRisk[] = isLargeLoss(gone.length, listed)
    ? [{ kind: 'loss', gone: gone.length, listed }]
    : []
  const plansWith = (isRisk: (change: PlanChange) => boolean) =>
    sold.filter(isRisk).map(({ after }) => after.id)
  const bySwap = Map.groupBy(
    sold.flatMap((change) => {
      const currencies = swappedCurrencies(pricesOf(change))
      return currencies ? [{ currencies, id: change.after.id }] : []
    }),
    ({ currencies }) => currencies.join(),
  )
  const others = (
    [
      ['jump', plansWith(hasJump)],
      ['tiny', plansWith(({ after }) => (after.traffic_mb ?? smallestMb) < smallestMb)],
    ] as const
  ).flatMap(([kind, ids]) => (ids.length > 0 ? [{ kind, plans: ids }] : []))
  const swaps = Array.from(bySwap.values(), (found) => ({
    kind: 'swapped' as const,
    currencies: found[0]?.currencies ?? (['', ''] as const),
    plans: found.map(({ id }) => id),
  }))
  return [...loss, ...others, ...swaps]
}

function hasJump({ before, after }: PlanChange): boolean {
  const known = storedJson(storedPrices, before?.prices ?? '{}', {})
  const prices = pricesOf({ after })
  return Object.entries(known).some(
    ([currency, minor]) => currency in prices && isJump(minor, prices[currency] ?? 0),
  )
}

function pricesOf({ after }: Pick<PlanChange, 'after'>) {
  return readJsonColumn('plans.prices', storedPrices, after.prices)
}

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

/** Limits of plans and activation codes in one transaction. Only commands can write more. */
export const mostChanges = { plans: 2000, stock: 5000 } as const

/** Limit of plans that a worker compares in memory. */
const mostComparedPlans = 20_000

/** Returns whether a condition on `plans` selects too many plans to compare in memory. */
export async function hasManyPlans(db: PlanDatabase, condition: Sql): Promise<boolean> {
  const counted = await readRow<{ plans: number }>(db)`SELECT count(*) AS plans FROM (
    SELECT 1 FROM plans WHERE ${condition} LIMIT ${raw(mostComparedPlans + 1)})`
  return (counted?.plans ?? 0) > mostComparedPlans
}

/**
 * Returns the SHA-256 hash of a preview. A confirmation sends it back to identify the preview that
 * staff saw.
 */
export async function digestOf(value: unknown): Promise<string> {
  return toBase64url(await sha256(JSON.stringify(value)))
}
