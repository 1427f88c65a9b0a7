import type { Texts } from '../../locale/texts.ts'
import { useAutoFocus } from '../controls/focused-field.ts'
import type { Card } from './schema.ts'

type Props = {
  readonly texts: Texts<'order.payment' | 'order.reduction'>
  readonly cards: readonly Card[]
  readonly chosen: string
  readonly messages: readonly string[]
}

/** A choice of cards with the price, the reduction of the promo code, and the total. */
export function CardOptions({ texts, cards, chosen, messages }: Props) {
  const autoFocus = useAutoFocus('paymentOption')
  return (
    <fieldset className="options">
      <legend>{texts['order.payment']}</legend>
      {cards.map(({ option, label, price, reduction, total }, index) => (
        <label key={option} className="option">
          <input
            type="radio"
            name="paymentOption"
            value={option}
            defaultChecked={chosen === option}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the first invalid field
            autoFocus={index === 0 ? autoFocus : undefined}
          />
          <span>
            {label}
            {reduction !== null && (
              <small>
                {texts['order.reduction']}: {reduction}
              </small>
            )}
          </span>
          <span className="price">
            {reduction !== null && <s>{price}</s>} <b>{total}</b>
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
