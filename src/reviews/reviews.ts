import type { InputOf, OutputOf } from '../operations.ts'
import type { Review, ReviewRating } from './operations.ts'
import { ok } from '../kit/result.shared.ts'
import type { Words } from '../words/words.shared.ts'
import { planColumn, planJoins, toPlan, type PlanRow } from '../plans/plan-rows.ts'
import type { BackendContext } from '../context.ts'
import { done, notFound, refuse, type OperationResult } from '../api/operation-result.ts'
import { maxTotal } from '../kit/limits.shared.ts'
import { pageOfRows, rowsOf } from '../kit/paging.ts'
import { secretID } from '../kit/tokens.shared.ts'
import { refuseBlocked, readEsim, isOver } from '../esims/esim-rows.ts'
import { countVisitorAction } from '../api/rate-limit.ts'
import { prepare, raw, readRow, runBatch, sql, type Sql } from '../kit/sql.ts'

type ReviewListQuery = InputOf<'reviews'>
type ShownReviewRow = PlanRow & {
  rating: number
  text: string
  author: string
  written_at: string
  is_gift: number
}

/** SQL about the reviews of a page, with its parameters. */
type ReviewScope = {
  readonly where: Sql
  /** The reviews that count for the rating. */
  readonly rated: Sql
}

type Sums = { readonly number: number; readonly stars: number | null; readonly total: number }

/** The newest reviews of a rating. D1 reads and bills every row of it. */
const mostRated = 10_000

/** Returns approved reviews with a text, newest first, and the rating of the newest reviews. */
export async function listReviews(
  { catalogue: db, words }: BackendContext,
  query: ReviewListQuery,
): Promise<OperationResult<OutputOf<'reviews'>>> {
  const { where, rated } = scopeOf(query)
  const isShown = sql`${where} AND r.lang = ${query.lang} AND r.status = 'approved' AND r.text <> ''`
  const [limit, offset] = rowsOf(query)
  const [rows, sums] = await runBatch(db, [
    prepare<ShownReviewRow>(db)`SELECT ${raw(planColumn(query.lang, '1'))}, r.rating, r.text,
        r.author, r.written_at, r.is_gift
      FROM reviews r JOIN plans t ON t.id = r.plan_id ${raw(planJoins)}
      WHERE ${isShown} ORDER BY r.written_at DESC LIMIT ${limit} OFFSET ${offset}`,
    prepare<Sums>(db)`SELECT count(*) AS number, sum(rating) AS stars,
        (SELECT count(*) FROM (SELECT 1 FROM reviews r WHERE ${isShown} LIMIT ${raw(maxTotal)}))
          AS total
      FROM (SELECT rating FROM reviews r WHERE ${rated} AND r.status = 'approved'
        ORDER BY r.written_at DESC LIMIT ${raw(mostRated)})`,
  ])
  const items = rows.results.map((row) => toReview(row, words))
  const [sum] = sums.results
  return ok({ ...pageOfRows(query, items, sum?.total ?? 0), rating: ratingOf(sum) })
}

/**
 * A plan for several countries shows its own reviews only, because reviews of one country do not
 * describe the plan.
 */
function scopeOf({ country, tariffID }: ReviewListQuery): ReviewScope {
  if (tariffID !== undefined) {
    const place = sql`coalesce((SELECT country_codes ->> 0 FROM plans
      WHERE id = ${tariffID} AND kind <> 'multi'), ${tariffID})`
    return { where: sql`r.place = ${place}`, rated: sql`r.plan_id = ${tariffID}` }
  }
  const where = country === undefined ? sql`true` : sql`r.place = ${country}`
  return { where, rated: where }
}

function ratingOf(sums: Sums | undefined): ReviewRating | null {
  const { number = 0, stars } = sums ?? {}
  if (!stars) return null
  return { count: number, average: Math.round((stars / number) * 10) / 10 }
}

function toReview(row: ShownReviewRow, words: Words): Review {
  return {
    rating: row.rating,
    text: row.text,
    author: row.author,
    writtenAt: row.written_at,
    tariff: toPlan(row, words),
    isGift: row.is_gift === 1,
  }
}

/** The rate limit per client address. */
const reviewLimit = { action: 'review', perHour: 20 }

/** Returns the review of an eSIM by its traveller, and whether the traveller may write a review. */
export async function ownReview(
  context: BackendContext,
  { hash, lang }: InputOf<'esimReview'>,
): Promise<OperationResult<OutputOf<'esimReview'>>> {
  const { db, words, now } = context
  const row = await readEsim(db, hash, lang)
  if (!row) return notFound(context)
  const blocked = refuseBlocked(context, row)
  if (blocked) return blocked
  const review = await readRow<{ rating: number; text: string; author: string }>(db)`SELECT rating,
      text, author FROM reviews r JOIN esims e
      ON e.order_id = r.order_id AND e.line_position = r.line_position
    WHERE e.esim_hash = ${hash}`
  const canReview = isOver(row, now) && review === null
  return ok({ data: { hash, tariff: toPlan(row, words), canReview, review } })
}

/**
 * Stores at most one review per eSIM, after its plan is over. Staff decide whether to publish it.
 */
export async function sendReview(
  context: BackendContext,
  { hash, lang, rating, text, author }: InputOf<'esimReviewSend'>,
) {
  const { db, words, now } = context
  if (!(await countVisitorAction(context, reviewLimit)))
    return refuse('too-many-requests', words('api.tooManyMessages'))
  const row = await readEsim(db, hash, lang)
  if (!row) return notFound(context)
  const blocked = refuseBlocked(context, row)
  if (blocked) return blocked
  if (!isOver(row, now)) return refuse('plan-not-over', words('api.planNotOver'))
  const { meta } = await prepare(db)`INSERT INTO reviews (id, order_id, line_position, plan_id,
      place, is_gift, lang,
      rating, text, author, written_at)
    SELECT ${secretID()}, e.order_id, e.line_position, e.plan_id,
      iif(t.kind = 'multi', t.id, t.country_codes ->> 0), l.recipient IS NOT NULL,
      ${lang}, ${rating}, ${text}, ${author}, ${now}
    FROM esims e JOIN plans t ON t.id = e.plan_id
    JOIN order_lines l ON l.order_id = e.order_id AND l.position = e.line_position
    WHERE e.esim_hash = ${hash}
    ON CONFLICT (order_id, line_position) DO NOTHING`.run()
  return meta.changes === 0 ? refuse('reviewed', words('api.reviewed')) : done()
}
