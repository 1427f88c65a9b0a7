import { starsOf } from '../domain/review-rating.ts'
import { useSite } from './site.tsx'

export function Stars({ rating }: { rating: number }) {
  const { words } = useSite()
  return (
    <p className="stars" role="img" aria-label={words('feedback.rating', { rating })}>
      {starsOf(rating)}
    </p>
  )
}
