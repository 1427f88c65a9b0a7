import { z } from 'zod'
import type { Currency } from '../../domain/money.ts'
import type { SqlStore } from '../sql-store.ts'
import { literal } from '../sql-text.ts'
import { convertedSql } from './converted-sql.ts'

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
 * counts lines that were paid in a currency without a rate. No sum includes their revenue.
 * `unconvertedCurrencies` lists the currencies of these lines. Fees of payment providers are not
 * included.
 */
export type Sales = Readonly<z.output<typeof row>>

/**
 * Returns the sales since a given time, by day and place. A refunded line has no revenue, but its
 * cost is included. Amounts in other currencies are converted at the rate of the time of payment.
 */
export async function readSales(
  { query }: Pick<SqlStore, 'query'>,
  since: Date,
  reference: Currency,
): Promise<Sales[]> {
  const toReference = (minor: string, currency: string) =>
    convertedSql({ minor, currency, at: 'line.paid_at' }, reference)
  // Zero is the same in every currency, so a refunded line needs no rate.
  const revenue = `CASE WHEN line.revenue = 0 THEN 0
    ELSE ${toReference('line.revenue', 'line.currency')} END`
  const cost = toReference('line.cost_minor', 'line.cost_currency')
  const isKnown = 'revenue IS NOT NULL AND cost IS NOT NULL'
  return query(
    `SELECT day, place, count(*) AS lines,
      coalesce(sum(revenue) FILTER (WHERE ${isKnown}), 0) AS revenue,
      coalesce(sum(cost) FILTER (WHERE ${isKnown}), 0) AS cost,
      count(*) FILTER (WHERE NOT (${isKnown})) AS unknownLines,
      coalesce(sum(revenue) FILTER (WHERE NOT (${isKnown})), 0) AS unknownRevenue,
      count(*) FILTER (WHERE revenue IS NULL) AS unconvertedLines,
      group_concat(DISTINCT currency) FILTER (WHERE revenue IS NULL) AS unconvertedCurrencies
    FROM (SELECT day, place, currency, ${revenue} AS revenue, ${cost} AS cost
      FROM (${linesSince(since)}) line)
    GROUP BY day, place ORDER BY day, place`,
    row,
  )
}

function linesSince(since: Date): string {
  const isReturned = `(i.status = 'refunded' OR l.refund_requested_at IS NOT NULL)`
  return `SELECT i.paid_at, substr(i.paid_at, 1, 10) AS day,
      CASE WHEN t.kind = 'multi' THEN coalesce(t.world_region, 'multi')
        ELSE t.country_codes ->> 0 END AS place,
      CASE WHEN ${isReturned} THEN 0 ELSE l.amount_minor END AS revenue, i.currency,
      c.cost_minor, c.cost_currency
    -- CROSS JOIN makes SQLite read the payments of the period first.
    FROM invoices i CROSS JOIN invoice_lines l ON l.invoice_id = i.id
    JOIN tariffs t ON t.id = l.tariff_id
    -- Each line has a row. A LEFT JOIN would compute the costs of all lines ever sold.
    JOIN line_costs c ON c.invoice_id = l.invoice_id AND c.position = l.position
    WHERE i.paid_at >= ${literal(since.toISOString())}
      -- Skips returned lines that have neither a cost nor an eSIM.
      AND NOT (${isReturned} AND c.cost_minor IS NULL AND NOT EXISTS (
        SELECT 1 FROM esims e WHERE e.invoice_id = l.invoice_id AND e.line_position = l.position))`
}
