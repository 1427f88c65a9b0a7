import type { Currency } from '../../domain/money.ts'
import { literal } from '../sql-text.ts'

/**
 * Returns SQL that converts an amount to another currency, at the exchange rate of a given time.
 * The result is in minor units, rounded half up. It is NULL when there is no rate.
 * @param amount SQL expressions for the minor units, the currency and the time
 */
export function convertedSql(
  amount: { readonly minor: string; readonly currency: string; readonly at: string },
  currency: Currency,
): string {
  const { minor, currency: from, at } = amount
  const to = literal(currency)
  return `CASE WHEN ${from} = ${to} THEN ${minor} ELSE (
    SELECT (2 * ${minor} * rate.to_minor + rate.from_minor) / (2 * rate.from_minor) FROM (
      SELECT from_minor, to_minor, since FROM exchange_rates
      WHERE from_currency = ${from} AND to_currency = ${to} AND since <= ${at}
      UNION ALL SELECT to_minor, from_minor, since FROM exchange_rates
      WHERE from_currency = ${to} AND to_currency = ${from} AND since <= ${at}
    ) rate ORDER BY rate.since DESC LIMIT 1) END`
}
