/** Names of the ratings, from one star to five. */
const ratingNames = ['bad', 'poor', 'okay', 'good', 'excellent'] as const

/** Stars from 1 to 5, the best first. */
export const ratings = ratingNames
  .map((name, index) => ({ name, stars: index + 1 }))
  // oxlint-disable-next-line unicorn/no-array-reverse -- Safari 15 has no toReversed
  .reverse()

/** `★★★★☆` */
export function starsOf(rating: number): string {
  return '★'.repeat(rating) + '☆'.repeat(5 - rating)
}
