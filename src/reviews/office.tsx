import { z } from 'zod'
import type { ReactNode } from 'react'
import {
  approveReview,
  refuseReview,
  reviewStatuses,
  reviewsForStaff,
} from './reviews-for-office.ts'
import type { ReviewStatus, ReviewForStaff } from './reviews-for-office.ts'
import { secretIDSchema } from '../api/common.ts'
import { officeHref } from '../words/office-paths.ts'
import {
  actionForm,
  failureStatus,
  ActionNotice,
  ActionFields,
  FieldProblems,
} from '../office/action-form.tsx'
import { useOffice } from '../office/office.tsx'
import type { OfficeContext } from '../office/office.tsx'
import { CursorPaging } from '../office/lists.tsx'
import { renderPage } from '../office/document.tsx'
import { actionPost, screen, doneQuery, pageStart } from '../office/routing.ts'
import type { RejectedForm } from '../office/routing.ts'
import { reason, ReasonField } from '../office/fields.tsx'
import type { Action } from '../api/staff.ts'
import { starsOf } from './rating.shared.ts'
import { formatTime } from '../words/formats.shared.ts'

const reviewsQuery = doneQuery.extend({
  status: z.enum(reviewStatuses).catch('new'),
  after: pageStart,
})
const reviewForm = z.discriminatedUnion('action', [
  actionForm.extend({ action: z.literal('approve-review'), reviewID: secretIDSchema }),
  actionForm.extend({ action: z.literal('refuse-review'), reviewID: secretIDSchema, reason }),
])

export const reviewsPage = screen({ query: reviewsQuery, get: showReviews })

export const reviewAction = actionPost({
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
  c: OfficeContext,
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

type Props = {
  readonly review: ReviewForStaff
  /** The URL that receives the forms. */
  readonly action: string
  readonly rejected: RejectedForm | null
}

function ReviewPanel(props: Props) {
  const { words, shopWords, may } = useOffice()
  const { review } = props
  const { id, invoiceID, plan, isGift, lang, rating, text, author, writtenAt } = review
  return (
    <article className="panel" aria-labelledby={id}>
      <div className="heading">
        <h2 id={id}>
          <span role="img" aria-label={shopWords('feedback.rating', { rating })}>
            {starsOf(rating)}
          </span>{' '}
          {plan}
        </h2>
        <small>
          <time dateTime={writtenAt}>{formatTime(writtenAt)}</time>
        </small>
      </div>
      <p className="body" lang={text === '' ? undefined : lang}>
        {text === '' ? words('reviews.onlyRating') : text}
      </p>
      <p className="soft">
        {author === '' ? words('reviews.nobody') : author} ·{' '}
        <a href={officeHref('order', { id: invoiceID })}>{words('partners.order')}</a>
        {isGift && ` · ${words('reviews.gift')}`}
      </p>
      {may('approve-review') && <Decisions {...props} />}
    </article>
  )
}

function Decisions(props: Props) {
  const { words } = useOffice()
  const { review } = props
  const { status } = review
  const rejected = props.rejected?.fields['reviewID'] === review.id ? props.rejected : null
  return (
    <div className="decisions">
      {status !== 'approved' && (
        <ReviewForm {...props} name="approve-review">
          <button className="button">{words('reviews.approve')}</button>
        </ReviewForm>
      )}
      {status !== 'refused' && (
        <ReviewForm {...props} name="refuse-review">
          <FieldProblems failure={rejected?.failure ?? null}>
            <ReasonField
              values={rejected?.fields ?? {}}
              label={words(
                status === 'approved' ? 'reviews.takeBackReason' : 'reviews.refuseReason',
              )}
            />
          </FieldProblems>
          <button className="button quiet">
            {words(status === 'approved' ? 'reviews.takeBack' : 'reviews.refuse')}
          </button>
        </ReviewForm>
      )}
    </div>
  )
}

type ReviewDecisionProps = Props & { readonly name: Action; readonly children: ReactNode }

function ReviewForm({ review, action, name, children }: ReviewDecisionProps) {
  return (
    <form method="post" action={action} className="inline">
      <ActionFields action={name} version={review.version} />
      <input type="hidden" name="reviewID" value={review.id} />
      {children}
    </form>
  )
}
