import { maxLength } from '../../domain/field-limits.ts'
import { messagesFor } from '../../domain/form-errors.ts'
import { Field } from '../controls/field.tsx'
import { PostForm } from '../controls/post-form.tsx'
import { TextAreaField } from '../controls/text-area-field.tsx'
import { defineForm } from '../form-definition.ts'
import type { FormPropsWith } from '../form-definition.ts'
import { RatingOptions, ratingOptionTexts } from './rating-options.tsx'
import { readReview, reviewSchema } from './schema.ts'
import type { ReviewValues } from './schema.ts'

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

export type ReviewFormProps = FormPropsWith<(typeof reviewFormTexts)[number], ReviewValues>

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
      <Field
        id="review-author"
        name="author"
        label={texts['review.author']}
        hint={texts['review.authorHint']}
        messages={messages.author}
      >
        {(aria) => (
          <input
            {...aria}
            // oxlint-disable-next-line jsx-a11y/autocomplete-valid -- in the HTML standard
            autoComplete="nickname"
            defaultValue={values.author}
            maxLength={maxLength.reviewAuthor}
          />
        )}
      </Field>
    </details>
  )
}

export const reviewForm = defineForm<ReviewFormProps>({
  name: 'review',
  Component: ReviewForm,
  read: readReview,
  schemaFor: () => reviewSchema,
})
