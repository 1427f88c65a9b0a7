import type { Locale } from '../../locale/locales.ts'
import { tariffName, topUpName } from '../../locale/tariff-words.ts'
import { wordsOf } from '../../locale/words.ts'
import { tariffColumn, tariffJoins, toTariff } from '../catalogue/tariff-rows.ts'
import type { TariffRow } from '../catalogue/tariff-rows.ts'

/** The plan of a line, and the line's top-up if it has one. */
export type NamedLineRow = TariffRow & {
  /**
   * The eSIM of a top-up. NULL for a plan, and when the buyer may not see the eSIM's current link.
   */
  top_up_hash: string | null
  top_up_mb: number | null
  /** NULL when the line is a plan. */
  top_up_days: number | null
}

/**
 * Returns the columns of `NamedLineRow`.
 * @param inStock whether the plan is in stock, an SQL expression
 */
export function lineColumns(lang: Locale, inStock = '1'): string {
  return `${tariffColumn(lang, inStock)}, ${topUpHash} AS top_up_hash, u.traffic_mb AS top_up_mb,
    u.validity_days AS top_up_days`
}

/**
 * SQL: the eSIM of the top-up `u`. NULL when staff corrected the eSIM's address, or the recipient
 * of the gift, after the top-up was ordered. The buyer had the link of the earlier address, and
 * must not get the new link.
 */
const topUpHash = `(SELECT topped.esim_hash FROM esims topped
  JOIN invoices sold ON sold.id = topped.invoice_id
  JOIN invoices ordered ON ordered.id = u.invoice_id
  WHERE topped.esim_hash = u.esim_hash
    AND (sold.address_corrected_at IS NULL OR sold.address_corrected_at < ordered.created_at)
    AND NOT EXISTS (SELECT 1 FROM audit a
      WHERE a.subject_kind = 'invoice' AND a.subject_id = sold.id AND a.at >= ordered.created_at
        AND a.action = 'address' AND a.details ->> 'line' = topped.line_position))`

/** Joins to `invoice_lines l` that `lineColumns` needs. */
export const lineJoins = `JOIN tariffs t ON t.id = l.tariff_id ${tariffJoins}
  LEFT JOIN top_ups u ON u.invoice_id = l.invoice_id AND u.line_position = l.position`

/** Returns the name of a line's plan or top-up. */
export function lineName(locale: Locale, row: NamedLineRow): string {
  const words = wordsOf(locale)
  const tariff = toTariff(row, words)
  const { placeTitle } = tariff
  return row.top_up_days === null
    ? tariffName({ locale, words }, tariff)
    : topUpName(
        { locale, words },
        { placeTitle, trafficMb: row.top_up_mb, validityDays: row.top_up_days },
      )
}
