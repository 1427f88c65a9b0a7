import { z } from 'zod'
import { prices as storedPrices } from '../api/common.ts'
import { decimalOf, type ExchangeRate, type Prices, type Money } from '../kit/money.shared.ts'
import type { PriceBook, PriceRule } from './price-rules.ts'
import { err, ok, type Result } from '../kit/result.shared.ts'
import { comparePlan, type PlanDatabase, type StoredPlan, type PlanChange } from './plan-changes.ts'
import { findDescribingSource, hasOtherSource, readDescribingSources } from './known-sources.ts'
import type { KnownSource } from './known-sources.ts'
import { nextCharge } from '../payments/charge-limits.ts'
import type { ChargingShop } from '../payments/settings.ts'
import { priceBook, readPriceBook, readPriceRules, priceBookStatements } from './price-book.ts'
import type { PriceBookChange } from './price-book.ts'
import { storedJson, readJsonColumn } from '../kit/db.ts'
import { performAction } from '../api/perform-action.ts'
import type {
  ActionContext,
  ActionProblem,
  ActionResult,
  ActionInput,
} from '../api/perform-action.ts'
import type { StaffMember } from '../api/staff.ts'
import { changePlan, sourceNames, type PlanInput } from './plan-actions.ts'
import { newSync, pricePlan, type CatalogueSync } from './plan-sync.ts'
import { digestOf, hasManyPlans, mostChanges, findCatalogueRisks } from './catalogue-risks.ts'
import type { CatalogueRisk } from './catalogue-risks.ts'
import { syncBatches } from './write-sync.ts'
import { unchangedContent } from './content-version.ts'
import type { TimelineDetails } from '../api/audit.ts'
import { ownStock } from './can-sell.ts'
import { prepare, readRow, sql } from '../kit/sql.ts'

type NewPrices = PlanInput & {
  /**
   * Minor units by currency. The operator's plans are not sold in a missing currency. Price rules
   * compute the missing prices of suppliers' plans.
   */
  readonly prices: Prices
  /** True when staff confirmed prices that look like a mistake. */
  readonly isConfirmed: boolean
}

/**
 * Sets the prices of a plan once. Refuses prices that look like a mistake until staff confirm them.
 */
export async function setPlanPrices(
  context: ActionContext,
  staff: StaffMember,
  { prices, isConfirmed, ...input }: NewPrices,
): Promise<ActionResult> {
  const request = { ...input, action: 'set-prices', input: { prices } } as const
  return changePlan(context, staff, request, async (plan) => {
    const changed = await priceChange(context, plan, prices)
    if (!changed.ok) return changed
    const change = changed.value
    const before = pricesIn(plan.record.prices)
    const after = pricesIn(change?.after.prices ?? plan.record.prices)
    if (!isConfirmed && change && findCatalogueRisks([change], 2).some(isOfPrices))
      return err({ code: 'refused', reason: 'suspicious-price' })
    const setPrices = prepare(context.db)`UPDATE plans SET set_prices = ${JSON.stringify(prices)}
      WHERE id = ${input.tariffID}`
    return ok({
      details: differenceOf(before, after),
      change,
      statements: plan.record.supplier === null ? [] : [setPrices],
    })
  })
}

const isOfPrices = ({ kind }: CatalogueRisk) => kind === 'jump' || kind === 'swapped'

async function priceChange(
  { db, config }: Pick<ActionContext, 'db' | 'config'>,
  plan: StoredPlan,
  prices: Prices,
): Promise<Result<PlanChange | null, ActionProblem>> {
  const [base] = config.CURRENCIES
  const book = await readPriceBook(db, config)
  const isCharged = ([currency, minor]: [string, number]) =>
    nextCharge(book.charges, { minor, currency }) === minor
  if (!Object.entries(prices).every(isCharged))
    return err({ code: 'refused', reason: 'uncharged-price' })
  const { record } = plan
  if (record.supplier === null) {
    if (!(base in prices)) return err({ code: 'refused', reason: 'no-base-price' })
    return ok(comparePlan(plan, { ...record, prices: JSON.stringify(prices) }, base))
  }
  const source = await findDescribingSource(db, record.id)
  const priced = source && repricePlan(book, { ...source, setPrices: prices })
  if (!priced) return err({ code: 'refused', reason: 'cost-unknown' })
  if (!(base in priced.prices)) return err({ code: 'refused', reason: 'no-base-price' })
  return ok(priced.change)
}

/** Returns the changed prices, such as `{ USD: '12.50 → 13.00' }`. */
function differenceOf(before: Prices, after: Prices): { readonly [currency: string]: string } {
  const amountIn = (prices: Prices, currency: string) => {
    const minor = prices[currency]
    return minor === undefined ? '—' : decimalOf({ minor, currency })
  }
  const currencies = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return Object.fromEntries(
    currencies.flatMap((currency) => {
      const [was, is] = [amountIn(before, currency), amountIn(after, currency)]
      return was === is ? [] : [[currency, `${was} → ${is}`]]
    }),
  )
}

function pricesIn(json: string): Prices {
  return storedJson(storedPrices, json, {})
}

export type PricePreview = {
  /** The changes of prices. Null when there are too many for a page. */
  readonly sync: CatalogueSync | null
  readonly digest: string
}

/** Computes how a change of the price book changes the prices of suppliers' plans. */
export async function previewPrices(db: PlanDatabase, shop: ChargingShop, change: PriceBookChange) {
  if (await hasManyPlans(db, sql`supplier IS NOT NULL`)) return { sync: null, digest: '' }
  const sync = await reprice(db, await readChangedPriceBook(db, shop, change))
  if (sync.plans.length > mostChanges.plans) return { sync: null, digest: '' }
  return { sync, digest: await digestOf(sync.plans) }
}

/** Returns the price book as it would be after a change. */
async function readChangedPriceBook(db: PlanDatabase, shop: ChargingShop, change: PriceBookChange) {
  const [rules, book] = [await readPriceRules(db), await readPriceBook(db, shop)]
  switch (change.kind) {
    case 'rule': {
      const others = rules.filter((rule) => scopeOf(rule) !== scopeOf(change.rule))
      return { ...book, rules: [...others, change.rule] }
    }
    case 'remove':
      return { ...book, rules: rules.filter(({ id }) => id !== change.id) }
    case 'rate':
      return priceBook(shop, rules, [change.rate, ...book.rates])
  }
}

function scopeOf({ supplier, countryCode, tariffID, currency }: PriceRule): string {
  return JSON.stringify([supplier, countryCode, tariffID, currency])
}

/**
 * The audit subject of all price rules and exchange rates. Its version is the number of changes.
 */
export const priceBookSubject = { kind: 'price-book', id: 'prices' } as const

type ChangeInput = ActionInput & {
  readonly change: PriceBookChange
  /** The digest of the preview that staff saw. */
  readonly digest: string
  /** True when staff confirmed prices that look like a mistake, or that are too many to show. */
  readonly isConfirmed: boolean
}

/**
 * Changes a rule or a rate, and writes the previewed prices in the same transaction. If they are
 * too many, the next sync of each supplier writes them.
 */
export async function changePriceBook(
  context: ActionContext,
  staff: StaffMember,
  { change, digest, isConfirmed, ...input }: ChangeInput,
): Promise<ActionResult> {
  const { db, config, now } = context
  const what = { action: actionOf(change), subject: priceBookSubject, input: { change, digest } }
  const request = { ...input, ...what } as const
  return performAction(context, staff, request, async () => {
    // Read the content version before the comparison, so that a change in between is a conflict.
    const unchanged = await unchangedContent(db)
    const rules = await readPriceRules(db)
    if (change.kind === 'remove' && !rules.some(({ id }) => id === change.id))
      return err({ code: 'refused', reason: 'no-such-rule' })
    const reason = await ruleRefusal(context, change)
    if (reason !== null) return err({ code: 'refused', reason })
    const { sync, digest: current } = await previewPrices(db, config, change)
    if (sync === null && !isConfirmed) return err({ code: 'refused', reason: 'too-many-prices' })
    if (current !== digest) return err({ code: 'conflict' })
    if (!isConfirmed && sync !== null && sync.risks.length > 0)
      return err({ code: 'refused', reason: 'suspicious-price' })
    return ok({
      details: detailsOf(change),
      condition: unchanged,
      effects: () => [
        ...priceBookStatements(db, change, now),
        ...(sync ? syncBatches(db, sync, config.CURRENCIES[0], now).flat() : []),
      ],
    })
  })
}

export function actionOf({ kind }: PriceBookChange) {
  return ({ rule: 'set-rule', remove: 'remove-rule', rate: 'set-rate' } as const)[kind]
}

function detailsOf(change: PriceBookChange): TimelineDetails {
  switch (change.kind) {
    case 'rule': {
      const { rule } = change
      const amount = (minor: number) => decimalOf({ minor, currency: rule.currency })
      return {
        currency: rule.currency,
        supplier: rule.supplier,
        country: rule.countryCode,
        plan: rule.tariffID,
        markup: `${rule.markupHundredths / 100}%`,
        minimumProfit: amount(rule.minimumProfit),
        step: amount(rule.step),
        ending: amount(rule.ending),
      }
    }
    case 'remove':
      return { id: change.id }
    case 'rate':
      return { rate: rateText(change.rate) }
  }
}

/** `1.00 USD = 92.50 RUB` */
export function rateText({ from, to }: ExchangeRate): string {
  const text = (money: Money) => `${decimalOf(money)} ${money.currency}`
  return `${text(from)} = ${text(to)}`
}

/**
 * Returns why a new rule would apply to no plan, or null. A name with a typing error would change
 * no price, and nobody would notice. A shop without countries gets them with its first sync.
 */
export async function ruleRefusal({ db }: Pick<ActionContext, 'db'>, change: PriceBookChange) {
  if (change.kind !== 'rule') return null
  const { supplier, countryCode, tariffID } = change.rule
  if (supplier !== null && !isSupplier(supplier)) return 'unknown-supplier'
  const known = await readRow<{ plan: number; country: number }>(db)`SELECT
      EXISTS (SELECT 1 FROM plans WHERE id = ${tariffID}) AS plan,
      EXISTS (SELECT 1 FROM places WHERE place = ${countryCode} AND length(place) = 2)
        OR NOT EXISTS (SELECT 1 FROM places) AS country`
  if (tariffID !== null && known?.plan === 0) return 'unknown-plan'
  return countryCode !== null && known?.country === 0 ? 'unknown-country' : null
}

function isSupplier(name: string): boolean {
  return name !== ownStock && sourceNames.includes(name)
}

const codes = z.array(z.string())

/** Computes the changes of a price book for the plans of all suppliers. */
export async function reprice(db: PlanDatabase, book: PriceBook): Promise<CatalogueSync> {
  const sync = newSync('')
  let listed = 0
  for await (const sources of readDescribingSources(db))
    for (const source of sources) {
      sync.total += 1
      listed += source.tariff.record.is_listed
      const priced = repricePlan(book, source, sync)
      if (priced?.change) sync.plans.push(priced.change)
    }
  // A price book does not change the data of plans.
  sync.risks = findCatalogueRisks(sync.plans, listed).filter(({ kind }) => kind !== 'tiny')
  return sync
}

/**
 * Computes the changes of a price book for one plan of a supplier, and adds its problems to the
 * sync. Returns null if the plan's cost is unknown. A plan without a base price keeps its prices and is delisted.
 */
function repricePlan(book: PriceBook, source: KnownSource, sync = newSync('')) {
  const { tariff: plan, setPrices, cost, minimumPrice, isOffered } = source
  const { record } = plan
  if (cost === null || record.supplier === null) return null
  const [base] = book.currencies
  const { prices } = pricePlan(sync, book, {
    tariffID: record.id,
    supplier: record.supplier,
    countryCodes: readJsonColumn('plans.country_codes', codes, record.country_codes),
    cost,
    minimumPrice,
    setPrices,
  })
  const isPriced = base in prices
  const next = {
    ...record,
    prices: isPriced ? JSON.stringify(prices) : record.prices,
    is_listed:
      isPriced && (isOffered === 1 || hasOtherSource(source)) ? (1 as const) : (0 as const),
  }
  return { prices, change: comparePlan(plan, next, base) }
}
