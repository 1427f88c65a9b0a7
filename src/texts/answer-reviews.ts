import type { BackendContext } from '../context.ts'
import { dayOf, dayMs, timeBefore } from '../kit/time.shared.ts'
import { readRows } from '../kit/sql.ts'

/** Numbers of visitors who found an answer helpful or not helpful, in all languages. */
export type ReviewCount = { readonly helpful: number; readonly unhelpful: number }

export type WrittenReview = {
  readonly id: string
  readonly lang: string
  readonly comment: string
  readonly createdAt: string
}

/** Today and the 29 days before. */
const shownTime = 29 * dayMs

/** Returns the counts of the last 30 days by question, except questions that nobody rated. */
export async function reviewCounts({
  db,
  now,
}: Pick<BackendContext, 'db' | 'now'>): Promise<ReadonlyMap<string, ReviewCount>> {
  const since = dayOf(timeBefore(now, shownTime))
  const results = await readRows<ReviewCount & { ident: string }>(db)`SELECT ident,
      sum(iif(is_helpful, count, 0)) AS helpful,
      sum(iif(is_helpful, 0, count)) AS unhelpful
    FROM answer_reviews WHERE created_at >= ${since} GROUP BY ident`
  return new Map(results.map(({ ident, ...count }) => [ident, count]))
}

/** Returns the 50 newest comments of visitors on an answer. */
export async function writtenReviews({ db }: Pick<BackendContext, 'db'>, ident: string) {
  const results = await readRows<WrittenReview>(db)`SELECT id, lang, comment,
      created_at AS createdAt FROM answer_reviews
    WHERE ident = ${ident} AND comment <> '' ORDER BY created_at DESC LIMIT 50`
  return results
}
