import type { Review, ReviewRating } from '../../../../contract/reviews.ts'
import { href } from '../../../../locale/paths.ts'
import { useSite } from '../../../../ui/site.tsx'
import { AverageRating, VerifiedReviews } from '../../../../ui/verified-reviews.tsx'

type Props = { readonly data: readonly Review[]; readonly rating: ReviewRating | null }

/** Lists reviews of travellers to the country. Empty until there are some. */
export function CountryReviews({ data, rating }: Props) {
  const { locale, words } = useSite()
  if (!rating) return null
  return (
    <section id="reviews">
      <h2>{words('review.countryTitle')}</h2>
      <AverageRating rating={rating} />
      {data.length > 0 && <VerifiedReviews reviews={data} hasEagerFlags />}
      <p>
        <a href={href(locale, 'feedback')}>{words('review.all')}</a>
      </p>
    </section>
  )
}
