import { compareText } from '../kit/text.shared.ts'
import { isJump, isLargeLoss, pricesOfPlan } from './price-rules.ts'
import type { CostedPlan, MissingPrice, PlanPrices, PriceBook } from './price-rules.ts'
import type { CatalogueRisk } from './catalogue-risks.ts'
import { readPriceBook } from './price-book.ts'
import type { Supplier, SupplierPlan } from '../supply/supplier.ts'
import { readListedCodes, readSourcesByCode, type KnownSource } from './known-sources.ts'
import { prices as storedPrices } from '../api/common.ts'
import { convert, type Currency, type Money, type Prices } from '../kit/money.shared.ts'
import type { ChargingShop } from '../payments/settings.ts'
import { comparePlan, planRecordOf, type PlanDatabase, type PlanChange } from './plan-changes.ts'
import { readJsonColumn } from '../kit/db.ts'
import {
  countriesOf,
  convertPlan,
  planProblem,
  newPlanIDs,
  withCountryCodes,
} from './convert-plan.ts'

/** A row of `plan_sources` to write. */
export type SourceChange = {
  readonly tariffID: string
  readonly planCode: string
  /** Null if unknown, for a source that the operator added. */
  readonly cost: Money | null
  readonly minimumPrice: Money | null
  /** Days after the purchase within which a profile must be installed. Null if unknown. */
  readonly activationDays: number | null
  readonly isAvailable: boolean
}

/** A plan that is new, gone, back, or has a new cost. */
export type SyncEntry = {
  readonly kind: 'new' | 'back' | 'gone' | 'cost'
  readonly tariffID: string
  readonly planCode: string
  /** The costs before and after the sync. Null if unknown. */
  readonly before: Money | null
  readonly after: Money | null
}

/** The number of plans without a price in a currency. `cost` is the currency of their cost. */
export type PriceGap = {
  readonly reason: MissingPrice
  readonly currency: Currency
  readonly cost: Currency
  plans: number
}

/** The changes that a sync will write. */
export type CatalogueSync = {
  readonly supplier: string
  /** Plans in the supplier's catalogue. */
  total: number
  /** Plans that the supplier offered before the sync. */
  known: number
  readonly entries: SyncEntry[]
  readonly plans: PlanChange[]
  readonly sources: SourceChange[]
  /** Titles by ident. */
  readonly operators: Map<string, string>
  readonly countries: Set<string>
  readonly unpriced: PriceGap[]
  /** Numbers of skipped plans by reason, and of plans without a part of their coverage. */
  skipped: Map<string, number>
  /** Plans with a price that was set below the price rules or below the cost of a source. */
  readonly tooLow: { readonly tariffID: string; readonly currencies: readonly Currency[] }[]
  risks: readonly CatalogueRisk[]
}

export function newSync(supplier: string): CatalogueSync {
  return {
    supplier,
    total: 0,
    known: 0,
    entries: [],
    plans: [],
    sources: [],
    operators: new Map(),
    countries: new Set(),
    unpriced: [],
    skipped: new Map(),
    tooLow: [],
    risks: [],
  }
}

type SyncContext = {
  readonly db: PlanDatabase
  readonly book: PriceBook
  readonly sync: CatalogueSync
  /** Ids of new plans. */
  readonly ids: Set<string>
  /** The plans with several codes, by plan. */
  readonly severalCodes: Map<string, readonly KnownPlan[]>
  /** The last ended source of each plan, by plan. */
  readonly ended: Map<string, KnownSource>
}

/** A plan in the supplier's catalogue with its source in the shop. */
type KnownPlan = { readonly plan: SupplierPlan; readonly source: KnownSource }

/** Minimum plans per comparison. The last chunk can be smaller. */
const plansAtOnce = 2000

/** Compares a supplier's catalogue with the shop, page by page. */
export async function planSync(
  db: PlanDatabase,
  supplier: Pick<Supplier, 'id' | 'catalogue'>,
  shop: ChargingShop,
): Promise<CatalogueSync> {
  const book = await readPriceBook(db, shop)
  const sync = newSync(supplier.id)
  const context: SyncContext = {
    db,
    book,
    sync,
    ids: new Set(),
    severalCodes: new Map(),
    ended: new Map(),
  }
  const seen = new Set<string>()
  for await (const plans of splitIntoChunks(supplier.catalogue())) {
    const fresh = plans.filter(({ code }) => !seen.has(code) && seen.add(code))
    sync.total += fresh.length
    await comparePlans(context, fresh)
  }
  describeSeveralCodes(context)
  await endMissing(context, seen)
  delistEnded(context)
  sortChanges(sync)
  sync.risks = risksOf(sync)
  return sync
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

/** Compares plans of a supplier with the shop's plans, and adds the differences to the sync. */
async function comparePlans(context: SyncContext, given: readonly SupplierPlan[]): Promise<void> {
  const { db, sync, ids } = context
  const skip = (reason: string) => sync.skipped.set(reason, (sync.skipped.get(reason) ?? 0) + 1)
  const plans = given.map((each) => {
    const { plan, unknown } = withCountryCodes(each)
    for (const code of new Set(unknown)) skip(`${code.toUpperCase()} is no country`)
    return plan
  })
  const codes = plans.map(({ code }) => code)
  const found = await readSourcesByCode(db, sync.supplier, codes)
  const sources = Map.groupBy(found, ({ planCode }) => planCode)
  const added = plans.filter((plan) => !sources.has(plan.code) && planProblem(plan) === null)
  const newIDs = await newPlanIDs(db, sync.supplier, added, ids)
  for (const plan of plans) {
    const problem = planProblem(plan)
    const known = sources.get(plan.code) ?? []
    if (problem !== null) {
      skip(problem)
      for (const source of known) endSource(context, source)
      continue
    }
    for (const source of known) updateSource(context, plan, source)
    if (known.length > 0) continue
    const newID = newIDs.get(plan.code)
    if (newID === undefined) skip('no free id')
    else addPlan(context, plan, newID)
  }
}

function addPlan(context: SyncContext, plan: SupplierPlan, tariffID: string): void {
  if (describe(context, plan, tariffID, null) === null) return
  const { code: planCode, cost } = plan
  context.sync.entries.push({ kind: 'new', tariffID, planCode, before: null, after: cost })
  context.sync.sources.push(sourceOf(plan, tariffID))
}

function updateSource(context: SyncContext, plan: SupplierPlan, source: KnownSource): void {
  const { sync, severalCodes } = context
  const { id: tariffID, supplier, is_listed: isListed, prices } = source.tariff.record
  const { code: planCode, cost, minimumPrice } = plan
  if (supplier !== sync.supplier) {
    if (isListed === 1)
      reportLoss(context, plan, tariffID, readJsonColumn('plans.prices', storedPrices, prices))
  } else if (Object.keys(source.otherCodes).length > 0)
    severalCodes.set(tariffID, [...(severalCodes.get(tariffID) ?? []), { plan, source }])
  else describe(context, plan, tariffID, source)
  // The sync does not end the pause of a plan that was out of stock.
  const isSame =
    source.isOffered === 1 &&
    isEqual(source.cost, cost) &&
    isEqual(source.minimumPrice, minimumPrice) &&
    source.activationDays === plan.activationWindowDays
  if (isSame) return
  sync.sources.push(sourceOf(plan, tariffID))
  const kind = source.isOffered === 1 ? 'cost' : 'back'
  if (kind === 'back' || !isEqual(source.cost, cost))
    sync.entries.push({ kind, tariffID, planCode, before: source.cost, after: cost })
}

function isEqual(one: Money | null, other: Money | null): boolean {
  return one?.minor === other?.minor && one?.currency === other?.currency
}

function sourceOf(plan: SupplierPlan, tariffID: string): SourceChange {
  const { code: planCode, cost, minimumPrice, activationWindowDays: activationDays } = plan
  return { tariffID, planCode, cost, minimumPrice, activationDays, isAvailable: true }
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

/** Reports a plan whose price was set for another source and is below the cost of this source. */
function reportLoss(
  { book, sync }: SyncContext,
  { cost }: SupplierPlan,
  tariffID: string,
  prices: Prices,
): void {
  const currencies = book.currencies.filter((currency) => {
    const price = prices[currency]
    return price !== undefined && (convert(cost, currency, book.rates) ?? 0) > price
  })
  if (currencies.length > 0) sync.tooLow.push({ tariffID, currencies })
}

/**
 * Adds or updates a plan of the supplier, and returns its prices. Without a price in the base
 * currency, returns null. A new plan is then not added, and a known plan keeps its prices and is
 * delisted.
 */
function describe(
  { book, sync }: SyncContext,
  plan: SupplierPlan,
  tariffID: string,
  source: KnownSource | null,
): Prices | null {
  const [base] = book.currencies
  const { prices } = pricePlan(sync, book, {
    tariffID,
    supplier: sync.supplier,
    countryCodes: countriesOf(plan),
    cost: plan.cost,
    minimumPrice: plan.minimumPrice,
    setPrices: source?.setPrices ?? {},
  })
  const isListed = base in prices
  if (source === null && !isListed) return null
  const described = convertPlan(plan, { tariffID, prices })
  const next = planRecordOf(described, isListed, sync.supplier)
  const kept = isListed || source === null ? {} : { prices: source.tariff.record.prices }
  const change = comparePlan(source?.tariff, { ...next, ...kept }, base)
  if (change) {
    sync.plans.push(change)
    const { operator, countries } = described
    const { title } = plan.operator
    const otherTitle = sync.operators.get(operator) ?? title
    // Plans can spell their operator differently. The order of the catalogue must not matter.
    sync.operators.set(operator, compareText(title, otherTitle) < 0 ? title : otherTitle)
    for (const code of countries) sync.countries.add(code)
  }
  return isListed ? prices : null
}

/** Prices a plan. Adds its prices that are missing or too low to the sync. */
export function pricePlan(sync: CatalogueSync, book: PriceBook, plan: CostedPlan): PlanPrices {
  const priced = pricesOfPlan(book, plan)
  countMissing(sync, priced.missing, plan.cost.currency)
  const { tariffID } = plan
  if (priced.tooLow.length > 0) sync.tooLow.push({ tariffID, currencies: priced.tooLow })
  return priced
}

/** Adds a plan to the counts of plans without a price, by currency and reason. */
function countMissing(
  { unpriced }: CatalogueSync,
  missing: readonly { readonly currency: Currency; readonly reason: MissingPrice }[],
  cost: Currency,
): void {
  for (const { currency, reason } of missing) {
    const known = unpriced.find(
      (each) =>
        each.reason === reason &&
        each.currency === currency &&
        (reason !== 'no rate' || each.cost === cost),
    )
    if (known) known.plans += 1
    else unpriced.push({ reason, currency, cost, plans: 1 })
  }
}

/** Withdraws the sources that the supplier no longer sells. */
async function endMissing(context: SyncContext, seen: ReadonlySet<string>): Promise<void> {
  const { db, sync } = context
  const codes = await readListedCodes(db, sync.supplier)
  sync.known = codes.filter(({ isOffered }) => isOffered === 1).length
  const gone = codes.flatMap(({ code }) => (seen.has(code) ? [] : code))
  for (const source of await readSourcesByCode(db, sync.supplier, gone)) endSource(context, source)
}

/** Marks a source as unavailable. A source that was out of stock does not return on its own. */
function endSource({ sync, ended }: SyncContext, source: KnownSource): void {
  const { planCode, tariff: plan, cost, minimumPrice, activationDays, isOffered } = source
  const { id: tariffID } = plan.record
  ended.set(tariffID, source)
  if (isOffered === 0) return
  sync.entries.push({ kind: 'gone', tariffID, planCode, before: cost, after: null })
  const change = { tariffID, planCode, cost, minimumPrice, activationDays }
  sync.sources.push({ ...change, isAvailable: false })
}

/** Delists the plans of ended sources that no other source can deliver after the sync. */
function delistEnded({ sync, book, ended }: SyncContext): void {
  const [base] = book.currencies
  for (const source of ended.values()) {
    const { tariff: plan, hasOtherSupplier } = source
    const { supplier } = plan.record
    if (supplier !== sync.supplier || hasOtherSupplier === 1 || hasOtherCode(sync, source)) continue
    const change = comparePlan(plan, { ...plan.record, is_listed: 0 }, base)
    if (change) sync.plans.push(change)
  }
}

/** Returns whether another code of the plan is offered after the sync. */
function hasOtherCode({ sources }: CatalogueSync, { tariff: plan, otherCodes }: KnownSource) {
  const { id } = plan.record
  return Object.entries(otherCodes).some(([code, isOffered]) => {
    const change = sources.find(({ tariffID, planCode }) => tariffID === id && planCode === code)
    return change?.isAvailable ?? isOffered === 1
  })
}

/** The order of a catalogue must not change the preview nor its digest. */
function sortChanges(sync: CatalogueSync): void {
  const { plans, sources, entries, tooLow } = sync
  const byPlan = (one: PlanAndCode, other: PlanAndCode) =>
    compareText(one.tariffID, other.tariffID) ||
    compareText(one.planCode ?? '', other.planCode ?? '')
  sync.skipped = new Map([...sync.skipped].toSorted(([one], [other]) => compareText(one, other)))
  plans.sort((one, other) => compareText(one.after.id, other.after.id))
  sources.sort(byPlan)
  entries.sort(byPlan)
  tooLow.sort(byPlan)
}

type PlanAndCode = { readonly tariffID: string; readonly planCode?: string }

function risksOf({ entries, known }: CatalogueSync): CatalogueRisk[] {
  const gone = new Set(entries.flatMap(({ kind, planCode }) => (kind === 'gone' ? planCode : [])))
  const jumps = entries.filter(
    ({ kind, before, after }) =>
      (kind === 'cost' || kind === 'back') &&
      before !== null &&
      after !== null &&
      (before.currency !== after.currency || isJump(before.minor, after.minor)),
  )
  const loss = { kind: 'loss', gone: gone.size, listed: known } as const
  const jump = { kind: 'cost-jump', plans: jumps.map(({ planCode }) => planCode) } as const
  return [...(isLargeLoss(gone.size, known) ? [loss] : []), ...(jumps.length > 0 ? [jump] : [])]
}
