import type { Review } from '../../content/types.ts'
import { formatDate } from '../locale/formats.ts'
import { Flag } from './flag.tsx'
import { useSite } from './site.tsx'

export function ReviewList({
  reviews,
  titleOf,
}: {
  reviews: readonly Review[]
  titleOf?: (code: string) => string
}) {
  const { words } = useSite()
  return (
    <ul className="reviews">
      {reviews.map(({ author, country, date, rating, text }) => (
        <li key={author + date} className="sheet">
          <p className="stars" role="img" aria-label={words('feedback.rating', { rating })}>
            {'★'.repeat(rating) + '☆'.repeat(5 - rating)}
          </p>
          <p>{text}</p>
          <p className="with-flag soft">
            <Flag country={country} />
            {[author, titleOf?.(country), formatDate(date)].filter(Boolean).join(' · ')}
          </p>
        </li>
      ))}
    </ul>
  )
}
