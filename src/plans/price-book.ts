import type { PriceBook, PriceRule } from './price-rules.ts'
import { insertRows, replaceOn } from '../kit/db.ts'
import type { ExchangeRate } from '../kit/money.shared.ts'
import { chargeRule } from '../payments/charge-limits.ts'
import type { ChargingShop } from '../payments/settings.ts'
import { prepare, readRows } from '../kit/sql.ts'

type Database = Pick<D1Database, 'prepare'>

export type StoredPriceRule = PriceRule & { readonly id: number }

export async function readPriceRules(db: Database): Promise<StoredPriceRule[]> {
  const results = await readRows<StoredPriceRule>(db)`SELECT id, nullif(supplier, '') AS supplier,
      nullif(country_code, '') AS countryCode,
      nullif(plan_id, '') AS tariffID, currency, markup_hundredths AS markupHundredths,
      minimum_profit AS minimumProfit, step, ending
    FROM price_rules ORDER BY currency, price_rules.supplier, country_code, plan_id`
  return results
}

/** Returns the latest rate of each pair of currencies, newest first. */
export async function readExchangeRates(db: Database): Promise<ExchangeRate[]> {
  const results = await readRows<{ from: string; fromMinor: number; to: string; toMinor: number }>(
    db,
  )`SELECT
      from_currency AS "from", from_minor AS fromMinor, to_currency AS "to",
      to_minor AS toMinor, max(since) AS since
    FROM exchange_rates GROUP BY from_currency, to_currency ORDER BY since DESC`
  return results.map((row) => ({
    from: { minor: row.fromMinor, currency: row.from },
    to: { minor: row.toMinor, currency: row.to },
  }))
}

export async function readPriceBook(db: Database, shop: ChargingShop): Promise<PriceBook> {
  return priceBook(shop, await readPriceRules(db), await readExchangeRates(db))
}

export function priceBook(
  shop: ChargingShop,
  rules: readonly PriceRule[],
  rates: readonly ExchangeRate[],
): PriceBook {
  return { currencies: shop.CURRENCIES, rules, rates, charges: chargeRule(shop, rates) }
}

/** A change of a price rule or an exchange rate. */
export type PriceBookChange =
  /** Replaces the rule with the same scope and currency. */
  | { readonly kind: 'rule'; readonly rule: PriceRule }
  | { readonly kind: 'remove'; readonly id: number }
  /** Earlier rates are not deleted, because they convert the cost of earlier orders. */
  | { readonly kind: 'rate'; readonly rate: ExchangeRate }

const scope = ['supplier', 'country_code', 'plan_id', 'currency']

/** Returns the statements that store a change of the price book. */
export function priceBookStatements(db: Database, change: PriceBookChange, now: Date) {
  switch (change.kind) {
    case 'rule': {
      const { rule } = change
      const row = {
        supplier: rule.supplier ?? '',
        country_code: rule.countryCode ?? '',
        plan_id: rule.tariffID ?? '',
        currency: rule.currency,
        markup_hundredths: rule.markupHundredths,
        minimum_profit: rule.minimumProfit,
        step: rule.step,
        ending: rule.ending,
      }
      return insertRows(db, 'price_rules', [row], replaceOn(scope, Object.keys(row)))
    }
    case 'remove':
      return [prepare(db)`DELETE FROM price_rules WHERE id = ${change.id}`]
    case 'rate': {
      const { from, to } = change.rate
      const row = {
        from_currency: from.currency,
        from_minor: from.minor,
        to_currency: to.currency,
        to_minor: to.minor,
        since: now.toISOString(),
      }
      return insertRows(db, 'exchange_rates', [row])
    }
  }
}
