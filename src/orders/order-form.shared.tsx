import { defineForm, type FormPropsWith } from '../ui/form-definition.shared.ts'
import { GiftFields, giftFieldNames, giftTexts } from './gift-fields.shared.tsx'
import { orderSchema, promocodeSchema, readOrder, totalField } from './order-schema.shared.ts'
import type { Card, OrderValues } from './order-schema.shared.ts'
import { messagesFor } from '../ui/form-errors.shared.ts'
import type { GiftDates } from '../kit/activation-window.shared.ts'
import { DataConsent, dataConsentTexts } from '../ui/consent.shared.tsx'
import { EmailField, OptionField, Field } from '../ui/fields.shared.tsx'
import { PostForm, HiddenFields } from '../ui/post-form.shared.tsx'
import type { Texts } from '../words/texts.shared.ts'
import { maxLength } from '../kit/limits.shared.ts'

export const orderFormTexts = [
  ...dataConsentTexts,
  ...giftTexts,
  'errors.formSummary',
  'errors.notSent',
  'errors.repeatText',
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
  /** Whether the money can come back, and whether support answers now. */
  readonly assurances: readonly string[]
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
  const status = errors?.status ?? 0
  if (status === 500) return `${failed}. ${texts['errors.repeatText']}`
  return status > 500 || status === 429 ? `${failed}. ${texts['errors.notSent']}` : failed
}

function BuyerEmail({ texts, people, giftDates, values, errors }: OrderFormProps) {
  // In an order for several people, the friends can include the buyer.
  const canBeGiver = people === 1 && giftDates !== null
  // CSS shows one of the texts, as soon as a friend's address is typed.
  const either = (own: string, ofGiver: string) =>
    canBeGiver ? (
      <>
        <span className="no-gift">{own}</span>
        <span className="of-giver">{ofGiver}</span>
      </>
    ) : (
      own
    )
  return (
    <EmailField
      id="order-email"
      label={either(texts['order.email'], texts['order.giverEmail'])}
      hint={either(texts['order.emailHint'], texts['order.giverEmailHint'])}
      didYouMean={texts['order.didYouMean']}
      value={values.email}
      messages={messagesFor(errors, 'email')}
    />
  )
}

function Pay({ texts, cards, agreementHref, assurances }: OrderFormProps) {
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
      {assurances.map((each) => (
        <p className="assurance" key={each}>
          {each}
        </p>
      ))}
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

type PeopleFieldProps = {
  readonly texts: Texts<'order.people' | 'order.peopleHint'>
  readonly people: number
  /** URLs of the order for one person, for two, and so on. Empty if the order is for one person. */
  readonly actions: readonly string[]
}

/** Value of the buttons that show the order for another number of people. */
export const peopleButton = 'people'

/**
 * Buttons that show the order for another number of people. They send the form, so that the typed
 * values stay.
 */
function PeopleField({ texts, people, actions }: PeopleFieldProps) {
  if (actions.length === 0) return null
  return (
    <fieldset className="options people">
      <legend>{texts['order.people']}</legend>
      {actions.map((action, index) => (
        <button
          key={action}
          className="button quiet"
          name="step"
          value={peopleButton}
          formAction={action}
          aria-pressed={people === index + 1}
        >
          {index + 1}
        </button>
      ))}
      <small>{texts['order.peopleHint']}</small>
    </fieldset>
  )
}

type PromocodeFieldProps = {
  readonly texts: Texts<'order.promocode' | 'order.apply'>
  readonly value: string
  readonly applied: string
  readonly messages: readonly string[]
}

/** Value of the button that shows the prices with the promo code. */
export const applyButton = 'apply'

function PromocodeField({ texts, value, applied, messages }: PromocodeFieldProps) {
  return (
    <details className="fold" open={value !== '' || messages.length > 0}>
      <summary>{texts['order.promocode']}</summary>
      <Field
        id="order-promocode"
        name="promocode"
        label={texts['order.promocode']}
        messages={messages}
      >
        {(aria) => (
          <span className="with-button">
            <input
              {...aria}
              defaultValue={value}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={maxLength.marketingCode}
            />
            <button className="button quiet" name="step" value={applyButton} data-keep-focus>
              {texts['order.apply']}
            </button>
          </span>
        )}
      </Field>
      {/* Always rendered, so that screen readers announce its new text. */}
      <p className="applied" role="status">
        {applied}
      </p>
    </details>
  )
}
