import * as z from 'zod/mini'
import { maxLength, oneLine } from '../../domain/field-limits.ts'
import { messageKey } from '../../locale/texts.ts'
import type { FieldReader } from '../form-values.ts'

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
