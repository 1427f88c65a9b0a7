import type { BackendContext } from '../context.ts'
import { toTariff, tariffColumns, tariffJoins } from '../catalogue/tariff-rows.ts'
import type { TariffRow } from '../catalogue/tariff-rows.ts'
import { tariffName } from '../../locale/tariff-words.ts'
import type { Locale } from '../../locale/locales.ts'

export const reviewStatuses = ['new', 'approved', 'refused'] as const
export type ReviewStatus = (typeof reviewStatuses)[number]

/** A review in the back office, with the version that the next action must send. */
export type ReviewForStaff = {
  readonly id: string
  readonly version: number
  readonly status: ReviewStatus
  readonly invoiceID: string
  readonly plan: string
  readonly isGift: boolean
  readonly lang: Locale
  readonly rating: number
  readonly text: string
  readonly author: string
  readonly writtenAt: string
}

type ReviewRow = TariffRow &
  Omit<ReviewForStaff, 'id' | 'plan' | 'isGift'> & { review_id: string; is_gift: number }
type ReviewsContext = Pick<BackendContext, 'db' | 'locale' | 'words'>

/** Returns up to 50 reviews with a status: the oldest new reviews, or the last decided reviews. */
export async function reviewsForStaff(
  { db, locale, words }: ReviewsContext,
  status: ReviewStatus,
): Promise<ReviewForStaff[]> {
  const order = status === 'new' ? 'r.written_at' : 'r.decided_at DESC'
  const { results } = await db
    .prepare(
      `SELECT ${tariffColumns(locale)}, 1 AS in_stock, r.id AS review_id, v.version, r.status,
        r.invoice_id AS invoiceID, r.is_gift, r.lang, r.rating, r.text, r.author,
        r.written_at AS writtenAt
      FROM reviews r JOIN review_versions v ON v.review_id = r.id
      JOIN tariffs t ON t.id = r.tariff_id ${tariffJoins}
      WHERE r.status = ? ORDER BY ${order} LIMIT 50`,
    )
    .bind(status)
    .all<ReviewRow>()
  return results.map((row) => ({
    id: row.review_id,
    version: row.version,
    status: row.status,
    invoiceID: row.invoiceID,
    plan: tariffName({ locale, words }, toTariff(row, words)),
    isGift: row.is_gift === 1,
    lang: row.lang,
    rating: row.rating,
    text: row.text,
    author: row.author,
    writtenAt: row.writtenAt,
  }))
}
