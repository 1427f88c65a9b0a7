import { z } from 'zod'
import type { Currency } from '../kit/money.shared.ts'
import { dayMs, dayOf, lastDays, timeAfter, type Period } from '../kit/time.shared.ts'
import { literal } from '../kit/sql-text.ts'
import { raw, readRow, readRows, sql, type Sql } from '../kit/sql.ts'

const row = z.object({
  day: z.string(),
  place: z.string(),
  promoCode: z.string(),
  lines: z.int(),
  returnedLines: z.int(),
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
 * Sales of a day (UTC) in a country or world region with a promo code or without (''), in minor units
 * of the reference currency. `lines` includes `returnedLines`, whose plans were refunded, but not
 * lines that a reissue or an exchange replaced: of those only the cost is included.
 * `revenue` and `cost` include only lines for which both amounts are known. `unconvertedLines`
 * counts lines that were paid in a currency without a rate. No total includes their revenue.
 * `unconvertedCurrencies` lists the currencies of these lines. Fees of payment providers are not
 * included.
 */
export type Sales = Readonly<z.output<typeof row>>

/**
 * Returns the sales of a period, by day, place and promo code. Revenue is the money that the shop has after
 * refunds and lost disputes. A refunded line has no revenue, but its cost is included. Amounts in
 * other currencies are converted at the rate of the time of payment.
 */
export async function readSales(
  db: Pick<D1Database, 'prepare'>,
  period: Period,
  reference: Currency,
): Promise<Sales[]> {
  const toReference = (minor: string, currency: string) =>
    raw(convertedSql({ minor, currency, at: 'line.paid_at' }, reference))
  // Zero is the same in every currency, so a refunded line needs no rate.
  const revenue = sql`CASE WHEN line.revenue = 0 THEN 0
    ELSE ${toReference('line.revenue', 'line.currency')} END`
  const cost = toReference('line.cost_minor', 'line.cost_currency')
  const isKnown = sql`revenue IS NOT NULL AND cost IS NOT NULL`
  const results = await readRows(
    db,
  )`SELECT day, place, promoCode, count(*) FILTER (WHERE is_sold) AS lines,
      count(*) FILTER (WHERE is_sold AND is_returned) AS returnedLines,
      coalesce(sum(revenue) FILTER (WHERE ${isKnown}), 0) AS revenue,
      coalesce(sum(cost) FILTER (WHERE ${isKnown}), 0) AS cost,
      count(*) FILTER (WHERE NOT (${isKnown})) AS unknownLines,
      coalesce(sum(revenue) FILTER (WHERE NOT (${isKnown})), 0) AS unknownRevenue,
      count(*) FILTER (WHERE revenue IS NULL) AS unconvertedLines,
      group_concat(DISTINCT currency) FILTER (WHERE revenue IS NULL) AS unconvertedCurrencies
    FROM (SELECT day, place, promoCode, is_sold, is_returned, currency, ${revenue} AS revenue,
        ${cost} AS cost
      FROM (${linesPaid(period)}) line)
    GROUP BY day, place, promoCode ORDER BY day, place, promoCode`
  return z.array(row).parse(results)
}

/** Orders of a report on a page that staff open often. */
const mostReported = 10_000

/** Returns the days of the report of recent sales: 30, or 7 or 1 with more than 10,000 orders. */
export async function reportedDays(db: Pick<D1Database, 'prepare'>, now: Date): Promise<number> {
  const oldest = await readRow<{ paid_at: string }>(db)`SELECT paid_at FROM orders
    WHERE paid_at IS NOT NULL ORDER BY paid_at DESC LIMIT 1 OFFSET ${raw(mostReported)}`
  const start = (days: number) => lastDays(now, days).since.toISOString()
  return [30, 7].find((days) => start(days) > (oldest?.paid_at ?? '')) ?? 1
}

/**
 * SQL: the money that the shop holds for the order `i`: `kept_minor` of `order_states`. The view
 * can only be read for one order.
 */
const held = sql`(SELECT coalesce(sum(f.kept_minor), 0) FROM fact_money f
  WHERE f.order_id = i.id AND f.currency = i.currency)`

/** SQL: the price of the line `l`, which is due unless the line is returned. */
const price = sql`CASE WHEN NOT l.is_returned THEN l.amount_minor ELSE 0 END`

/**
 * SQL: the lines of orders that were paid in a period. Their `revenue` adds up to the money that the
 * shop has, and at most to the price that is due. When the shop has less than this price, each line
 * loses the same share of its price.
 */
function linesPaid({ since, until }: Period): Sql {
  const isReturned = sql`(i.status IN ('refunded', 'lost') OR l.is_returned)`
  const lines = sql`SELECT i.paid_at, i.currency, coalesce(i.promocode, '') AS promoCode, l.plan_id, l.order_id, l.position,
      l.replaced_by IS NULL AS is_sold, ${isReturned} AS is_returned, ${price} AS price, ${held} AS held,
      sum(${price}) OVER (PARTITION BY l.order_id) AS due,
      sum(${price}) OVER (PARTITION BY l.order_id ORDER BY l.position) AS price_so_far
    -- CROSS JOIN makes SQLite read the payments of the period first.
    FROM orders i CROSS JOIN line_states l ON l.order_id = i.id
    WHERE i.paid_at >= ${since} AND i.paid_at < ${until ?? '~'}`
  // A line gets the difference of two running sums, so that rounding loses nothing. Nothing is due
  // when all lines are returned: SQLite returns NULL for a division by zero.
  const kept = sql`max(0, min(sold.held, sold.due))`
  const revenue = sql`coalesce(${kept} * sold.price_so_far / sold.due
    - ${kept} * (sold.price_so_far - sold.price) / sold.due, 0)`
  return sql`SELECT sold.paid_at, substr(sold.paid_at, 1, 10) AS day, sold.promoCode, sold.is_sold, sold.is_returned,
      CASE WHEN t.kind = 'multi' THEN coalesce(t.world_region, 'multi')
        ELSE t.country_codes ->> 0 END AS place,
      ${revenue} AS revenue, sold.currency, c.cost_minor, c.cost_currency
    FROM (${lines}) sold CROSS JOIN plans t ON t.id = sold.plan_id
    -- Each line has a row. A LEFT JOIN would compute the costs of all lines ever sold.
    JOIN line_costs c ON c.order_id = sold.order_id AND c.position = sold.position
    -- Skips returned lines that have neither revenue nor a cost nor an eSIM.
    WHERE NOT (sold.is_returned AND ${revenue} = 0 AND c.cost_minor IS NULL
      AND NOT EXISTS (SELECT 1 FROM deliveries d
        WHERE d.order_id = sold.order_id AND d.line_position = sold.position))`
}

/** Sums of a day, a place or a promo code. `profit` covers only lines whose cost is known. */
export type SalesSum = {
  readonly name: string
  readonly lines: number
  readonly returnedLines: number
  readonly revenue: number
  readonly cost: number
  readonly profit: number
  /** Revenue of lines whose cost is not known. */
  readonly unknown: number
  /** Whether the revenue of any line is known, and its cost and profit. True without lines. */
  readonly hasRevenue: boolean
  readonly hasCost: boolean
}

/** Adds sales up by day, place or promo code. */
export function salesBy(sales: readonly Sales[], key: 'day' | 'place' | 'promoCode'): SalesSum[] {
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
    returnedLines: total((each) => each.returnedLines),
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
