import * as z from 'zod/mini'
import { maxLength } from '../../domain/field-limits.ts'
import { messageKey } from '../../locale/texts.ts'
import type { FieldReader } from '../form-values.ts'

export type AnswerReviewValues = { readonly helpful: string; readonly comment: string }

export const noReview: AnswerReviewValues = { helpful: '', comment: '' }

export const answerReviewSchema = z.object({
  helpful: z.enum(['yes', 'no'], messageKey('faq.helpfulMissing')),
  comment: z.string().check(z.maxLength(maxLength.faqComment, messageKey('api.invalid'))),
})

export function readAnswerReview(form: FieldReader): AnswerReviewValues {
  return { helpful: form.text('helpful'), comment: form.text('comment') }
}
