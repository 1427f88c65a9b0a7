import type { SampleReview } from '../../content/types.ts'
import { formatDate } from '../locale/formats.ts'
import { Flag } from './flag.tsx'
import { Stars } from './stars.tsx'

type Props = {
  readonly reviews: readonly SampleReview[]
  readonly titleOf?: (code: string) => string
  /** Whether the page has another eager flag of their country, and so loads its file. */
  readonly hasEagerFlags?: boolean
}

/** Shows invented samples until there are reviews of travellers. */
export function ReviewList({ reviews, titleOf, hasEagerFlags = false }: Props) {
  return (
    <ul className="reviews">
      {reviews.map(({ author, country, date, rating, text }) => (
        <li key={author + date} className="sheet">
          <Stars rating={rating} />
          <p>{text}</p>
          <p className="with-flag soft">
            <Flag country={country} isEager={hasEagerFlags} />
            {[author, titleOf?.(country), formatDate(date)].filter(Boolean).join(', ')}
          </p>
        </li>
      ))}
    </ul>
  )
}
