import { isForSale, isOpenSource } from '../catalogue/can-sell.ts'
import type { BackendContext } from '../context.ts'

/** A plan of the shop's own stock that sells out soon. */
export type LowStock = {
  readonly tariffID: string
  /** Sold within the last 14 days. */
  readonly sold: number
  readonly left: number
  /** Days of stock at the rate of those days. */
  readonly daysLeft: number
}

const day = 86_400_000
/** Days to compute the rate of sales from, and days of stock below which a plan is listed. */
const ratePeriod = 14
const enough = 14
/** More profiles are not counted: each is a row that D1 reads. */
const mostCounted = 2000

type SoldRow = Omit<LowStock, 'daysLeft'>

/** Up to 30 plans without a supplier whose stock lasts less than 14 days, the shortest first. */
export async function lowStock({
  db,
  now,
}: Pick<BackendContext, 'db' | 'now'>): Promise<LowStock[]> {
  const since = new Date(now.getTime() - ratePeriod * day).toISOString()
  const { results } = await db.prepare(stockSql).bind(since).all<SoldRow>()
  return results
    .map((row) => ({ ...row, daysLeft: Math.floor((row.left / row.sold) * ratePeriod) }))
    .filter(({ daysLeft, left }) => daysLeft < enough && left < mostCounted)
    .toSorted((a, b) => a.daysLeft - b.daysLeft || b.sold - a.sold)
    .slice(0, 30)
}

const stockSql = `SELECT rate.tariff_id AS tariffID, rate.lines AS sold,
    (SELECT count(*) FROM (SELECT 1 FROM stock
      WHERE stock.tariff_id = rate.tariff_id AND ${isForSale}
      LIMIT ${mostCounted})) AS left
  FROM (SELECT l.tariff_id, count(*) AS lines
    -- The payments of the period first.
    FROM invoices i CROSS JOIN invoice_lines l ON l.invoice_id = i.id
    WHERE i.paid_at >= ? AND l.kind = 'plan' GROUP BY l.tariff_id) rate
  WHERE NOT EXISTS (SELECT 1 FROM tariff_sources source
    JOIN suppliers ON suppliers.id = source.supplier
    WHERE source.tariff_id = rate.tariff_id AND ${isOpenSource})`
