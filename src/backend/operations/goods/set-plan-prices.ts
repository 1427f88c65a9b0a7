import { prices as storedPrices } from '../../../contract/common.ts'
import { decimalOf } from '../../../domain/money.ts'
import type { Prices } from '../../../domain/money.ts'
import { isJump, swappedCurrencies } from '../../../domain/price-checks.ts'
import { err, ok } from '../../../domain/result.ts'
import type { Result } from '../../../domain/result.ts'
import { compareTariff } from '../../catalogue-changes/tariff-changes.ts'
import type { StoredTariff, TariffChange } from '../../catalogue-changes/tariff-changes.ts'
import { findDescribingSource } from '../../catalogue-sync/known-sources.ts'
import { repricePlan } from '../../catalogue-sync/reprice.ts'
import { d1Store } from '../../d1-store.ts'
import { readPriceBook } from '../../pricing/read-price-book.ts'
import { literal } from '../../sql-text.ts'
import { storedJson } from '../../stored-json.ts'
import type { ActionContext, ActionProblem, ActionResult } from '../perform-action.ts'
import type { StaffMember } from '../staff.ts'
import { changePlan } from './change-plan.ts'
import type { PlanInput } from './change-plan.ts'

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
    const setPrices = literal(JSON.stringify(prices))
    const isSupplied = tariff.record.supplier !== null
    return ok({
      details: differenceOf(before, after),
      change,
      statements: isSupplied
        ? [`UPDATE tariffs SET set_prices = ${setPrices} WHERE id = ${literal(input.tariffID)};`]
        : [],
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
  const store = d1Store(db)
  const source = await findDescribingSource(store, record.id)
  const book = await readPriceBook(store, config.CURRENCIES)
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
