import { prices as storedPrices } from '../../contract/common.ts'
import { compareText } from '../../domain/compare-text.ts'
import { convert } from '../../domain/exchange-rates.ts'
import { pricesOfPlan } from '../../domain/price-rules.ts'
import type { Money, Prices } from '../../domain/money.ts'
import { compareTariff } from '../catalogue-changes/tariff-changes.ts'
import { tariffRecordOf } from '../catalogue-changes/tariff-record.ts'
import type { SupplierPlan } from '../suppliers/supplier-plan.ts'
import { readJsonColumn } from '../stored-json.ts'
import { count, countMissing } from './count-missing.ts'
import { countriesOf, convertPlan, planProblem } from './convert-plan.ts'
import { endSource } from './ended-sources.ts'
import { readSourcesByCode } from './known-sources.ts'
import type { KnownSource } from './known-sources.ts'
import { newPlanIDs } from './plan-ids.ts'
import type { SourceChange, SyncContext } from './sync-draft.ts'

/** Compares plans of a supplier with the shop's plans, and adds the differences to the draft. */
export async function comparePlans(
  context: SyncContext,
  plans: readonly SupplierPlan[],
): Promise<void> {
  const { store, draft, ids } = context
  const sources = Map.groupBy(
    await readSourcesByCode(
      store,
      draft.supplier,
      plans.map(({ code }) => code),
    ),
    ({ planCode }) => planCode,
  )
  const newIDs = await newPlanIDs(
    store,
    draft.supplier,
    plans.filter((plan) => !sources.has(plan.code) && planProblem(plan) === null),
    ids,
  )
  for (const plan of plans) {
    const problem = planProblem(plan)
    const known = sources.get(plan.code) ?? []
    if (problem !== null) {
      count(draft.skipped, problem)
      for (const source of known) endSource(context, source)
      continue
    }
    for (const source of known) updateSource(context, plan, source)
    if (known.length > 0) continue
    const newID = newIDs.get(plan.code)
    if (newID === undefined) count(draft.skipped, 'no free id')
    else addPlan(context, plan, newID)
  }
}

function addPlan(context: SyncContext, plan: SupplierPlan, tariffID: string): void {
  if (describe(context, plan, tariffID, null) === null) return
  const { draft } = context
  const { code: planCode, cost } = plan
  draft.entries.push({ kind: 'new', tariffID, planCode, before: null, after: cost })
  draft.sources.push(sourceOf(plan, tariffID))
}

function updateSource(context: SyncContext, plan: SupplierPlan, source: KnownSource): void {
  const { draft, severalCodes } = context
  const { id: tariffID, supplier, is_listed: isListed, prices } = source.tariff.record
  const { code: planCode, cost, minimumPrice } = plan
  if (supplier !== draft.supplier) {
    if (isListed === 1) {
      const known = readJsonColumn('tariffs.prices', storedPrices, prices)
      reportLoss(context, plan, tariffID, known)
    }
  } else if (source.otherCodes.size > 0)
    severalCodes.set(tariffID, [...(severalCodes.get(tariffID) ?? []), { plan, source }])
  else describe(context, plan, tariffID, source)
  // The sync does not end the pause of a plan that was out of stock.
  const isSame =
    source.isOffered &&
    isEqual(source.cost, cost) &&
    isEqual(source.minimumPrice, minimumPrice) &&
    source.activationDays === plan.activationWindowDays
  if (isSame) return
  draft.sources.push(sourceOf(plan, tariffID))
  const kind = source.isOffered ? 'cost' : 'back'
  if (kind === 'back' || !isEqual(source.cost, cost))
    draft.entries.push({ kind, tariffID, planCode, before: source.cost, after: cost })
}

/**
 * Updates the plans with several codes, after the last page of the catalogue. The first code
 * describes the plan, and the cost of the others may be above its new price.
 */
export function describeSeveralCodes(context: SyncContext): void {
  for (const [tariffID, found] of context.severalCodes) {
    const [first, ...others] = found.toSorted((a, b) => compareText(a.plan.code, b.plan.code))
    const prices = first ? describe(context, first.plan, tariffID, first.source) : null
    if (prices) for (const { plan } of others) reportLoss(context, plan, tariffID, prices)
  }
}

function sourceOf(plan: SupplierPlan, tariffID: string): SourceChange {
  const { code: planCode, cost, minimumPrice, activationWindowDays: activationDays } = plan
  return { tariffID, planCode, cost, minimumPrice, activationDays, isAvailable: true }
}

/** Reports a plan whose price was set for another source and is below the cost of this source. */
function reportLoss(
  { book, draft }: SyncContext,
  { cost }: SupplierPlan,
  tariffID: string,
  prices: Prices,
): void {
  const currencies = book.currencies.filter((currency) => {
    const price = prices[currency]
    return price !== undefined && (convert(cost, currency, book.rates) ?? 0) > price
  })
  if (currencies.length > 0) draft.tooLow.push({ tariffID, currencies })
}

/**
 * Adds or updates a plan of the supplier, and returns its prices. Without a price in the base
 * currency, returns null. A new plan is then not added, and a known plan keeps its prices and is
 * delisted.
 */
function describe(
  { book, draft }: SyncContext,
  plan: SupplierPlan,
  tariffID: string,
  source: KnownSource | null,
): Prices | null {
  const [base] = book.currencies
  const { prices, missing, tooLow } = pricesOfPlan(book, {
    tariffID,
    supplier: draft.supplier,
    countryCodes: countriesOf(plan),
    cost: plan.cost,
    minimumPrice: plan.minimumPrice,
    setPrices: source?.setPrices ?? {},
  })
  countMissing(draft, missing, plan.cost.currency)
  if (tooLow.length > 0) draft.tooLow.push({ tariffID, currencies: tooLow })
  const isListed = base in prices
  if (source === null && !isListed) return null
  const described = convertPlan(plan, { tariffID, prices })
  const next = tariffRecordOf(described, isListed, draft.supplier)
  const kept = isListed || source === null ? {} : { prices: source.tariff.record.prices }
  const change = compareTariff(source?.tariff, { ...next, ...kept }, base)
  if (change) {
    draft.tariffs.push(change)
    const { operator, countries } = described
    const { title } = plan.operator
    const otherTitle = draft.operators.get(operator) ?? title
    // Plans can spell their operator differently. The order of the catalogue must not matter.
    draft.operators.set(operator, compareText(title, otherTitle) < 0 ? title : otherTitle)
    for (const code of countries) draft.countries.add(code)
  }
  return isListed ? prices : null
}

function isEqual(one: Money | null, other: Money | null): boolean {
  return one?.minor === other?.minor && one?.currency === other?.currency
}
