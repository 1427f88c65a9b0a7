import type { Review } from '../../content/shape.ts'
import { formatDate } from '../shared/locale/formats.ts'
import { Flag } from '../shared/ui/flag.tsx'
import { useSite } from '../shared/ui/site.tsx'

/** What travellers say. `titleOf` names a country by its code; without it the flag stands alone. */
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
