import { err, ok } from '../../domain/result.ts'
import { performAction } from './perform-action.ts'
import type { ActionContext, ActionInput, ActionResult } from './perform-action.ts'
import type { ReviewAction, StaffMember } from './staff.ts'

type ReviewDecision = ActionInput & { readonly reviewID: string }

/** Publishes a new or refused review. */
export async function approveReview(
  context: ActionContext,
  staff: StaffMember,
  decision: ReviewDecision,
): Promise<ActionResult> {
  return decide(context, staff, decision, { action: 'approve-review', status: 'approved' })
}

/** Refuses a review, even if it was approved before. */
export async function refuseReview(
  context: ActionContext,
  staff: StaffMember,
  { reason, ...decision }: ReviewDecision & { readonly reason: string },
): Promise<ActionResult> {
  return decide(context, staff, decision, { action: 'refuse-review', status: 'refused', reason })
}

type ReviewOutcome = {
  readonly action: ReviewAction
  readonly status: 'approved' | 'refused'
  readonly reason?: string
}

async function decide(
  context: ActionContext,
  staff: StaffMember,
  { reviewID, ...input }: ReviewDecision,
  { action, status, reason }: ReviewOutcome,
): Promise<ActionResult> {
  const { db } = context
  const subject = { kind: 'review', id: reviewID } as const
  const request = { ...input, action, subject, input: { reason } } as const
  return performAction(context, staff, request, async () => {
    const review = await db
      .prepare('SELECT status, rating FROM reviews WHERE id = ?')
      .bind(reviewID)
      .first<{ status: string; rating: number }>()
    if (!review) return err({ code: 'not-found' })
    if (review.status === status) return err({ code: 'refused', reason: 'same-decision' })
    return ok({
      details: { rating: review.rating, ...(reason !== undefined && { reason }) },
      effects: ({ at }) => [
        db
          .prepare('UPDATE reviews SET status = ?, decided_at = ? WHERE id = ?')
          .bind(status, at, reviewID),
      ],
    })
  })
}
