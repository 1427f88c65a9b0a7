import { z } from 'zod'
import { secretIDSchema } from '../api/common.ts'
import { ActionNotice } from '../office/action-form.tsx'
import { ActionForm, defineAction } from '../office/actions.tsx'
import { reasonInput } from '../office/fields.tsx'
import { CursorPaging, Tabs } from '../office/lists.tsx'
import { useOffice } from '../office/office-context.tsx'
import { resource } from '../office/resource.tsx'
import { doneQuery, pageStart } from '../office/routing.ts'
import { formatTime } from '../words/formats.shared.ts'
import { officeHref } from '../words/office-paths.ts'
import { starsOf } from './rating.shared.ts'
import {
  approveReview,
  refuseReview,
  reviewStatuses,
  reviewsForOffice,
} from './reviews-for-office.ts'
import type { ReviewForOffice } from './reviews-for-office.ts'

const reviewID = { schema: secretIDSchema }

const approve = defineAction({ name: 'approve-review', inputs: { reviewID }, run: approveReview })

const refuse = defineAction({
  name: 'refuse-review',
  inputs: { reviewID, reason: reasonInput },
  run: refuseReview,
})

const reviewsQuery = doneQuery.extend({
  status: z.enum(reviewStatuses).catch('new'),
  after: pageStart,
})
type ReviewsQuery = z.output<typeof reviewsQuery>

/** Shows reviews that wait for a decision. Staff can also open decided reviews and decide again. */
export const reviewsScreen = resource({
  page: 'reviews',
  section: 'reviews',
  query: reviewsQuery,
  load: async ({ var: { context } }, { status, after }) => reviewsForOffice(context, status, after),
  View({ query: { status: shown, after }, reviews, next }) {
    const { words } = useOffice()
    return (
      <>
        <h1>{words('sections.reviews')}</h1>
        <p className="soft">{words('reviews.text')}</p>
        <ActionNotice />
        <Tabs
          label={words('reviews.filter')}
          tabs={reviewStatuses.map((status) => ({
            name: words(`reviews.statuses.${status}`),
            href: reviewsHref({ status, after: '' }),
            isCurrent: status === shown,
          }))}
        />
        {reviews.length === 0 && <p className="panel">{words('reviews.none')}</p>}
        {reviews.map((review) => (
          <ReviewPanel key={review.id} review={review} />
        ))}
        <CursorPaging
          {...{ after, next }}
          names={[words(`reviews.first.${shown}`), words(`reviews.more.${shown}`)]}
          hrefOf={(last = '') => reviewsHref({ status: shown, after: last })}
        />
      </>
    )
  },
  forms: { actions: [approve, refuse], subject: async () => ({}), href: reviewsHref },
})

function reviewsHref({ status, after }: Omit<ReviewsQuery, 'done'>, done?: string): string {
  return officeHref('reviews', {
    status: status === 'new' ? undefined : status,
    after: after === '' ? undefined : after,
    done,
  })
}

type ReviewProps = { readonly review: ReviewForOffice }

function ReviewPanel({ review }: ReviewProps) {
  const { words, shopWords, may } = useOffice()
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
      {may('approve-review') && <Decisions review={review} />}
    </article>
  )
}

function Decisions({ review: { id, status, version } }: ReviewProps) {
  const { words } = useOffice()
  const form = { subject: null, version, hidden: { reviewID: id }, className: 'inline' } as const
  const isApproved = status === 'approved'
  return (
    <div className="decisions">
      {!isApproved && <ActionForm {...form} action={approve} submit={words('reviews.approve')} />}
      {status !== 'refused' && (
        <ActionForm
          {...form}
          action={refuse}
          labels={{ reason: words(isApproved ? 'reviews.takeBackReason' : 'reviews.refuseReason') }}
          submit={words(isApproved ? 'reviews.takeBack' : 'reviews.refuse')}
          button="button quiet"
        />
      )}
    </div>
  )
}
