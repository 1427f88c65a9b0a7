import type { EsimBalance } from '../../contract/esims.ts'
import { ratings, starsOf } from '../../domain/review-rating.ts'
import { href } from '../../locale/paths.ts'
import { placePhrase } from '../../locale/place-phrase.ts'
import { useSite } from '../../ui/site.tsx'

/** Offers a review after the trip, as the email does. Everyone with the link can see it. */
export function ReviewOffer({ esim: { hash, tariff } }: { esim: EsimBalance }) {
  const { locale, words } = useSite()
  const place = placePhrase(locale, tariff.countryCodes[0] ?? '', tariff.placeTitle)
  return (
    <section className="notice">
      <h2>
        {tariff.kind === 'multi' ? words('review.tripHeading') : words('review.heading', { place })}
      </h2>
      <p>{words('review.offer')}</p>
      <ul className="options">
        {ratings.map(({ name, stars }) => (
          <li key={name}>
            <a
              className="option"
              href={href(locale, 'review', null, { hash, rating: String(stars) })}
            >
              {words(`review.ratings.${name}`)}{' '}
              <span className="stars" aria-hidden="true">
                {starsOf(stars)}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
