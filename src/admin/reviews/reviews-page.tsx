import { z } from 'zod'
import {
  approveReview,
  refuseReview,
  reviewStatuses,
  reviewsForStaff,
} from '../../reviews/reviews-for-office.ts'
import type { ReviewStatus } from '../../reviews/reviews-for-office.ts'
import { secretIDSchema } from '../../api/common.ts'
import { officeHref } from '../../words/office-paths.ts'
import { actionForm, failureStatus } from '../action-form.tsx'
import { ActionNotice } from '../action-notice.tsx'
import type { AdminContext } from '../admin-env.ts'
import { CursorPaging } from '../layout/cursor-paging.tsx'
import { renderPage } from '../layout/render-page.tsx'
import { useOffice } from '../office.tsx'
import { adminAction } from '../routing/admin-action.ts'
import type { RejectedForm } from '../routing/admin-action.ts'
import { adminPage } from '../routing/admin-page.ts'
import { doneQuery, pageStart } from '../routing/query-fields.ts'
import { reason } from '../reason-field.tsx'
import { ReviewPanel } from './review-panel.tsx'

const reviewsQuery = doneQuery.extend({
  status: z.enum(reviewStatuses).catch('new'),
  after: pageStart,
})
const reviewForm = z.discriminatedUnion('action', [
  actionForm.extend({ action: z.literal('approve-review'), reviewID: secretIDSchema }),
  actionForm.extend({ action: z.literal('refuse-review'), reviewID: secretIDSchema, reason }),
])

export const reviewsPage = adminPage({ query: reviewsQuery, get: showReviews })

export const reviewAction = adminAction({
  query: reviewsQuery,
  form: reviewForm,
  isTyped: true,
  async run({ var: { context, person } }, { form, input }) {
    const { action, reviewID } = form
    if (action === 'approve-review') return approveReview(context, person, { ...input, reviewID })
    return refuseReview(context, person, { ...input, reviewID, reason: form.reason })
  },
  hrefAfter: ({ query, form }) => reviewsHref(query, form.action),
  showAgain: showReviews,
})

/** Shows reviews that wait for a decision. Staff can also open decided reviews and decide again. */
async function showReviews(
  c: AdminContext,
  { status: shown, after, done }: z.output<typeof reviewsQuery>,
  rejected: RejectedForm | null = null,
): Promise<Response> {
  const { context, words } = c.var
  const { reviews, next } = await reviewsForStaff(context, shown, after)
  const title = words('sections.reviews')
  return renderPage(
    c,
    { title, section: 'reviews' },
    <>
      <h1>{title}</h1>
      <p className="soft">{words('reviews.text')}</p>
      <ActionNotice done={done} failure={rejected?.failure ?? null} />
      <StatusTabs shown={shown} />
      {reviews.length === 0 && <p className="panel">{words('reviews.none')}</p>}
      {reviews.map((review) => (
        <ReviewPanel
          key={review.id}
          review={review}
          action={reviewsHref({ status: shown, after })}
          rejected={rejected}
        />
      ))}
      <CursorPaging
        {...{ after, next }}
        names={{ first: words(`reviews.first.${shown}`), next: words(`reviews.more.${shown}`) }}
        hrefOf={(last) => reviewsHref({ status: shown, after: last })}
      />
    </>,
    rejected ? failureStatus[rejected.failure.code] : 200,
  )
}

type TabProps = { readonly shown: ReviewStatus }

function StatusTabs({ shown }: TabProps) {
  const { words } = useOffice()
  return (
    <nav className="tabs" aria-label={words('reviews.filter')}>
      {reviewStatuses.map((status) => (
        <a
          key={status}
          href={reviewsHref({ status })}
          aria-current={status === shown ? 'page' : undefined}
        >
          {words(`reviews.statuses.${status}`)}
        </a>
      ))}
    </nav>
  )
}

type ReviewTab = { readonly status: ReviewStatus; readonly after?: string | undefined }

function reviewsHref({ status, after = '' }: ReviewTab, done?: string): string {
  return officeHref('reviews', {
    status: status === 'new' ? undefined : status,
    after: after === '' ? undefined : after,
    done,
  })
}
