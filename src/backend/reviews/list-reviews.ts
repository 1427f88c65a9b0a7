import type { z } from 'zod'
import type { Review, ReviewRating, reviews } from '../../contract/reviews.ts'
import { ok } from '../../domain/result.ts'
import type { Words } from '../../locale/words.ts'
import { tariffColumn, tariffJoins, toTariff } from '../catalogue/tariff-rows.ts'
import type { TariffRow } from '../catalogue/tariff-rows.ts'
import type { BackendContext, CatalogueDatabase } from '../context.ts'
import type { OperationResult } from '../operation-result.ts'
import { pageOf } from '../paging.ts'

type ReviewListQuery = z.output<typeof reviews.input>
type ShownReviewRow = TariffRow & {
  rating: number
  text: string
  author: string
  written_at: string
  is_gift: number
}

/** The filter of a list of reviews, and the subject of its rating in `review_sums`. */
type ReviewScope = { readonly where: string; readonly params: string[]; readonly about: string }

const isShown = `r.status = 'approved' AND r.text <> ''`

/** Returns approved reviews with a text, newest first, and the rating of all approved reviews. */
export async function listReviews(
  { catalogue: db, words }: BackendContext,
  query: ReviewListQuery,
): Promise<OperationResult<z.output<typeof reviews.output>>> {
  const { where, params, about } = scopeOf(query)
  const shown = `${where} AND r.lang = ? AND ${isShown}`
  const [page, rating] = await Promise.all([
    pageOf<ShownReviewRow, Review>(db, query, {
      sql: `SELECT ${tariffColumn(query.lang, '1')}, r.rating, r.text, r.author,
          r.written_at, r.is_gift
        FROM reviews r JOIN tariffs t ON t.id = r.tariff_id ${tariffJoins}
        WHERE ${shown} ORDER BY r.written_at DESC`,
      countSql: `SELECT 1 FROM reviews r WHERE ${shown}`,
      params: [...params, query.lang],
      toItem: (row) => toReview(row, words),
    }),
    ratingOf(db, about),
  ])
  return ok({ ...page, rating })
}

/**
 * A plan for several countries shows its own reviews only, because reviews of one country do not
 * describe the plan.
 */
function scopeOf({ country, tariffID }: ReviewListQuery): ReviewScope {
  if (tariffID !== undefined)
    return {
      where: `r.place = coalesce((SELECT country_codes ->> 0 FROM tariffs
        WHERE id = ?1 AND kind <> 'multi'), ?1)`,
      params: [tariffID],
      about: `tariff/${tariffID}`,
    }
  if (country !== undefined)
    return { where: 'r.place = ?1', params: [country], about: `place/${country}` }
  return { where: 'true', params: [], about: 'all' }
}

async function ratingOf(db: CatalogueDatabase, about: string): Promise<ReviewRating | null> {
  const sums = await db
    .prepare('SELECT number, stars FROM review_sums WHERE about = ? AND number > 0')
    .bind(about)
    .first<{ number: number; stars: number }>()
  return sums && { count: sums.number, average: Math.round((sums.stars / sums.number) * 10) / 10 }
}

function toReview(row: ShownReviewRow, words: Words): Review {
  return {
    rating: row.rating,
    text: row.text,
    author: row.author,
    writtenAt: row.written_at,
    tariff: toTariff(row, words),
    isGift: row.is_gift === 1,
  }
}
