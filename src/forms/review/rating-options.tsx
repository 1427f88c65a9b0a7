import { ratings, starsOf } from '../../domain/review-rating.ts'
import type { Texts } from '../../locale/texts.ts'

export const ratingOptionTexts = [
  'review.rating',
  'review.ratings.bad',
  'review.ratings.poor',
  'review.ratings.okay',
  'review.ratings.good',
  'review.ratings.excellent',
] as const

type Props = {
  readonly texts: Texts<(typeof ratingOptionTexts)[number]>
  /** Stars, or empty. */
  readonly chosen: string
  readonly messages: readonly string[]
}

/** Five ratings, the best first. */
export function RatingOptions({ texts, chosen, messages }: Props) {
  return (
    <fieldset className="options">
      <legend>{texts['review.rating']}</legend>
      {ratings.map(({ name, stars }) => (
        <label key={name} className="option">
          <input
            type="radio"
            name="rating"
            value={stars}
            defaultChecked={chosen === String(stars)}
          />
          <span>{texts[`review.ratings.${name}`]}</span>
          <span className="stars" aria-hidden="true">
            {starsOf(stars)}
          </span>
        </label>
      ))}
      {messages.map((message) => (
        <small key={message} className="error">
          {message}
        </small>
      ))}
    </fieldset>
  )
}
