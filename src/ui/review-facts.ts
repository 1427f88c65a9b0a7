import type { Review, ReviewRating } from '../contract/reviews.ts'
import type { ReviewFacts } from '../domain/review-data.ts'
import type { Words } from '../locale/words.ts'

/** Reviews as structured data. */
export function reviewFacts(
  words: Words,
  rating: ReviewRating | null,
  reviews: readonly Review[],
): ReviewFacts {
  return {
    rating,
    reviews: reviews.map((review) => ({
      ...review,
      author: review.author === '' ? words('review.nobody') : review.author,
    })),
  }
}
