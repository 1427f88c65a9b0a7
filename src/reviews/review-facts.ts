import type { Plan } from '../plans/operations.ts'
import type { Review, ReviewRating } from './operations.ts'
import { excerpt } from '../kit/text.shared.ts'
import type { Result } from '../kit/result.shared.ts'
import type { ReviewFacts } from '../kit/structured-data.ts'
import type { Locale } from '../words/locales.shared.ts'
import { placePhrase } from '../words/place-names.ts'
import type { Words } from '../words/words.shared.ts'

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

/** Characters of a review on a page about another subject. The page of reviews shows all of it. */
const shortLength = 240

export type RatedReviews = {
  readonly data: readonly Review[]
  readonly rating: ReviewRating | null
}

/** Returns the beginnings of reviews, or none if they could not be loaded. */
export function shortReviews(answer: Result<RatedReviews, unknown>): RatedReviews {
  if (!answer.ok) return { data: [], rating: null }
  const { data, rating } = answer.value
  return {
    data: data.map((review) => ({ ...review, text: excerpt(review.text, shortLength) })),
    rating,
  }
}

/** The heading of a request for a review. */
export function reviewHeading(
  { locale, words }: { readonly locale: Locale; readonly words: Words },
  { kind, countryCodes: [country = ''], placeTitle }: Plan,
): string {
  if (kind === 'multi') return words('review.tripHeading')
  return words('review.heading', { place: placePhrase(locale, country, placeTitle) })
}
