import { z } from 'zod'
import type { Currency } from '../kit/money.shared.ts'
import { dayMs, dayOf, timeAfter } from '../kit/time.shared.ts'
import type { Period } from '../kit/time.shared.ts'
import { literal } from '../kit/sql-text.ts'

const row = z.object({
  day: z.string(),
  place: z.string(),
  lines: z.int(),
  revenue: z.int(),
  cost: z.int(),
  unknownLines: z.int(),
  unknownRevenue: z.int(),
  unconvertedLines: z.int(),
  unconvertedCurrencies: z
    .string()
    .nullable()
    .transform((codes) => codes?.split(',') ?? []),
})

/**
 * Sales of a day (UTC) in a country or world region, in minor units of the reference currency.
 * `revenue` and `cost` include only lines for which both amounts are known. `unconvertedLines`
 * counts lines that were paid in a currency without a rate. No total includes their revenue.
 * `unconvertedCurrencies` lists the currencies of these lines. Fees of payment providers are not
 * included.
 */
export type Sales = Readonly<z.output<typeof row>>

/**
 * Returns the sales of a period, by day and place. Revenue is the money that the shop has after
 * refunds and lost disputes. A refunded line has no revenue, but its cost is included. Amounts in
 * other currencies are converted at the rate of the time of payment.
 */
export async function readSales(
  db: Pick<D1Database, 'prepare'>,
  period: Period,
  reference: Currency,
): Promise<Sales[]> {
  const toReference = (minor: string, currency: string) =>
    convertedSql({ minor, currency, at: 'line.paid_at' }, reference)
  // Zero is the same in every currency, so a refunded line needs no rate.
  const revenue = `CASE WHEN line.revenue = 0 THEN 0
    ELSE ${toReference('line.revenue', 'line.currency')} END`
  const cost = toReference('line.cost_minor', 'line.cost_currency')
  const isKnown = 'revenue IS NOT NULL AND cost IS NOT NULL'
  const { since, until } = period
  const { results } = await db
    .prepare(
      `SELECT day, place, count(*) AS lines,
      coalesce(sum(revenue) FILTER (WHERE ${isKnown}), 0) AS revenue,
      coalesce(sum(cost) FILTER (WHERE ${isKnown}), 0) AS cost,
      count(*) FILTER (WHERE NOT (${isKnown})) AS unknownLines,
      coalesce(sum(revenue) FILTER (WHERE NOT (${isKnown})), 0) AS unknownRevenue,
      count(*) FILTER (WHERE revenue IS NULL) AS unconvertedLines,
      group_concat(DISTINCT currency) FILTER (WHERE revenue IS NULL) AS unconvertedCurrencies
    FROM (SELECT day, place, currency, ${revenue} AS revenue, ${cost} AS cost
      FROM (${linesPaid()}) line)
    GROUP BY day, place ORDER BY day, place`,
    )
    .bind(since.toISOString(), until?.toISOString() ?? '~')
    .all()
  return z.array(row).parse(results)
}

/**
 * SQL: the money that the shop holds for the order `i`: `held_minor` of `order_states`. The view
 * can only be read for one order.
 */
const held = `(SELECT coalesce(sum(f.held_minor), 0) FROM fact_money f
  WHERE f.order_id = i.id AND f.currency = i.currency)`

/** SQL: the price of the line `l`, which is due unless the line is returned. */
const price = 'CASE WHEN NOT l.is_returned THEN l.amount_minor ELSE 0 END'

/**
 * SQL: the lines of orders that were paid from ?1 to before ?2. Their `revenue` adds up to the money
 * that the shop has, and at most to the price that is due. When the shop has less than this price, each
 * line loses the same share of its price.
 */
function linesPaid(): string {
  const isReturned = `(i.status IN ('refunded', 'lost') OR l.is_returned)`
  const lines = `SELECT i.paid_at, i.currency, l.plan_id, l.order_id, l.position,
      ${isReturned} AS is_returned, ${price} AS price, ${held} AS held,
      sum(${price}) OVER (PARTITION BY l.order_id) AS due,
      sum(${price}) OVER (PARTITION BY l.order_id ORDER BY l.position) AS price_so_far
    -- CROSS JOIN makes SQLite read the payments of the period first.
    FROM orders i CROSS JOIN line_states l ON l.order_id = i.id
    WHERE i.paid_at >= ?1 AND i.paid_at < ?2`
  // A line gets the difference of two running sums, so that rounding loses nothing. Nothing is due
  // when all lines are returned: SQLite returns NULL for a division by zero.
  const kept = 'max(0, min(sold.held, sold.due))'
  const revenue = `coalesce(${kept} * sold.price_so_far / sold.due
    - ${kept} * (sold.price_so_far - sold.price) / sold.due, 0)`
  return `SELECT sold.paid_at, substr(sold.paid_at, 1, 10) AS day,
      CASE WHEN t.kind = 'multi' THEN coalesce(t.world_region, 'multi')
        ELSE t.country_codes ->> 0 END AS place,
      ${revenue} AS revenue, sold.currency, c.cost_minor, c.cost_currency
    FROM (${lines}) sold CROSS JOIN plans t ON t.id = sold.plan_id
    -- Each line has a row. A LEFT JOIN would compute the costs of all lines ever sold.
    JOIN line_costs c ON c.order_id = sold.order_id AND c.position = sold.position
    -- Skips returned lines that have neither revenue nor a cost nor an eSIM.
    WHERE NOT (sold.is_returned AND ${revenue} = 0 AND c.cost_minor IS NULL
      AND NOT EXISTS (SELECT 1 FROM esims e
        WHERE e.order_id = sold.order_id AND e.line_position = sold.position))`
}

/** Sums of a day or a place. `profit` covers only lines whose cost is known. */
export type SalesSum = {
  readonly name: string
  readonly lines: number
  readonly revenue: number
  readonly cost: number
  readonly profit: number
  /** Revenue of lines whose cost is not known. */
  readonly unknown: number
  /** Whether the revenue of any line is known, and its cost and profit. True without lines. */
  readonly hasRevenue: boolean
  readonly hasCost: boolean
}

/** Adds sales up by day or by place. */
export function salesBy(sales: readonly Sales[], key: 'day' | 'place'): SalesSum[] {
  const groups = Map.groupBy(sales, (each) => each[key])
  return [...groups].map(([name, group]) => sumOf(name, group))
}

/** Returns a sum for each day of a period, including days without sales. */
export function salesByDay(sales: readonly Sales[], since: Date, days: number): SalesSum[] {
  return Array.from({ length: days }, (_, index) => {
    const day = dayOf(timeAfter(since, index * dayMs))
    return sumOf(
      day,
      sales.filter((each) => each.day === day),
    )
  })
}

export function sumOf(name: string, sales: readonly Sales[]): SalesSum {
  const total = (of: (each: Sales) => number) => sales.reduce((sum, each) => sum + of(each), 0)
  const revenue = total((each) => each.revenue)
  const cost = total((each) => each.cost)
  const lines = total((each) => each.lines)
  return {
    name,
    lines,
    revenue,
    cost,
    profit: revenue - cost,
    unknown: total((each) => each.unknownRevenue),
    hasRevenue: lines === 0 || total((each) => each.unconvertedLines) < lines,
    hasCost: lines === 0 || total((each) => each.unknownLines) < lines,
  }
}

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
