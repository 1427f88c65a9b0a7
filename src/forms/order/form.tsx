import { defineForm } from '../form-definition.ts'
import type { FormPropsWith } from '../form-definition.ts'
import { CardOptions } from './card-options.tsx'
import { GiftFields, giftFieldNames, giftTexts } from './gift-fields.tsx'
import { PeopleField } from './people-field.tsx'
import { applyButton, PromocodeField } from './promocode-field.tsx'
import { orderSchema, promocodeSchema, readOrder, totalField } from './schema.ts'
import { messagesFor } from '../../domain/form-errors.ts'
import type { GiftDates } from '../../domain/gift-dates.ts'
import type { Card, OrderValues } from './schema.ts'
import { DataConsent, dataConsentTexts } from '../controls/data-consent.tsx'
import { EmailField } from '../controls/email-field.tsx'
import { PostForm } from '../controls/post-form.tsx'
import { HiddenFields } from '../controls/hidden-fields.tsx'

export const orderFormTexts = [
  ...dataConsentTexts,
  ...giftTexts,
  'errors.formSummary',
  'errors.notSent',
  'order.failed',
  'order.email',
  'order.emailHint',
  'order.giverEmail',
  'order.giverEmailHint',
  'order.didYouMean',
  'errors.emailMissing',
  'order.emailInvalid',
  'order.people',
  'order.peopleHint',
  'order.payment',
  'order.paymentInvalid',
  'order.promocode',
  'order.promocodeInvalid',
  'order.apply',
  'order.reduction',
  'order.fullPrice',
  'order.consentMissing',
  'order.submit',
  'order.next',
  'order.agreementBefore',
  'order.agreementLink',
] as const

/** The promo code in the field, after the server's check. */
type PromocodeState = {
  /** A note that the prices include the code, or empty if they do not. */
  readonly applied: string
  /** The reason why a code from a link cannot be used. */
  readonly messages: readonly string[]
}

export type OrderFormProps = FormPropsWith<(typeof orderFormTexts)[number], OrderValues> & {
  readonly policyHref: string
  readonly agreementHref: string
  readonly cards: readonly Card[]
  /** The dates on which the order can be sent as a gift, or null if it cannot be a gift. */
  readonly giftDates: GiftDates | null
  /** The number of people who get an eSIM. */
  readonly people: number
  /** URLs of the order for one person, for two, and so on. Empty if the order is for one person. */
  readonly peopleActions: readonly string[]
  readonly promocode: PromocodeState
}

const shownFields = ['email', 'paymentOption', 'promocode', ...giftFieldNames, 'consent']

function OrderForm(props: OrderFormProps) {
  const { texts, cards, giftDates, people, values, promocode, errors } = props
  const totals = Object.fromEntries(
    cards.map(({ option, totalMinor }) => [totalField(option), String(totalMinor)]),
  )
  return (
    <PostForm form={props} fields={shownFields} goal="order" fallback={failedText(props)}>
      {/* Enter in a field presses the first button of a form, which must order instead of
          applying the code. */}
      <button className="unseen" tabIndex={-1} aria-hidden="true" />
      <HiddenFields values={{ ...values.utm, ...totals, idempotencyKey: values.idempotencyKey }} />
      <BuyerEmail {...props} />
      <PeopleField texts={texts} people={people} actions={props.peopleActions} />
      <CardOptions
        texts={texts}
        cards={cards}
        chosen={values.paymentOption}
        messages={messagesFor(errors, 'paymentOption')}
      />
      <PromocodeField
        texts={texts}
        value={values.promocode}
        applied={promocode.applied}
        messages={errors ? messagesFor(errors, 'promocode') : promocode.messages}
      />
      {giftDates && <GiftFields {...{ texts, values, people, errors }} dates={giftDates} />}
      <DataConsent
        id="order-consent"
        checked={values.consent}
        messages={messagesFor(errors, 'consent')}
        texts={texts}
        policyHref={props.policyHref}
      />
      <Pay {...props} />
    </PostForm>
  )
}

/** Shown when the shop answers without a reason. The order can succeed after an outage. */
function failedText({ texts, errors }: Pick<OrderFormProps, 'texts' | 'errors'>): string {
  const failed = texts['order.failed']
  const isOutage = errors !== null && (errors.status >= 500 || errors.status === 429)
  return isOutage ? `${failed}. ${texts['errors.notSent']}` : failed
}

function BuyerEmail({ texts, people, values, errors }: OrderFormProps) {
  // In an order for several people, the friends can include the buyer.
  const isGift = people === 1 && values.giftEmail !== ''
  return (
    <EmailField
      id="order-email"
      label={texts[isGift ? 'order.giverEmail' : 'order.email']}
      hint={texts[isGift ? 'order.giverEmailHint' : 'order.emailHint']}
      didYouMean={texts['order.didYouMean']}
      value={values.email}
      messages={messagesFor(errors, 'email')}
    />
  )
}

function Pay({ texts, cards, agreementHref }: OrderFormProps) {
  return (
    <>
      <button className="button tall pay">
        {/* CSS shows the amount of the chosen card, so that the amount is right without
            JavaScript too. */}
        <span>{texts['order.submit']}</span>{' '}
        {cards.map(({ option, total }) => (
          <b key={option}>{total}</b>
        ))}
      </button>
      <p className="soft">
        {texts['order.next']} {texts['order.agreementBefore']}
        <a href={agreementHref} target="_blank" rel="noopener">
          {texts['order.agreementLink']}
        </a>
        .
      </p>
    </>
  )
}

export const orderForm = defineForm<OrderFormProps>({
  name: 'order',
  Component: OrderForm,
  read: readOrder,
  schemaFor: ({ cards, giftDates: dates, people }, button) =>
    button === applyButton
      ? promocodeSchema
      : orderSchema(
          cards.map(({ option }) => option),
          { dates, people },
        ),
})
