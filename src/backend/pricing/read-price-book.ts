import { z } from 'zod'
import type { ExchangeRate } from '../../domain/exchange-rates.ts'
import type { Currencies } from '../../domain/money.ts'
import type { PriceBook, PriceRule } from '../../domain/price-rules.ts'
import type { SqlStore } from '../sql-store.ts'

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
