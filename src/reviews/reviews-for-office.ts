import type { BackendContext } from '../context.ts'
import { cursorPageOf, rowsAfter, rowsToRead } from '../kit/paging.ts'
import { toPlan, planColumn, planJoins, type PlanRow } from '../plans/plan-rows.ts'
import { planName } from '../words/plan-words.ts'
import type { Locale } from '../words/locales.shared.ts'
import { err, ok } from '../kit/result.shared.ts'
import { raiseContentVersion } from '../plans/content-version.ts'
import { defineStaffAction, refused, reviewVersion } from '../api/perform-action.ts'
import type { ReviewAction } from '../api/staff.ts'
import { prepare, raw, readRow, readRows } from '../kit/sql.ts'

export const reviewStatuses = ['new', 'approved', 'refused'] as const
export type ReviewStatus = (typeof reviewStatuses)[number]

/** A review in the back office, with the version that the next action must send. */
export type ReviewForOffice = {
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

type ReviewRow = PlanRow &
  Omit<ReviewForOffice, 'id' | 'plan' | 'isGift'> & { review_id: string; is_gift: number }
type ReviewsContext = Pick<BackendContext, 'db' | 'locale' | 'words'>

type ReviewPage = {
  readonly reviews: readonly ReviewForOffice[]
  /** The cursor of the next page. Null on the last page. */
  readonly next: string | null
}

const rows = { table: 'reviews', alias: 'r' } as const
const newReviews = { ...rows, time: 'written_at', first: 'oldest' } as const
const decidedReviews = { ...rows, time: 'decided_at', first: 'newest' } as const

/**
 * Returns a page of reviews with a status: the oldest new reviews, or the last decided reviews.
 * @param after the last review of the previous page, or '' for the first page
 */
export async function reviewsForOffice(
  { db, locale, words }: ReviewsContext,
  status: ReviewStatus,
  after: string,
): Promise<ReviewPage> {
  const list = status === 'new' ? newReviews : decidedReviews
  const results = await readRows<ReviewRow>(db)`SELECT ${raw(planColumn(locale, '1'))},
      r.id AS review_id, ${reviewVersion} AS version, r.status, r.order_id AS invoiceID, r.is_gift,
      r.lang, r.rating, r.text, r.author, r.written_at AS writtenAt
    FROM reviews r JOIN plans t ON t.id = r.plan_id ${raw(planJoins)}
    WHERE r.status = ${status} AND ${rowsAfter(list, after)} LIMIT ${raw(rowsToRead)}`
  const { items, next } = cursorPageOf(results, ({ review_id: id }) => id)
  return { reviews: items.map((row) => toReview(row, { locale, words })), next }
}

function toReview(row: ReviewRow, { locale, words }: Omit<ReviewsContext, 'db'>): ReviewForOffice {
  return {
    id: row.review_id,
    version: row.version,
    status: row.status,
    invoiceID: row.invoiceID,
    plan: planName({ locale, words }, toPlan(row, words)),
    isGift: row.is_gift === 1,
    lang: row.lang,
    rating: row.rating,
    text: row.text,
    author: row.author,
    writtenAt: row.writtenAt,
  }
}

/** Publishes a new or refused review. */
export const approveReview = decideReview('approve-review', 'approved')

/** Refuses a review, even if it was approved before. */
export const refuseReview = decideReview<{ readonly reason: string }>('refuse-review', 'refused')

function decideReview<Input extends { readonly reason?: string }>(
  action: ReviewAction,
  status: ReviewStatus,
) {
  return defineStaffAction<Input & { readonly reviewID: string }>({
    action,
    subject: ({ reviewID: id }) => ({ kind: 'review', id }),
    async plan({ context: { db }, input: { reviewID, reason } }) {
      const review = await readRow<{ status: string; rating: number }>(db)`SELECT status, rating
        FROM reviews WHERE id = ${reviewID}`
      if (!review) return err({ code: 'not-found' })
      if (review.status === status) return refused('same-decision')
      return ok({
        details: { rating: review.rating, ...(reason !== undefined && { reason }) },
        effects: ({ at }) => [
          prepare(db)`UPDATE reviews SET status = ${status}, decided_at = ${at}
            WHERE id = ${reviewID}`,
          ...([status, review.status].includes('approved') ? [raiseContentVersion(db)] : []),
        ],
      })
    },
  })
}
