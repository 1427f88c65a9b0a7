import { z } from 'zod'
import { prices as storedPrices } from '../../src/contract/common.ts'
import { readExchangeRates, readPriceRules } from '../../src/backend/pricing/read-price-book.ts'
import type { StoredPriceRule } from '../../src/backend/pricing/read-price-book.ts'
import type { SqlStore } from '../../src/backend/sql-store.ts'
import { alignRows } from '../command/align-rows.ts'
import { decimalOf } from '../../src/domain/money.ts'
import type { Currencies, Money } from '../../src/domain/money.ts'

const setRow = z.object({ id: z.string(), prices: z.string() })
const maxSet = 200

export async function describePrices(store: SqlStore, currencies: Currencies): Promise<string[]> {
  const rules = await readPriceRules(store)
  const rates = await readExchangeRates(store)
  const set = await store.query(
    `SELECT id, set_prices AS prices FROM tariffs
    WHERE supplier IS NOT NULL AND set_prices <> '{}' ORDER BY id LIMIT ${maxSet}`,
    setRow,
  )
  const unruled = currencies.filter((each) => !rules.some(({ currency }) => currency === each))
  return [
    ...alignRows(rules.map(describeRule)),
    ...unruled.map((currency) => `There is no rule for ${currency}.`),
    ...rates.map(({ from, to }) => `rate  ${amountOf(from)} = ${amountOf(to)}`),
    ...set.map(({ id, prices }) => {
      const amounts = Object.entries(storedPrices.parse(JSON.parse(prices)))
      return `set   ${id}  ${amounts.map(([currency, minor]) => amountOf({ minor, currency })).join(', ')}`
    }),
  ]
}

function describeRule(rule: StoredPriceRule): readonly string[] {
  const { id, supplier, countryCode, tariffID, currency, minimumProfit, step, ending } = rule
  const scope = Object.entries({ supplier, country: countryCode, plan: tariffID }).flatMap(
    ([name, value]) => (value === null ? [] : `${name} ${value}`),
  )
  return [
    `rule ${id}`,
    scope.length === 0 ? 'every plan' : scope.join(', '),
    `${currency}: cost + ${rule.markupHundredths / 100}%`,
    minimumProfit === 0 ? '' : `at least ${amountOf({ minor: minimumProfit, currency })}`,
    step === 1
      ? ''
      : `step ${amountOf({ minor: step, currency })}, ending ${amountOf({ minor: ending, currency })}`,
  ]
}

function amountOf(money: Money): string {
  return `${decimalOf(money)} ${money.currency}`
}
