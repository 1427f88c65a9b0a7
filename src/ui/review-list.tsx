import type { SampleReview } from '../../content/types.ts'
import { formatDate } from '../locale/formats.ts'
import { Flag } from './flag.tsx'
import { Stars } from './stars.tsx'

/** Shows invented samples until there are reviews of travellers. */
export function ReviewList({
  reviews,
  titleOf,
}: {
  reviews: readonly SampleReview[]
  titleOf?: (code: string) => string
}) {
  return (
    <ul className="reviews">
      {reviews.map(({ author, country, date, rating, text }) => (
        <li key={author + date} className="sheet">
          <Stars rating={rating} />
          <p>{text}</p>
          <p className="with-flag soft">
            <Flag country={country} />
            {[author, titleOf?.(country), formatDate(date)].filter(Boolean).join(', ')}
          </p>
        </li>
      ))}
    </ul>
  )
}
