import { maxLength } from '../../domain/field-limits.ts'
import { defineForm } from '../form-definition.ts'
import { readOrder, orderSchema } from './schema.ts'
import { messagesFor } from '../../domain/form-errors.ts'
import type { FormErrors } from '../../domain/form-errors.ts'
import type { Card, OrderValues } from './schema.ts'
import type { Texts } from '../../locale/texts.ts'
import { DataConsent, dataConsentTexts } from '../controls/data-consent.tsx'
import { EmailField } from '../controls/email-field.tsx'
import { Field } from '../controls/field.tsx'
import { FormError } from '../controls/form-error.tsx'
import { HiddenFields } from '../controls/hidden-fields.tsx'

export const orderFormTexts = [
  ...dataConsentTexts,
  'errors.formSummary',
  'errors.notSent',
  'order.failed',
  'order.email',
  'order.emailHint',
  'order.emailInvalid',
  'order.payment',
  'order.paymentInvalid',
  'order.promocode',
  'order.promocodeInvalid',
  'order.consentMissing',
  'order.submit',
  'order.next',
] as const

export type OrderFormProps = {
  readonly texts: Texts<(typeof orderFormTexts)[number]>
  readonly action: string
  readonly policyHref: string
  readonly cards: readonly Card[]
  readonly values: OrderValues
  readonly errors: FormErrors | null
}

function OrderForm({ texts, action, policyHref, cards, values, errors }: OrderFormProps) {
  return (
    <form className="form" method="post" action={action} noValidate data-goal="order">
      <FormError errors={errors} fallback={texts['order.failed']} texts={texts} />
      <HiddenFields values={{ ...values.utm, idempotencyKey: values.idempotencyKey }} />
      <EmailField
        id="order-email"
        label={texts['order.email']}
        hint={texts['order.emailHint']}
        value={values.email}
        messages={messagesFor(errors, 'email')}
      />
      <fieldset className="options">
        <legend>{texts['order.payment']}</legend>
        {cards.map(({ option, label, price }) => (
          <label key={option} className="option">
            <input
              type="radio"
              name="paymentOption"
              value={option}
              defaultChecked={values.paymentOption === option}
            />
            <span>{label}</span>
            <b>{price}</b>
          </label>
        ))}
        {messagesFor(errors, 'paymentOption').map((message) => (
          <small key={message} className="error">
            {message}
          </small>
        ))}
      </fieldset>
      <Field
        id="order-promocode"
        label={texts['order.promocode']}
        messages={messagesFor(errors, 'promocode')}
      >
        {(aria) => (
          <input
            {...aria}
            name="promocode"
            defaultValue={values.promocode}
            autoComplete="off"
            maxLength={maxLength.marketingCode}
          />
        )}
      </Field>
      <DataConsent
        id="order-consent"
        checked={values.consent}
        messages={messagesFor(errors, 'consent')}
        texts={texts}
        policyHref={policyHref}
      />
      <button className="button">{texts['order.submit']}</button>
      <p className="soft">{texts['order.next']}</p>
    </form>
  )
}

export const orderForm = defineForm<OrderFormProps>({
  name: 'order',
  Component: OrderForm,
  read: readOrder,
  schemaFor: ({ cards }) => orderSchema(cards),
})
