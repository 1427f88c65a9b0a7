import { z } from 'zod'
import { minorDigits, type Currency } from '../kit/money.shared.ts'
import { dayMs, isoBefore } from '../kit/time.shared.ts'
import type { ChargeRule } from '../payments/charge-limits.ts'
import { comparablePairs } from '../plans/price-rules.ts'
import { join, raw, readRow, sql, type Sql } from '../kit/sql.ts'
import { error, warning, type ShopFinding } from './finding.ts'

export type SellingSettings = {
  readonly currencies: readonly Currency[]
  readonly suppliers: readonly string[]
  readonly charges: ChargeRule
}

const maxExamples = 5
/** Prices, totals and the smallest price after a promo code use the rates. */
const maxRateAge = 365 * dayMs
const examples = z.string().transform((text) => z.array(z.string()).parse(JSON.parse(text)))
const facts = z.object({
  listed: z.number(),
  forSale: z.number(),
  samples: z.number(),
  questions: z.number(),
  uncharged: examples,
  swapped: examples,
  unpriced: z
    .string()
    .transform((text) => z.record(z.string(), z.number()).parse(JSON.parse(text))),
  unrated: examples,
  agedRates: examples,
  suppliers: examples,
})
type Facts = z.output<typeof facts>

/** Checks the plans, prices and profiles in the database. */
export async function dataFindings(
  db: D1Database,
  settings: SellingSettings,
  now: Date,
): Promise<readonly ShopFinding[]> {
  const found = facts.parse(await readRow(db)`${factsSql(settings, now)}`)
  return [...salesFindings(found), ...priceFindings(found, settings), ...textsFor(found)]
}

/** Uses one statement, because each call to the production database takes a command seconds. */
function factsSql({ currencies, suppliers, charges }: SellingSettings, now: Date): Sql {
  const list = JSON.stringify(currencies)
  const base = currencies[0] ?? ''
  const lastRate = sql`(SELECT max(since) FROM exchange_rates
    WHERE (from_currency, to_currency) IN ((value, ${base}), (${base}, value)))`
  const limits = currencies.map((currency) => ({
    currency,
    least: Math.min(...charges(currency).map(({ least }) => least)),
    most: Math.max(...charges(currency).map(({ most }) => most)),
  }))
  const swapped = comparablePairs(currencies).map(
    ([valued, other]) => sql`${unitsIn(other)} < ${unitsIn(valued)}`,
  )
  return sql`SELECT
    (SELECT count(*) FROM plans WHERE is_listed = 1) AS listed,
    (SELECT count(*) FROM placements WHERE place = 'all' AND in_stock = 1) AS forSale,
    (SELECT count(*) FROM stock JOIN plans t ON t.id = stock.plan_id
      WHERE is_sample = 1 AND order_id IS NULL AND t.is_listed = 1) AS samples,
    (SELECT count(*) FROM shown_questions) AS questions,
    ${plansWhere(sql`EXISTS (SELECT 1 FROM json_each(prices) price
      JOIN json_each(${JSON.stringify(limits)}) charge ON charge.value ->> 'currency' = price.key
      WHERE price.value NOT BETWEEN charge.value ->> 'least' AND charge.value ->> 'most')`)} AS uncharged,
    ${plansWhere(swapped.length > 0 ? join(swapped, ' OR ') : sql`false`)} AS swapped,
    (SELECT json_group_object(currency.value, (SELECT count(*) FROM plans
      WHERE is_listed = 1 AND prices ->> currency.value IS NULL))
      FROM json_each(${list}) currency) AS unpriced,
    (SELECT json_group_array(value) FROM json_each(${list})
      WHERE key > 0 AND ${lastRate} IS NULL) AS unrated,
    (SELECT json_group_array(value) FROM json_each(${list})
      WHERE key > 0 AND ${lastRate} < ${isoBefore(now, maxRateAge)}) AS agedRates,
    (SELECT json_group_array(value) FROM json_each(${JSON.stringify(suppliers)})
      WHERE NOT EXISTS (SELECT 1 FROM plan_sources WHERE supplier = value)) AS suppliers`
}

/** SQL: the ids of up to `maxExamples` listed plans as a JSON array. */
function plansWhere(condition: Sql): Sql {
  return sql`(SELECT json_group_array(id) FROM (SELECT id FROM plans
    WHERE is_listed = 1 AND (${condition}) LIMIT ${raw(maxExamples)}))`
}

/** SQL: a price in major units of its currency, such as 12.5. */
function unitsIn(currency: Currency): Sql {
  return sql`(prices ->> ${currency}) / 1e${raw(minorDigits(currency))}`
}

function salesFindings({ listed, forSale, samples, suppliers }: Facts): readonly ShopFinding[] {
  return [
    ...(listed === 0
      ? [error('no-plans', { command: 'npm run shop -- import catalogue plans.csv' })]
      : forSale === 0
        ? [error('sold-out', { command: 'npm run shop -- import stock codes.csv' })]
        : []),
    ...(samples > 0
      ? [
          error('sample-profiles', {
            count: samples,
            command: 'npm run shop -- doctor --delete-samples',
          }),
        ]
      : []),
    ...suppliers.map((supplier) =>
      warning('no-source', { supplier, command: `npm run shop -- import supplier ${supplier}` }),
    ),
  ]
}

function priceFindings(
  { listed, uncharged, swapped, unpriced, unrated, agedRates }: Facts,
  { currencies: [base] }: SellingSettings,
): readonly ShopFinding[] {
  return [
    ...(uncharged.length > 0 ? [error('uncharged-plans', { plans: uncharged.join(', ') })] : []),
    ...(swapped.length > 0 ? [error('swapped-prices', { plans: swapped.join(', ') })] : []),
    ...Object.entries(unpriced)
      .filter(([, count]) => count > 0)
      .map(([currency, count]) => {
        const finding = currency === base || count === listed ? error : warning
        return finding('no-price', { count, all: listed, currency })
      }),
    ...unrated.map((currency) => warning('no-rate', { currency })),
    ...agedRates.map((currency) => warning('old-rate', { currency })),
  ]
}

function textsFor({ questions }: Facts): readonly ShopFinding[] {
  return questions > 0 ? [] : [warning('no-questions', { command: 'npm run shop -- import texts' })]
}
