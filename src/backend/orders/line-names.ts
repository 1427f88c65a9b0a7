import type { Locale } from '../../locale/locales.ts'
import { tariffName, topUpName } from '../../locale/tariff-words.ts'
import { wordsOf } from '../../locale/words.ts'
import { tariffColumns, tariffJoins, toTariff } from '../catalogue/tariff-rows.ts'
import type { TariffRow } from '../catalogue/tariff-rows.ts'

/** The plan of a line, and its top-up if it has one. */
export type NamedLineRow = TariffRow & {
  /** The eSIM of a top-up; NULL: the line is a plan. */
  top_up_hash: string | null
  top_up_mb: number | null
  top_up_days: number | null
}

/** Columns for `NamedLineRow`, but `in_stock`. */
export function lineColumns(lang: Locale): string {
  return `${tariffColumns(lang)}, u.esim_hash AS top_up_hash, u.traffic_mb AS top_up_mb,
    u.validity_days AS top_up_days`
}

/** Joins to `invoice_lines l` that the columns need. */
export const lineJoins = `JOIN tariffs t ON t.id = l.tariff_id ${tariffJoins}
  LEFT JOIN top_ups u ON u.invoice_id = l.invoice_id AND u.line_position = l.position`

/** What a line sells, in the language of the order. */
export function lineName(locale: Locale, row: NamedLineRow): string {
  const words = wordsOf(locale)
  const tariff = toTariff(row, words)
  const { placeTitle } = tariff
  return row.top_up_hash === null
    ? tariffName({ locale, words }, tariff)
    : topUpName(
        { locale, words },
        { placeTitle, trafficMb: row.top_up_mb, validityDays: row.top_up_days ?? 0 },
      )
}
