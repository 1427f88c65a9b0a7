import { maxLength } from '../../domain/field-limits.ts'
import type { AnswerReviewValues } from './schema.ts'
import { defineForm } from '../form-definition.ts'
import type { FormPropsWith } from '../form-definition.ts'
import { readAnswerReview, answerReviewSchema } from './schema.ts'
import { messagesFor } from '../../domain/form-errors.ts'
import { PostForm } from '../controls/post-form.tsx'
import { TextAreaField } from '../controls/text-area-field.tsx'

export const answerReviewFormTexts = [
  'errors.formSummary',
  'errors.notSent',
  'api.invalid',
  'faq.comment',
  'faq.helpfulMissing',
  'faq.yes',
  'faq.no',
  'faq.sendNo',
  'faq.reviewFailed',
] as const

export type AnswerReviewFormProps = FormPropsWith<
  (typeof answerReviewFormTexts)[number],
  AnswerReviewValues
>

function AnswerReviewForm(props: AnswerReviewFormProps) {
  const { texts, values, errors } = props
  const isUnhelpful = values.helpful === 'no' || values.comment !== ''
  return (
    <PostForm
      form={props}
      fields={['comment']}
      goal="answer-review"
      fallback={texts['faq.reviewFailed']}
    >
      <div className="actions">
        <button className="button quiet" name="helpful" value="yes">
          {texts['faq.yes']}
        </button>
        {/* After No, the form requests a comment before it is sent. */}
        <details className="missing" open={isUnhelpful}>
          <summary className="button quiet">{texts['faq.no']}</summary>
          <TextAreaField
            id="comment"
            name="comment"
            label={texts['faq.comment']}
            value={values.comment}
            messages={messagesFor(errors, 'comment')}
            rows={2}
            maxLength={maxLength.faqComment}
          />
          <button className="button" name="helpful" value="no">
            {texts['faq.sendNo']}
          </button>
        </details>
      </div>
    </PostForm>
  )
}

export const answerReviewForm = defineForm<AnswerReviewFormProps>({
  name: 'answer-review',
  Component: AnswerReviewForm,
  read: readAnswerReview,
  schemaFor: () => answerReviewSchema,
})
