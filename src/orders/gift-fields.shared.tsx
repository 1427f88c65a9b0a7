import { maxLength } from '../kit/limits.shared.ts'
import type { GiftDates } from '../kit/activation-window.shared.ts'
import { messagesFor, type FormErrors } from '../ui/form-errors.shared.ts'
import type { Texts } from '../words/texts.shared.ts'
import { EmailSuggestion, TextAreaField, TextField } from '../ui/fields.shared.tsx'
import type { OrderValues } from './order-schema.shared.ts'

export const giftTexts = [
  'order.gift',
  'order.giftNote',
  'order.giftsNote',
  'order.giftEmail',
  'order.giftEmailInvalid',
  'order.giftEmails',
  'order.giftEmailsHint',
  'order.giftEmailsInvalid',
  'order.giftMessage',
  'order.giftMessageHint',
  'order.giftMessageInvalid',
  'order.giftDate',
  'order.giftDateHint',
  'order.giftDateInvalid',
] as const

export const giftFieldNames = ['giftEmail', 'giftMessage', 'giftDate'] as const

type Props = {
  readonly texts: Texts<(typeof giftTexts)[number] | 'order.didYouMean'>
  readonly values: OrderValues
  readonly dates: GiftDates
  readonly people: number
  readonly errors: FormErrors | null
}

/** The fields of a gift: its recipients, message and date. */
export function GiftFields(props: Props) {
  const { texts, values, people, errors } = props
  const isUsed = giftFieldNames.some(
    (name) => values[name] !== '' || messagesFor(errors, name).length > 0,
  )
  return (
    <details className="fold" open={isUsed}>
      <summary>{texts['order.gift']}</summary>
      <div className="gift">
        <p className="soft">{texts[people > 1 ? 'order.giftsNote' : 'order.giftNote']}</p>
        <Recipients {...props} />
        <EmailSuggestion text={texts['order.didYouMean']} />
        <TextAreaField
          id="gift-message"
          name="giftMessage"
          label={texts['order.giftMessage']}
          hint={texts['order.giftMessageHint']}
          value={values.giftMessage}
          messages={messagesFor(errors, 'giftMessage')}
          rows={3}
          maxLength={maxLength.giftMessage}
        />
        <SendDate {...props} />
      </div>
    </details>
  )
}

/** A field for the friend's address, or for a list of addresses in an order for several people. */
function Recipients({ texts, values, people, errors }: Props) {
  const areSeveral = people > 1
  return (
    <TextField
      id="gift-email"
      name="giftEmail"
      label={texts[areSeveral ? 'order.giftEmails' : 'order.giftEmail']}
      {...(areSeveral && { hint: texts['order.giftEmailsHint'] })}
      messages={messagesFor(errors, 'giftEmail')}
      type="email"
      placeholder=" "
      multiple={areSeveral}
      defaultValue={values.giftEmail}
      autoComplete="off"
      inputMode="email"
      maxLength={people * (maxLength.email + 2)}
    />
  )
}

function SendDate({ texts, values, dates, errors }: Props) {
  return (
    <TextField
      id="gift-date"
      name="giftDate"
      label={texts['order.giftDate']}
      hint={texts['order.giftDateHint']}
      messages={messagesFor(errors, 'giftDate')}
      type="date"
      defaultValue={values.giftDate}
      min={dates.from}
      max={dates.to}
    />
  )
}
