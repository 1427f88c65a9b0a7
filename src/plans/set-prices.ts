import { prices as storedPrices } from '../api/common.ts'
import { decimalOf } from '../kit/money.shared.ts'
import type { Prices, Currencies } from '../kit/money.shared.ts'
import { isJump, swappedCurrencies } from './price-rules.ts'
import type { PriceBook, PriceRule } from './price-rules.ts'
import { err, ok } from '../kit/result.shared.ts'
import type { Result } from '../kit/result.shared.ts'
import { compareTariff } from './plan-changes.ts'
import type { PlanDatabase, StoredTariff, TariffChange } from './plan-changes.ts'
import { findDescribingSource } from './known-sources.ts'
import { repricePlan, reprice } from './reprice.ts'
import { readPriceBook, readExchangeRates, readPriceRules } from './price-book.ts'
import type { PriceBookChange } from './price-book.ts'
import { storedJson } from '../kit/stored-json.ts'
import type { ActionContext, ActionProblem, ActionResult } from '../api/perform-action.ts'
import type { StaffMember } from '../api/staff.ts'
import { changePlan } from './plan-actions.ts'
import type { PlanInput } from './plan-actions.ts'
import type { CatalogueSync } from './plan-sync.ts'
import { digestOf, hasManyPlans, mostChanges } from './catalogue-risks.ts'

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
  return changePlan(context, staff, request, async (tariff) => {
    const changed = await priceChange(context, tariff, prices)
    if (!changed.ok) return changed
    const change = changed.value
    const before = pricesIn(tariff.record.prices)
    const after = pricesIn(change?.after.prices ?? tariff.record.prices)
    if (!isConfirmed && isSuspicious(before, after))
      return err({ code: 'refused', reason: 'suspicious-price' })
    const setPrices = context.db
      .prepare('UPDATE tariffs SET set_prices = ? WHERE id = ?')
      .bind(JSON.stringify(prices), input.tariffID)
    return ok({
      details: differenceOf(before, after),
      change,
      statements: tariff.record.supplier === null ? [] : [setPrices],
    })
  })
}

async function priceChange(
  { db, config }: Pick<ActionContext, 'db' | 'config'>,
  tariff: StoredTariff,
  prices: Prices,
): Promise<Result<TariffChange | null, ActionProblem>> {
  const [base] = config.CURRENCIES
  const { record } = tariff
  if (record.supplier === null) {
    if (!(base in prices)) return err({ code: 'refused', reason: 'no-base-price' })
    return ok(compareTariff(tariff, { ...record, prices: JSON.stringify(prices) }, base))
  }
  const source = await findDescribingSource(db, record.id)
  const book = await readPriceBook(db, config.CURRENCIES)
  const priced = source && repricePlan(book, { ...source, setPrices: prices })
  if (!priced) return err({ code: 'refused', reason: 'cost-unknown' })
  if (!(base in priced.prices)) return err({ code: 'refused', reason: 'no-base-price' })
  return ok(priced.change)
}

/**
 * Applies the checks of an import: a price of 0, swapped currencies, or a change by more than half.
 */
function isSuspicious(before: Prices, after: Prices): boolean {
  return (
    Object.values(after).includes(0) ||
    swappedCurrencies(after) !== null ||
    Object.entries(before).some(
      ([currency, minor]) => currency in after && isJump(minor, after[currency] ?? 0),
    )
  )
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
export async function previewPrices(
  db: PlanDatabase,
  currencies: Currencies,
  change: PriceBookChange,
): Promise<PricePreview> {
  if (await hasManyPlans(db, 'supplier IS NOT NULL')) return { sync: null, digest: '' }
  const sync = await reprice(db, await readChangedPriceBook(db, currencies, change))
  if (sync.tariffs.length > mostChanges.plans) return { sync: null, digest: '' }
  return { sync, digest: await digestOf(sync.tariffs) }
}

/** Returns the price book as it would be after a change. */
async function readChangedPriceBook(
  db: PlanDatabase,
  currencies: Currencies,
  change: PriceBookChange,
): Promise<PriceBook> {
  const [rules, rates] = [await readPriceRules(db), await readExchangeRates(db)]
  switch (change.kind) {
    case 'rule': {
      const others = rules.filter((rule) => scopeOf(rule) !== scopeOf(change.rule))
      return { currencies, rules: [...others, change.rule], rates }
    }
    case 'remove':
      return { currencies, rules: rules.filter(({ id }) => id !== change.id), rates }
    case 'rate':
      return { currencies, rules, rates: [change.rate, ...rates] }
  }
}

function scopeOf({ supplier, countryCode, tariffID, currency }: PriceRule): string {
  return JSON.stringify([supplier, countryCode, tariffID, currency])
}
