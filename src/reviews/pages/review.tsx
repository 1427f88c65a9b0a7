import { z } from 'zod'
import type { ApiError } from '../../site/api/api-result.ts'
import { esimHash } from '../../api/common.ts'
import type { OwnReview } from '../operations.ts'
import { reviewForm, reviewFormTexts, readReview, reviewSchema } from '../review-form.shared.tsx'
import type { ReviewValues } from '../review-form.shared.tsx'
import { HydratedForm } from '../../ui/hydrated-form.tsx'
import type { AppContext } from '../../site/app-env.ts'
import { redirectAfterForm, showFormAgain } from '../../site/form-answer.ts'
import { validForm, type SentForm } from '../../site/form-input.ts'
import { page } from '../../site/page.ts'
import { href } from '../../words/paths.shared.ts'
import { planName } from '../../words/plan-words.ts'
import { textsOf } from '../../words/texts.shared.ts'
import { esimErrorPage } from '../../esims/pages/esim-error-page.tsx'
import { Masthead } from '../../ui/masthead.tsx'
import { useSite } from '../../ui/site.tsx'
import { reviewHeading } from '../review-facts.ts'
import { Stars } from '../review-list.tsx'

const reviewQuery = z.object({
  hash: esimHash,
  /**
   * The rating that the link in the email chooses. Only the button stores it, because mail scanners
   * open links.
   */
  rating: z.enum(['1', '2', '3', '4', '5']).optional().catch(undefined),
})
type ReviewQuery = z.output<typeof reviewQuery>

/** Requests a review from the traveller when the plan of an eSIM is over. */
export const reviewPage = page('review', {
  access: 'private',
  query: reviewQuery,
  get: async (c, { query }) =>
    show(c, query, { rating: query.rating ?? '', text: '', author: '' }, null),
  post: (_, { query }) =>
    validForm({
      read: readReview,
      rules: reviewSchema,
      receive: async (c, form) => send(c, query, form),
      refuse: async (c, { values, errors }) => show(c, query, values, errors),
    }),
})

async function send(
  c: AppContext,
  query: ReviewQuery,
  { values, valid }: SentForm<ReviewValues, typeof reviewSchema>,
) {
  const { locale, api } = c.var
  const { hash } = query
  const sent = await api.esimReviewSend({ hash, ...valid })
  // The button was pressed twice.
  if (sent.ok || sent.error.code === 'reviewed')
    return redirectAfterForm(c, href(locale, 'review', null, { hash }))
  return show(c, query, values, sent.error)
}

async function show(
  c: AppContext,
  { hash }: ReviewQuery,
  values: ReviewValues,
  error: ApiError | null,
): Promise<Response> {
  const { locale, words, api } = c.var
  const answer = await api.esimReview({ hash })
  if (!answer.ok) return esimErrorPage(c, answer.error)
  const { tariff: plan, canReview, review } = answer.value.data
  const heading = reviewHeading(c.var, plan)
  if (review)
    return c.render(<ReviewThanks hash={hash} review={review} />, {
      title: heading,
      styles: 'result',
    })
  // A top-up in another tab continues the plan. The text that was typed before must not be lost.
  if (!canReview && error === null)
    return c.render(<ReviewTooEarly hash={hash} />, { title: heading, styles: 'result' })
  const props = {
    texts: textsOf(words, reviewFormTexts),
    action: href(locale, 'review', null, { hash }),
    values,
    errors: error,
  }
  return showFormAgain(c, error?.status ?? 200, { form: reviewForm, props }, () =>
    c.render(<HydratedForm form={reviewForm} props={props} />, {
      opening: (
        <Masthead eyebrow={planName(c.var, plan)} heading={heading} lead={words('review.lead')} />
      ),
      title: heading,
    }),
  )
}

type Props = { readonly hash: string; readonly review: NonNullable<OwnReview['review']> }

function ReviewThanks({ hash, review: { rating, text, author } }: Props) {
  const { locale, words } = useSite()
  return (
    <section className="masthead">
      <h1>{words('review.thanksTitle')}</h1>
      <p className="lead">{words('review.thanks')}</p>
      <blockquote className="sheet review">
        <Stars rating={rating} />
        {text !== '' && <p className="review-text">{text}</p>}
        <p className="soft">{author === '' ? words('review.nobody') : author}</p>
      </blockquote>
      <p className="actions">
        <a className="button" href={href(locale, 'countries')}>
          {words('balance.nextTrip')}
        </a>
        <a className="button quiet" href={href(locale, 'operatorInfo', null, { hash })}>
          {words('review.balance')}
        </a>
      </p>
    </section>
  )
}

/** Shown while the plan can still be used, and for a plan that was never used. */
function ReviewTooEarly({ hash }: { hash: string }) {
  const { locale, words } = useSite()
  return (
    <section className="masthead">
      <h1>{words('review.notYetTitle')}</h1>
      <p className="lead">{words('review.notYet')}</p>
      <p>
        <a className="button" href={href(locale, 'operatorInfo', null, { hash })}>
          {words('review.balance')}
        </a>
      </p>
    </section>
  )
}
