import { z } from 'zod'
import type { ExchangeRate, PriceBook, PriceRule } from './price-rules.ts'
import type { Currencies } from '../kit/money.shared.ts'
import type { SqlStore } from '../kit/sql-store.ts'
import { insertRows, replaceOn } from '../kit/sql-text.ts'

const rule = z
  .object({
    id: z.int(),
    supplier: z.string(),
    countryCode: z.string(),
    tariffID: z.string(),
    currency: z.string(),
    markupHundredths: z.int(),
    minimumProfit: z.int(),
    step: z.int(),
    ending: z.int(),
  })
  .transform(({ supplier, countryCode, tariffID, ...others }) => ({
    ...others,
    supplier: nullIfEmpty(supplier),
    countryCode: nullIfEmpty(countryCode),
    tariffID: nullIfEmpty(tariffID),
  }))

function nullIfEmpty(text: string): string | null {
  return text === '' ? null : text
}

export type StoredPriceRule = PriceRule & { readonly id: number }

const rate = z.object({
  from: z.string(),
  fromMinor: z.int(),
  to: z.string(),
  toMinor: z.int(),
})

export async function readPriceRules({
  query,
}: Pick<SqlStore, 'query'>): Promise<StoredPriceRule[]> {
  return query(
    `SELECT id, supplier, country_code AS countryCode, tariff_id AS tariffID, currency,
      markup_hundredths AS markupHundredths, minimum_profit AS minimumProfit, step, ending
    FROM price_rules ORDER BY currency, supplier, country_code, tariff_id`,
    rule,
  )
}

/** Returns the latest rate of each pair of currencies, newest first. */
export async function readExchangeRates({
  query,
}: Pick<SqlStore, 'query'>): Promise<ExchangeRate[]> {
  const rows = await query(
    `SELECT from_currency AS "from", from_minor AS fromMinor, to_currency AS "to",
      to_minor AS toMinor, max(since) AS since
    FROM exchange_rates GROUP BY from_currency, to_currency ORDER BY since DESC`,
    rate,
  )
  return rows.map((row) => ({
    from: { minor: row.fromMinor, currency: row.from },
    to: { minor: row.toMinor, currency: row.to },
  }))
}

export async function readPriceBook(
  store: Pick<SqlStore, 'query'>,
  currencies: Currencies,
): Promise<PriceBook> {
  return {
    currencies,
    rules: await readPriceRules(store),
    rates: await readExchangeRates(store),
  }
}

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
