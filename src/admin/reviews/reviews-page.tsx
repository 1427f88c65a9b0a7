import { z } from 'zod'
import { approveReview, refuseReview } from '../../backend/operations/decide-review.ts'
import { reviewStatuses, reviewsForStaff } from '../../backend/operations/reviews-for-staff.ts'
import type { ReviewStatus } from '../../backend/operations/reviews-for-staff.ts'
import { secretIDSchema } from '../../contract/common.ts'
import type { Result } from '../../domain/result.ts'
import { queryString } from '../../locale/paths.ts'
import { actionForm, ActionNotice, failureStatus, invalidForm } from '../action-form.tsx'
import type { ActionFailure } from '../action-form.tsx'
import type { AdminContext } from '../admin-env.ts'
import { showRefusal } from '../layout/refusal.tsx'
import { renderPage } from '../layout/render-page.tsx'
import { readFields } from '../read-form.ts'
import { reason } from '../reason-field.tsx'
import { ReviewPanel } from './review-panel.tsx'
import type { RejectedFields } from '../rejected-fields.ts'

const reviewStatus = z.enum(reviewStatuses).catch('new')
const approval = z.object({ action: z.literal('approve-review'), reviewID: secretIDSchema })
const refusal = z.object({ action: z.literal('refuse-review'), reviewID: secretIDSchema, reason })
const decision = z.discriminatedUnion('action', [approval, refusal])

/** Reviews that wait for a decision. The others can be looked up and decided again. */
export async function showReviews(
  c: AdminContext,
  rejected: RejectedFields | null = null,
): Promise<Response> {
  const { context, words, person } = c.var
  const shown = reviewStatus.parse(c.req.query('status'))
  const reviews = await reviewsForStaff(context, shown)
  const title = words('sections.reviews')
  return renderPage(
    c,
    { title, section: 'reviews' },
    <>
      <h1>{title}</h1>
      <p className="soft">{words('reviews.text')}</p>
      <ActionNotice
        words={words}
        done={c.req.query('done') ?? null}
        failure={rejected?.failure ?? null}
      />
      <nav className="tabs" aria-label={words('reviews.filter')}>
        {reviewStatuses.map((status) => (
          <a
            key={status}
            href={reviewsHref(status)}
            aria-current={status === shown ? 'page' : undefined}
          >
            {words(`reviews.statuses.${status}`)}
          </a>
        ))}
      </nav>
      {reviews.length === 0 && <p className="panel">{words('reviews.none')}</p>}
      {reviews.map((review) => (
        <ReviewPanel
          key={review.id}
          words={words}
          person={person}
          now={context.now}
          review={review}
          action={reviewsHref(shown)}
          rejected={rejected}
        />
      ))}
    </>,
    rejected ? failureStatus[rejected.failure.code] : 200,
  )
}

/** The action checks the role, the version and the key. */
export async function actOnReview(c: AdminContext): Promise<Response> {
  const fields = await readFields(c)
  const form = actionForm.safeParse(fields)
  if (!form.success) return showRefusal(c, 'invalidForm', 422)
  const { action, idempotencyKey, version } = form.data
  const result = await act(c, fields, { idempotencyKey, version })
  if (!result.ok) return showReviews(c, { fields, failure: result.error })
  return c.redirect(reviewsHref(reviewStatus.parse(c.req.query('status')), action), 303)
}

async function act(
  { var: { context, person } }: AdminContext,
  fields: object,
  input: { readonly idempotencyKey: string; readonly version: number },
): Promise<Result<unknown, ActionFailure>> {
  const values = decision.safeParse(fields)
  if (!values.success) return invalidForm(values.error)
  const { action, ...rest } = values.data
  if (action === 'approve-review') return approveReview(context, person, { ...input, ...rest })
  return refuseReview(context, person, { ...input, ...values.data })
}

function reviewsHref(status: ReviewStatus, done?: string): string {
  return `/admin/reviews${queryString({ status: status === 'new' ? undefined : status, done })}`
}
