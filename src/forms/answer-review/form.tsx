import { maxLength } from '../../domain/field-limits.ts'
import type { AnswerReviewValues } from './schema.ts'
import { defineForm } from '../form-definition.ts'
import { readAnswerReview, answerReviewSchema } from './schema.ts'
import { messagesFor } from '../../domain/form-errors.ts'
import type { FormErrors } from '../../domain/form-errors.ts'
import type { Texts } from '../../locale/texts.ts'
import { Field } from '../controls/field.tsx'
import { FormError } from '../controls/form-error.tsx'

export const answerReviewFormTexts = [
  'errors.formSummary',
  'errors.notSent',
  'api.invalid',
  'faq.comment',
  'faq.helpfulMissing',
  'faq.yes',
  'faq.no',
  'faq.reviewFailed',
] as const

export type AnswerReviewFormProps = {
  readonly texts: Texts<(typeof answerReviewFormTexts)[number]>
  readonly action: string
  readonly values: AnswerReviewValues
  readonly errors: FormErrors | null
}

function AnswerReviewForm({ texts, action, values, errors }: AnswerReviewFormProps) {
  return (
    <form className="form" method="post" action={action} noValidate data-goal="answer-review">
      <FormError errors={errors} fallback={texts['faq.reviewFailed']} texts={texts} />
      <Field id="comment" label={texts['faq.comment']} messages={messagesFor(errors, 'comment')}>
        {(aria) => (
          <textarea
            {...aria}
            name="comment"
            rows={2}
            defaultValue={values.comment}
            maxLength={maxLength.faqComment}
          />
        )}
      </Field>
      <p className="actions">
        <button className="button quiet" name="helpful" value="yes">
          {texts['faq.yes']}
        </button>
        <button className="button quiet" name="helpful" value="no">
          {texts['faq.no']}
        </button>
      </p>
    </form>
  )
}

export const answerReviewForm = defineForm<AnswerReviewFormProps>({
  name: 'answer-review',
  Component: AnswerReviewForm,
  read: readAnswerReview,
  schemaFor: () => answerReviewSchema,
})
