import * as z from 'zod/mini'
import type { FieldReader } from '../field-reader.ts'

export type AnswerReviewValues = { readonly helpful: string; readonly comment: string }

/** Messages are names of words. */
export const answerReviewSchema = z.object({
  helpful: z.enum(['yes', 'no'], 'faq.helpfulMissing'),
  comment: z.string().check(z.maxLength(1000, 'api.invalid')),
})

export function answerReviewIn(form: FieldReader): AnswerReviewValues {
  return { helpful: form.text('helpful'), comment: form.text('comment') }
}
