import type { OwnReview } from '../../contract/reviews.ts'
import { href } from '../../locale/paths.ts'
import { useSite } from '../../ui/site.tsx'
import { Stars } from '../../ui/stars.tsx'

type Props = { readonly hash: string; readonly review: NonNullable<OwnReview['review']> }

export function ReviewThanks({ hash, review: { rating, text, author } }: Props) {
  const { locale, words } = useSite()
  return (
    <section className="masthead">
      <h1>{words('review.thanksTitle')}</h1>
      <p className="lead">{words('review.thanks')}</p>
      <blockquote className="sheet review">
        <Stars rating={rating} />
        {text !== '' && <p className="review-text">{text}</p>}
        <p className="soft">{author === '' ? words('review.nobody') : author}</p>
      </blockquote>
      <p className="actions">
        <a className="button" href={href(locale, 'countries')}>
          {words('balance.nextTrip')}
        </a>
        <a className="button quiet" href={href(locale, 'operatorInfo', null, { hash })}>
          {words('review.balance')}
        </a>
      </p>
    </section>
  )
}
