import * as z from 'zod/mini'
import { maxLength } from '../kit/limits.shared.ts'
import { messageKey } from '../words/texts.shared.ts'
import type { FieldReader } from '../ui/form-values.shared.ts'
import { defineForm, type FormPropsWith } from '../ui/form-definition.shared.ts'
import { messagesFor } from '../ui/form-errors.shared.ts'
import { PostForm } from '../ui/post-form.shared.tsx'
import { TextAreaField } from '../ui/fields.shared.tsx'

export type AnswerReviewValues = { readonly helpful: string; readonly comment: string }

export const noReview: AnswerReviewValues = { helpful: '', comment: '' }

export const answerReviewSchema = z.object({
  helpful: z.enum(['yes', 'no'], messageKey('faq.helpfulMissing')),
  comment: z.string().check(z.maxLength(maxLength.faqComment, messageKey('api.invalid'))),
})

export function readAnswerReview(form: FieldReader): AnswerReviewValues {
  return { helpful: form.text('helpful'), comment: form.text('comment') }
}

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
