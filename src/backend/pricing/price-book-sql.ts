import type { ExchangeRate } from '../../domain/exchange-rates.ts'
import type { PriceRule } from '../../domain/price-rules.ts'
import { insertRows, replaceOn } from '../sql-text.ts'

/** A change of a price rule or an exchange rate. */
export type PriceBookChange =
  /** Replaces the rule with the same scope and currency. */
  | { readonly kind: 'rule'; readonly rule: PriceRule }
  | { readonly kind: 'remove'; readonly id: number }
  /** Earlier rates are not deleted, because they convert the cost of earlier orders. */
  | { readonly kind: 'rate'; readonly rate: ExchangeRate }

const scope = ['supplier', 'country_code', 'tariff_id', 'currency']
const ruleColumns = [...scope, 'markup_hundredths', 'minimum_profit', 'step', 'ending']
const rateColumns = ['from_currency', 'from_minor', 'to_currency', 'to_minor', 'since']

/** Returns a statement that stores a change of the price book. */
export function priceBookSql(change: PriceBookChange, now: Date): string {
  switch (change.kind) {
    case 'rule': {
      const { rule } = change
      const row = [
        rule.supplier ?? '',
        rule.countryCode ?? '',
        rule.tariffID ?? '',
        rule.currency,
        rule.markupHundredths,
        rule.minimumProfit,
        rule.step,
        rule.ending,
      ]
      return insertRows('price_rules', ruleColumns, [row], replaceOn(scope, ruleColumns)).join('\n')
    }
    case 'remove':
      return `DELETE FROM price_rules WHERE id = ${change.id};`
    case 'rate': {
      const { from, to } = change.rate
      const row = [from.currency, from.minor, to.currency, to.minor, now.toISOString()]
      return insertRows('exchange_rates', rateColumns, [row]).join('\n')
    }
  }
}
