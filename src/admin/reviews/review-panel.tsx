import type { ReactNode } from 'react'
import type { ReviewForStaff } from '../../reviews/reviews-for-office.ts'
import type { Action } from '../../api/staff.ts'
import { starsOf } from '../../reviews/rating.shared.ts'
import { formatTime } from '../../words/formats.shared.ts'
import { officeHref } from '../../words/office-paths.ts'
import { ActionFields } from '../action-form.tsx'
import { FieldProblems } from '../field-problem.tsx'
import { useOffice } from '../office.tsx'
import { ReasonField } from '../reason-field.tsx'
import type { RejectedForm } from '../routing/admin-action.ts'

type Props = {
  readonly review: ReviewForStaff
  /** The URL that receives the forms. */
  readonly action: string
  readonly rejected: RejectedForm | null
}

export function ReviewPanel(props: Props) {
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
