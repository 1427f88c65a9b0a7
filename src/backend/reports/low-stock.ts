import type { Locale } from '../../locale/locales.ts'
import { tariffName } from '../../locale/tariff-words.ts'
import { isForSale, isOpenSource } from '../catalogue/can-sell.ts'
import { tariffColumns, tariffJoins, toTariff } from '../catalogue/tariff-rows.ts'
import type { TariffRow } from '../catalogue/tariff-rows.ts'
import type { BackendContext } from '../context.ts'
import { dayMs, isoBefore } from '../../domain/time-units.ts'

/** A plan of the shop's own stock that sells out soon. */
export type LowStock = {
  readonly tariffID: string
  /** The name that customers read. */
  readonly title: string
  /** Number of sales within the last 14 days. */
  readonly sold: number
  readonly left: number
  /** Days until the stock is sold out, at the rate of the last 14 days. */
  readonly daysLeft: number
}

/** Days from which the rate of sales is computed. */
const ratePeriod = 14
/** Days of stock below which a plan is listed. */
const enough = 14
/** Maximum number of profiles to count, because D1 reads a row for each of them. */
const mostCounted = 2000

type SoldRow = TariffRow & Pick<LowStock, 'sold' | 'left'>
type LowStockContext = Pick<BackendContext, 'db' | 'now' | 'locale' | 'words'>

/** Returns up to 30 plans without a supplier and with less than 14 days of stock, lowest first. */
export async function lowStock({ db, now, locale, words }: LowStockContext): Promise<LowStock[]> {
  const since = isoBefore(now, ratePeriod * dayMs)
  const { results } = await db.prepare(stockSql(locale)).bind(since).all<SoldRow>()
  return results
    .map((row) => ({ row, daysLeft: Math.floor((row.left / row.sold) * ratePeriod) }))
    .filter(({ row, daysLeft }) => daysLeft < enough && row.left < mostCounted)
    .toSorted((a, b) => a.daysLeft - b.daysLeft || b.row.sold - a.row.sold)
    .slice(0, 30)
    .map(({ row, daysLeft }) => ({
      tariffID: row.id,
      title: tariffName({ locale, words }, toTariff(row, words)),
      sold: row.sold,
      left: row.left,
      daysLeft,
    }))
}

function stockSql(locale: Locale): string {
  return `SELECT ${tariffColumns(locale)}, 1 AS in_stock, rate.lines AS sold,
    (SELECT count(*) FROM (SELECT 1 FROM stock
      WHERE stock.tariff_id = rate.tariff_id AND ${isForSale}
      LIMIT ${mostCounted})) AS left
  FROM (SELECT l.tariff_id, count(*) AS lines
    -- CROSS JOIN makes SQLite read the payments of the period first.
    FROM invoices i CROSS JOIN invoice_lines l ON l.invoice_id = i.id
    WHERE i.paid_at >= ? AND l.kind = 'plan' GROUP BY l.tariff_id) rate
  CROSS JOIN tariffs t ON t.id = rate.tariff_id ${tariffJoins}
  WHERE NOT EXISTS (SELECT 1 FROM tariff_sources source
    JOIN suppliers ON suppliers.id = source.supplier
    WHERE source.tariff_id = rate.tariff_id AND ${isOpenSource})`
}
