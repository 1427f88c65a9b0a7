import { z } from 'zod'
import type { ApiError } from '../api/api-result.ts'
import { esimHash } from '../contract/common.ts'
import type { OwnReview } from '../contract/reviews.ts'
import { reviewForm, reviewFormTexts } from '../forms/review/form.tsx'
import { readReview, reviewSchema } from '../forms/review/schema.ts'
import type { ReviewValues } from '../forms/review/schema.ts'
import { HydratedForm } from '../forms/controls/hydrated-form.tsx'
import type { AppContext } from '../http/app-env.ts'
import { redirectAfterForm, showFormAgain } from '../http/page/form-answer.ts'
import { validForm } from '../http/page/form-input.ts'
import type { SentForm } from '../http/page/form-input.ts'
import { page } from '../http/page/page.ts'
import { href } from '../locale/paths.ts'
import { placePhrase } from '../locale/place-phrase.ts'
import { tariffName } from '../locale/tariff-words.ts'
import { textsOf } from '../locale/texts.ts'
import { esimErrorPage } from '../http/page/esim-error-page.tsx'
import { ReviewThanks } from './esim-review/review-thanks.tsx'
import { ReviewTooEarly } from './esim-review/review-too-early.tsx'
import { Masthead } from '../ui/layout/masthead.tsx'

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
  const { tariff, canReview, review } = answer.value.data
  const heading = headingOf(c, tariff)
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
        <Masthead
          eyebrow={tariffName(c.var, tariff)}
          heading={heading}
          lead={words('review.lead')}
        />
      ),
      title: heading,
    }),
  )
}

function headingOf({ var: { locale, words } }: AppContext, tariff: OwnReview['tariff']): string {
  const { kind, countryCodes, placeTitle } = tariff
  if (kind === 'multi') return words('review.tripHeading')
  return words('review.heading', { place: placePhrase(locale, countryCodes[0] ?? '', placeTitle) })
}
