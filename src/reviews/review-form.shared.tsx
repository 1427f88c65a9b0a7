import * as z from 'zod/mini'
import { ratings, starsOf } from './rating.shared.ts'
import { messageKey, type Texts } from '../words/texts.shared.ts'
import { OptionField, TextAreaField, TextField } from '../ui/fields.shared.tsx'
import { maxLength, oneLine } from '../kit/limits.shared.ts'
import type { FieldReader } from '../ui/form-values.shared.ts'
import { messagesFor } from '../ui/form-errors.shared.ts'
import { PostForm } from '../ui/post-form.shared.tsx'
import { defineForm, type FormPropsWith } from '../ui/form-definition.shared.ts'

const ratingOptionTexts = [
  'review.rating',
  'review.ratings.bad',
  'review.ratings.poor',
  'review.ratings.okay',
  'review.ratings.good',
  'review.ratings.excellent',
] as const

type Props = {
  readonly texts: Texts<(typeof ratingOptionTexts)[number]>
  /** The number of stars, or empty. */
  readonly chosen: string
  readonly messages: readonly string[]
}

/** Five ratings, the best first. */
function RatingOptions({ texts, chosen, messages }: Props) {
  return (
    <OptionField name="rating" legend={texts['review.rating']} messages={messages}>
      {(autoFocus) =>
        ratings.map(({ name, stars }, index) => (
          <label key={name} className="option">
            <input
              type="radio"
              name="rating"
              value={stars}
              defaultChecked={chosen === String(stars)}
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the first invalid field
              autoFocus={index === 0 ? autoFocus : undefined}
            />
            <span>{texts[`review.ratings.${name}`]}</span>
            <span className="stars" aria-hidden="true">
              {starsOf(stars)}
            </span>
          </label>
        ))
      }
    </OptionField>
  )
}

export type ReviewValues = {
  /** Stars from 1 to 5, or empty before a choice. */
  readonly rating: string
  readonly text: string
  readonly author: string
}

const invalid = messageKey('api.invalid')

export const reviewSchema = z.object({
  rating: z.pipe(
    z.enum(['1', '2', '3', '4', '5'], messageKey('review.ratingMissing')),
    z.transform(Number),
  ),
  text: z.string().check(z.maxLength(maxLength.review, invalid)),
  author: z.string().check(z.maxLength(maxLength.reviewAuthor, invalid), z.regex(oneLine, invalid)),
})

export function readReview(form: FieldReader): ReviewValues {
  return { rating: form.text('rating'), text: form.text('text'), author: form.text('author') }
}

export const reviewFormTexts = [
  ...ratingOptionTexts,
  'errors.formSummary',
  'errors.notSent',
  'api.invalid',
  'review.ratingMissing',
  'review.more',
  'review.text',
  'review.textHint',
  'review.author',
  'review.authorHint',
  'review.send',
  'review.failed',
] as const

type ReviewFormProps = FormPropsWith<(typeof reviewFormTexts)[number], ReviewValues>

/** Rates a plan that is over. Text and name are optional. */
function ReviewForm(props: ReviewFormProps) {
  const { texts, values, errors } = props
  return (
    <PostForm
      form={props}
      fields={['rating', 'text', 'author']}
      goal="review"
      fallback={texts['review.failed']}
    >
      <RatingOptions
        texts={texts}
        chosen={values.rating}
        messages={messagesFor(errors, 'rating')}
      />
      <ReviewWords {...props} />
      <button className="button">{texts['review.send']}</button>
    </PostForm>
  )
}

/** Collapsed, so that a traveller with little time sees the button directly below the ratings. */
function ReviewWords({ texts, values, errors }: ReviewFormProps) {
  const messages = { text: messagesFor(errors, 'text'), author: messagesFor(errors, 'author') }
  const isOpen = [values.text, values.author, ...messages.text, ...messages.author].some(
    (each) => each !== '',
  )
  return (
    <details className="fold" open={isOpen}>
      <summary>{texts['review.more']}</summary>
      <TextAreaField
        id="review-text"
        name="text"
        label={texts['review.text']}
        hint={texts['review.textHint']}
        value={values.text}
        messages={messages.text}
        rows={4}
        maxLength={maxLength.review}
      />
      <TextField
        id="review-author"
        name="author"
        label={texts['review.author']}
        hint={texts['review.authorHint']}
        messages={messages.author}
        // oxlint-disable-next-line jsx-a11y/autocomplete-valid -- in the HTML standard
        autoComplete="nickname"
        defaultValue={values.author}
        maxLength={maxLength.reviewAuthor}
      />
    </details>
  )
}

export const reviewForm = defineForm<ReviewFormProps>({
  name: 'review',
  Component: ReviewForm,
  read: readReview,
  schemaFor: () => reviewSchema,
})
