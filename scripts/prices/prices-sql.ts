import { z } from 'zod'
import type { SqlStore } from '../../src/backend/sql-store.ts'
import { insertRows, literal, replaceOn } from '../../src/backend/sql-text.ts'
import type { ExchangeRate } from '../../src/domain/exchange-rates.ts'
import type { Prices } from '../../src/domain/money.ts'
import type { PriceRule } from '../../src/domain/price-rules.ts'

const scope = ['supplier', 'country_code', 'tariff_id', 'currency']
const columns = [...scope, 'markup_hundredths', 'minimum_profit', 'step', 'ending']

/** Adds a rule, in place of the one with the same scope and currency. */
export function addRule(rule: PriceRule): string {
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
  return insertRows('price_rules', columns, [row], replaceOn(scope, columns)).join('\n')
}

export async function removeRule({ query, execute }: SqlStore, id: number): Promise<void> {
  const known = await query(`SELECT id FROM price_rules WHERE id = ${id}`, z.unknown())
  if (known.length === 0) throw new Error(`There is no rule ${id}. \`list\` shows them.`)
  await execute([`DELETE FROM price_rules WHERE id = ${id};`])
}

/** Adds a rate. Earlier ones stay, for what earlier orders cost. */
export function addRate({ from, to }: ExchangeRate, now: Date): string {
  return insertRows(
    'exchange_rates',
    ['from_currency', 'from_minor', 'to_currency', 'to_minor', 'since'],
    [[from.currency, from.minor, to.currency, to.minor, now.toISOString()]],
  ).join('\n')
}

export function setPrices(tariffID: string, prices: Prices): string {
  const value = literal(JSON.stringify(prices))
  return `UPDATE tariffs SET set_prices = ${value} WHERE id = ${literal(tariffID)};`
}
