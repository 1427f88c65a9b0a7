import type { Review, ReviewRating } from './operations.ts'
import { formatDate } from '../words/formats.shared.ts'
import { settingsOf } from '../words/locales.shared.ts'
import { sizeText } from '../words/plan-words.ts'
import { Flag } from '../ui/flag.tsx'
import { useSite } from '../ui/site.tsx'
import type { SampleReview } from '../../content/types.ts'
import { starsOf } from './rating.shared.ts'

type Props = {
  readonly reviews: readonly Review[]
  /** Whether the page has another eager flag of their country, and so loads its file. */
  readonly hasEagerFlags?: boolean
}

/** Lists reviews of travellers who bought their plan here. */
export function VerifiedReviews({ reviews, hasEagerFlags = false }: Props) {
  const site = useSite()
  const { words } = site
  return (
    <ul className="reviews">
      {reviews.map(({ author, rating, text, writtenAt, tariff, isGift }) => {
        const { placeTitle: place, kind, countryCodes } = tariff
        const plan = words('review.plan', { size: sizeText(site, tariff), place })
        return (
          <li key={writtenAt + author} className="sheet">
            <Stars rating={rating} />
            <p className="review-text">{text}</p>
            <div>
              <p className="with-flag soft">
                {kind !== 'multi' && (
                  <Flag country={countryCodes[0] ?? ''} isEager={hasEagerFlags} />
                )}
                {author === '' ? words('review.nobody') : author}, {formatDate(writtenAt)}
              </p>
              <p className="verified">
                {words(isGift ? 'review.gift' : 'review.bought', { plan })}
              </p>
            </div>
          </li>
        )
      })}
    </ul>
  )
}

/** Shows `4.6 out of 5, 12 verified ratings`. */
export function AverageRating({ rating: { count, average } }: { rating: ReviewRating }) {
  const { locale, words } = useSite()
  const number = String(average).replace('.', settingsOf(locale).decimalSeparator)
  return <p className="soft">{words('review.average', { count, average: number })}</p>
}

type ReviewListProps = {
  readonly reviews: readonly SampleReview[]
  readonly titleOf?: (code: string) => string
  /** Whether the page has another eager flag of their country, and so loads its file. */
  readonly hasEagerFlags?: boolean
}

/** Shows invented samples until there are reviews of travellers. */
export function ReviewList({ reviews, titleOf, hasEagerFlags = false }: ReviewListProps) {
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

export function Stars({ rating }: { rating: number }) {
  const { words } = useSite()
  return (
    <p className="stars" role="img" aria-label={words('feedback.rating', { rating })}>
      {starsOf(rating)}
    </p>
  )
}
