import type { Review, ReviewRating } from '../contract/reviews.ts'
import { formatDate } from '../locale/formats.ts'
import { settingsOf } from '../locale/locales.ts'
import { sizeText } from '../locale/tariff-words.ts'
import { Flag } from './flag.tsx'
import { Stars } from './stars.tsx'
import { useSite } from './site.tsx'

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
