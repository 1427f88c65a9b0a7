import { ratings, starsOf } from '../../domain/review-rating.ts'
import type { Texts } from '../../locale/texts.ts'
import { OptionField } from '../controls/option-field.tsx'

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
  return (
    <OptionField name="rating" legend={texts['review.rating']} messages={messages}>
      {(autoFocus) =>
        ratings.map(({ name, stars }, index) => (
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
        ))
      }
    </OptionField>
  )
}
