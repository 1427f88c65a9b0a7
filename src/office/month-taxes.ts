import type { DatabaseContext } from '../context.ts'
import { boundsOf, type CalendarMonth } from '../kit/time.shared.ts'
import { documents } from './undocumented-money.ts'

/** The receipts and credit notes of a month in a country, with one rate and in one currency. */
export type MonthTax = {
  /** Null if the shop stored no country. */
  readonly country: string | null
  /** Hundredths of a percent. Null if the orders state no VAT. */
  readonly hundredths: number | null
  readonly currency: string
  readonly documents: number
  /** Minor units with VAT, and the VAT in them. Null if the orders state none. */
  readonly gross: number
  readonly vat: number | null
  /** Receipts whose two pieces of evidence name the same country, and others. */
  readonly proven: number
  readonly unproven: number
}

/** Adds up the documents of a month by country and rate. */
export async function monthTaxes(
  { db }: DatabaseContext,
  month: CalendarMonth,
): Promise<readonly MonthTax[]> {
  const { results } = await db
    .prepare(
      `SELECT coalesce(card_country, network_country) AS country, vat_hundredths AS hundredths,
        currency, count(*) AS documents, sum(minor) AS gross, sum(vat_minor) AS vat,
        count(*) FILTER (WHERE is_receipt AND card_country = network_country) AS proven,
        count(*) FILTER (WHERE is_receipt
          AND (card_country = network_country) IS NOT TRUE) AS unproven
      FROM ${documents} GROUP BY 1, 2, 3 ORDER BY country IS NULL, country, 2, 3`,
    )
    .bind(...boundsOf(month))
    .all<MonthTax>()
  return results
}
