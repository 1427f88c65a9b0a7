import type { z } from 'zod'
import type { Review, ReviewRating, reviews } from '../../contract/reviews.ts'
import { ok } from '../../domain/result.ts'
import type { Words } from '../../locale/words.ts'
import { tariffColumn, tariffJoins, toTariff } from '../catalogue/tariff-rows.ts'
import type { TariffRow } from '../catalogue/tariff-rows.ts'
import { prepareQuery, runBatch } from '../batch.ts'
import type { BackendContext } from '../context.ts'
import type { OperationResult } from '../operation-result.ts'
import { pageOfRows, rowsOf } from '../paging.ts'

type ReviewListQuery = z.output<typeof reviews.input>
type ShownReviewRow = TariffRow & {
  rating: number
  text: string
  author: string
  written_at: string
  is_gift: number
}

/** SQL about the reviews of a page, with its parameters. */
type ReviewScope = {
  readonly where: string
  readonly params: readonly string[]
  /** The subject in `review_sums` whose rating the page shows. */
  readonly rated: string
  /** The subject whose reviews the page shows. */
  readonly shown: string
}

type Sums = { readonly about: string; readonly number: number; readonly stars: number }

/** Returns approved reviews with a text, newest first, and the rating of all approved reviews. */
export async function listReviews(
  { catalogue: db, words }: BackendContext,
  query: ReviewListQuery,
): Promise<OperationResult<z.output<typeof reviews.output>>> {
  const { where, params, rated, shown } = scopeOf(query)
  const lang = `?${params.length + 1}`
  const all = [...params, query.lang]
  const [rows, sums] = await runBatch(db, [
    prepareQuery<ShownReviewRow>(
      db,
      `SELECT ${tariffColumn(query.lang, '1')}, r.rating, r.text, r.author, r.written_at, r.is_gift
        FROM reviews r JOIN tariffs t ON t.id = r.tariff_id ${tariffJoins}
        WHERE ${where} AND r.lang = ${lang} AND r.status = 'approved' AND r.text <> ''
        ORDER BY r.written_at DESC LIMIT ? OFFSET ?`,
      ...all,
      ...rowsOf(query),
    ),
    prepareQuery<Sums>(
      db,
      `SELECT about, number, stars FROM review_sums
        WHERE about IN (${rated}, ${lang} || '/' || ${shown})`,
      ...all,
    ),
  ])
  const items = rows.results.map((row) => toReview(row, words))
  const isOfLanguage = ({ about }: Sums) => about.startsWith(`${query.lang}/`)
  const total = sums.results.find(isOfLanguage)?.number ?? 0
  const rating = ratingOf(sums.results.find((each) => !isOfLanguage(each)))
  return ok({ ...pageOfRows(query, items, total), rating })
}

/** SQL: the place of a plan's reviews, as in the column `place`. */
const placeOfPlan = `coalesce((SELECT country_codes ->> 0 FROM tariffs
  WHERE id = ?1 AND kind <> 'multi'), ?1)`

/**
 * A plan for several countries shows its own reviews only, because reviews of one country do not
 * describe the plan.
 */
function scopeOf({ country, tariffID }: ReviewListQuery): ReviewScope {
  if (tariffID !== undefined)
    return {
      where: `r.place = ${placeOfPlan}`,
      params: [tariffID],
      rated: `'tariff/' || ?1`,
      shown: `'place/' || ${placeOfPlan}`,
    }
  const ofPlace = `'place/' || ?1`
  if (country !== undefined)
    return { where: 'r.place = ?1', params: [country], rated: ofPlace, shown: ofPlace }
  return { where: 'true', params: [], rated: `'all'`, shown: `'all'` }
}

function ratingOf(sums: Sums | undefined): ReviewRating | null {
  if (sums === undefined || sums.number === 0) return null
  const { number, stars } = sums
  return { count: number, average: Math.round((stars / number) * 10) / 10 }
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
