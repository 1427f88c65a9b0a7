import type { Texts } from '../../locale/texts.ts'
import { OptionField } from '../controls/option-field.tsx'
import type { Card } from './schema.ts'

type Props = {
  readonly texts: Texts<'order.payment' | 'order.reduction' | 'order.fullPrice'>
  readonly cards: readonly Card[]
  readonly chosen: string
  readonly messages: readonly string[]
}

/** A choice of cards with the price, the reduction of the promo code, and the total. */
export function CardOptions({ texts, cards, chosen, messages }: Props) {
  return (
    <OptionField name="paymentOption" legend={texts['order.payment']} messages={messages}>
      {(autoFocus) =>
        cards.map((card, index) => (
          <CardOption
            key={card.option}
            texts={texts}
            card={card}
            isChosen={chosen === card.option}
            getsFocus={index === 0 ? autoFocus : undefined}
          />
        ))
      }
    </OptionField>
  )
}

type OptionProps = Pick<Props, 'texts'> & {
  readonly card: Card
  readonly isChosen: boolean
  readonly getsFocus: true | undefined
}

function CardOption({ texts, card, isChosen, getsFocus }: OptionProps) {
  const { option, label, methods, price, reduction, total } = card
  return (
    <label className="option">
      <input
        type="radio"
        name="paymentOption"
        value={option}
        defaultChecked={isChosen}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the first invalid field
        autoFocus={getsFocus}
      />
      <span>
        {label}
        {methods !== '' && <small>{methods}</small>}
        {reduction !== null && (
          <small>
            {texts['order.reduction']}: {reduction}
          </small>
        )}
      </span>
      <span className="price">
        {reduction !== null && (
          <>
            <span className="unseen">{texts['order.fullPrice']}: </span>
            <s>{price}</s>
          </>
        )}{' '}
        <b>{total}</b>
      </span>
    </label>
  )
}
