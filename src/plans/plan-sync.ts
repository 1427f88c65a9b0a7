import { compareText } from '../kit/text.shared.ts'
import { isJump, isLargeLoss, convert, pricesOfPlan } from './price-rules.ts'
import type { PriceBook } from './price-rules.ts'
import type { CatalogueRisk } from './catalogue-risks.ts'
import { readPriceBook } from './price-book.ts'
import type { SqlStore } from '../kit/sql-store.ts'
import type { Supplier, SupplierPlan } from '../supply/supplier.ts'
import { listedCodes, readSourcesByCode } from './known-sources.ts'
import type { KnownSource } from './known-sources.ts'
import { newDraft } from './sync-draft.ts'
import type { CatalogueSync, SyncContext, SyncDraft, SourceChange } from './sync-draft.ts'
import { prices as storedPrices } from '../api/common.ts'
import type { Money, Prices } from '../kit/money.shared.ts'
import { compareTariff } from './plan-changes.ts'
import { tariffRecordOf } from './plan-record.ts'
import { readJsonColumn } from '../kit/stored-json.ts'
import { count, countMissing } from './reprice.ts'
import { countriesOf, convertPlan, planProblem, newPlanIDs } from './convert-plan.ts'

/** Minimum plans per comparison. The last chunk can be smaller. */
const plansAtOnce = 2000

/** Compares a supplier's catalogue with the shop, page by page. */
export async function planSync(
  store: Pick<SqlStore, 'query'>,
  supplier: Pick<Supplier, 'id' | 'catalogue'>,
  currencies: PriceBook['currencies'],
): Promise<CatalogueSync> {
  const book = await readPriceBook(store, currencies)
  const draft = newDraft(supplier.id)
  const [ids, severalCodes, ended] = [new Set<string>(), new Map(), new Map()]
  const context = { store, book, draft, ids, severalCodes, ended }
  const seen = new Set<string>()
  for await (const plans of splitIntoChunks(supplier.catalogue())) {
    const fresh = plans.filter(({ code }) => !seen.has(code) && seen.add(code))
    draft.total += fresh.length
    await comparePlans(context, fresh)
  }
  describeSeveralCodes(context)
  await findGone(context, seen)
  delistGone(context)
  sortChanges(draft)
  draft.risks = risksOf(draft)
  return draft
}

/** The order of a catalogue must not change the preview nor its digest. */
function sortChanges(draft: SyncDraft): void {
  const { tariffs, sources, entries, tooLow } = draft
  const reasons = [...draft.skipped].toSorted(([one], [other]) => compareText(one, other))
  draft.skipped = new Map(reasons)
  tariffs.sort((one, other) => compareText(one.after.id, other.after.id))
  sources.sort(byPlanAndCode)
  entries.sort(byPlanAndCode)
  tooLow.sort((one, other) => compareText(one.tariffID, other.tariffID))
}

type PlanAndCode = { readonly tariffID: string; readonly planCode: string }

function byPlanAndCode(one: PlanAndCode, other: PlanAndCode): number {
  return compareText(one.tariffID, other.tariffID) || compareText(one.planCode, other.planCode)
}

async function* splitIntoChunks(
  pages: AsyncIterable<readonly SupplierPlan[]>,
): AsyncGenerator<SupplierPlan[]> {
  let chunk: SupplierPlan[] = []
  for await (const page of pages) {
    chunk.push(...page)
    if (chunk.length < plansAtOnce) continue
    yield chunk
    chunk = []
  }
  yield chunk
}

/** Withdraws the sources that the supplier no longer sells. */
async function findGone(context: SyncContext, seen: ReadonlySet<string>): Promise<void> {
  const { store, draft } = context
  for await (const codes of listedCodes(store, draft.supplier)) {
    draft.known += codes.filter(({ isOffered }) => isOffered).length
    const gone = codes.flatMap(({ code }) => (seen.has(code) ? [] : code))
    for (const source of await readSourcesByCode(store, draft.supplier, gone))
      endSource(context, source)
  }
}

function risksOf({ entries, known }: SyncDraft): CatalogueRisk[] {
  const gone = new Set(entries.flatMap(({ kind, planCode }) => (kind === 'gone' ? planCode : [])))
  const jumps = entries.filter(
    ({ kind, before, after }) =>
      kind === 'cost' &&
      before !== null &&
      after !== null &&
      (before.currency !== after.currency || isJump(before.minor, after.minor)),
  )
  const loss = { kind: 'loss', gone: gone.size, listed: known } as const
  const jump = { kind: 'cost-jump', plans: jumps.map(({ planCode }) => planCode) } as const
  return [...(isLargeLoss(gone.size, known) ? [loss] : []), ...(jumps.length > 0 ? [jump] : [])]
}

/** Compares plans of a supplier with the shop's plans, and adds the differences to the draft. */
async function comparePlans(context: SyncContext, plans: readonly SupplierPlan[]): Promise<void> {
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
function describeSeveralCodes(context: SyncContext): void {
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

/** Marks a source as unavailable. A source that was out of stock does not return on its own. */
function endSource({ draft, ended }: SyncContext, source: KnownSource): void {
  const { planCode, tariff, cost, minimumPrice, activationDays, isOffered } = source
  const { id: tariffID } = tariff.record
  ended.set(tariffID, source)
  if (!isOffered) return
  draft.entries.push({ kind: 'gone', tariffID, planCode, before: cost, after: null })
  draft.sources.push({
    tariffID,
    planCode,
    cost,
    minimumPrice,
    activationDays,
    isAvailable: false,
  })
}

/** Delists the plans of ended sources that no other source can deliver after the sync. */
function delistGone({ draft, book, ended }: SyncContext): void {
  const [base] = book.currencies
  for (const source of ended.values()) {
    const { tariff, hasOtherSupplier } = source
    const { supplier } = tariff.record
    if (supplier !== draft.supplier || hasOtherSupplier || hasOtherCode(draft, source)) continue
    const change = compareTariff(tariff, { ...tariff.record, is_listed: 0 }, base)
    if (change) draft.tariffs.push(change)
  }
}

/** Returns whether another code of the plan is offered after the sync. */
function hasOtherCode({ sources }: SyncDraft, { tariff, otherCodes }: KnownSource): boolean {
  const { id } = tariff.record
  return [...otherCodes].some(([code, isOffered]) => {
    const change = sources.find(({ tariffID, planCode }) => tariffID === id && planCode === code)
    return change?.isAvailable ?? isOffered
  })
}
