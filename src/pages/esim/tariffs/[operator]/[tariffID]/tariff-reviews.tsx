import type { SampleReview } from '../../../../../../content/types.ts'
import type { Tariff } from '../../../../../contract/tariffs.ts'
import type { RatedReviews } from '../../../../../ui/review-facts.ts'
import { ReviewList } from '../../../../../ui/review-list.tsx'
import { useSite } from '../../../../../ui/site.tsx'
import { AverageRating, VerifiedReviews } from '../../../../../ui/verified-reviews.tsx'

type Props = {
  readonly kind: Tariff['kind']
  readonly verified: RatedReviews
  readonly samples: readonly SampleReview[]
}

/** Lists reviews for the plan's countries. Shows samples until a traveller has written a review. */
export function TariffReviews({ kind, verified: { data, rating }, samples }: Props) {
  const { words } = useSite()
  const hasEagerFlags = kind !== 'multi'
  if (data.length === 0 && samples.length === 0) return null
  return data.length > 0 ? (
    <section>
      <h2>{words('review.countryTitle')}</h2>
      {rating && <AverageRating rating={rating} />}
      <VerifiedReviews reviews={data} hasEagerFlags={hasEagerFlags} />
    </section>
  ) : (
    <section>
      <h2>{words('tariff.reviewsTitle')}</h2>
      <ReviewList reviews={samples} hasEagerFlags={hasEagerFlags} />
    </section>
  )
}
