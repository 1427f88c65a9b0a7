/** Verified reviews only. Invented samples are never structured data. */
export type ReviewFacts = {
  readonly rating: { readonly count: number; readonly average: number } | null
  /** The reviews that the page shows. */
  readonly reviews: readonly {
    readonly rating: number
    readonly text: string
    readonly author: string
    readonly writtenAt: string
  }[]
}

/** Returns the review properties of a product, or none without a rating. */
export function reviewProperties({ rating, reviews }: ReviewFacts): {
  readonly [property: string]: unknown
} {
  if (rating === null) return {}
  return {
    aggregateRating: {
      '@type': 'AggregateRating',
      ratingValue: rating.average,
      reviewCount: rating.count,
    },
    ...(reviews.length > 0 && {
      review: reviews.map((each) => ({
        '@type': 'Review',
        reviewRating: { '@type': 'Rating', ratingValue: each.rating },
        author: { '@type': 'Person', name: each.author },
        datePublished: each.writtenAt.slice(0, 10),
        reviewBody: each.text,
      })),
    }),
  }
}
