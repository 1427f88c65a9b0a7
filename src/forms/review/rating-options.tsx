import { ratings, starsOf } from '../../domain/review-rating.ts'
import type { Texts } from '../../locale/texts.ts'
import { useAutoFocus } from '../controls/focused-field.ts'

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
  /** The number of stars, or empty. */
  readonly chosen: string
  readonly messages: readonly string[]
}

/** Five ratings, the best first. */
export function RatingOptions({ texts, chosen, messages }: Props) {
  const isBad = messages.length > 0
  const autoFocus = useAutoFocus('rating')
  return (
    <fieldset
      className={isBad ? 'options bad' : 'options'}
      role="radiogroup"
      aria-invalid={isBad || undefined}
      aria-describedby={isBad ? 'rating-error' : undefined}
    >
      <legend>{texts['review.rating']}</legend>
      {ratings.map(({ name, stars }, index) => (
        <label key={name} className="option">
          <input
            type="radio"
            name="rating"
            value={stars}
            defaultChecked={chosen === String(stars)}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the first invalid field
            autoFocus={index === 0 ? autoFocus : undefined}
          />
          <span>{texts[`review.ratings.${name}`]}</span>
          <span className="stars" aria-hidden="true">
            {starsOf(stars)}
          </span>
        </label>
      ))}
      {isBad && (
        <small id="rating-error" className="error">
          {messages.join(' ')}
        </small>
      )}
    </fieldset>
  )
}
