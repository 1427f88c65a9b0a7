import { maxLength } from '../../domain/field-limits.ts'
import { defineForm } from '../form-definition.ts'
import type { FormPropsWith } from '../form-definition.ts'
import { readOrder, orderSchema } from './schema.ts'
import { messagesFor } from '../../domain/form-errors.ts'
import type { Card, OrderValues } from './schema.ts'
import { DataConsent, dataConsentTexts } from '../controls/data-consent.tsx'
import { EmailField } from '../controls/email-field.tsx'
import { Field } from '../controls/field.tsx'
import { PostForm } from '../controls/post-form.tsx'
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

export type OrderFormProps = FormPropsWith<(typeof orderFormTexts)[number], OrderValues> & {
  readonly policyHref: string
  readonly cards: readonly Card[]
}

function OrderForm(props: OrderFormProps) {
  const { texts, policyHref, cards, values, errors } = props
  return (
    <PostForm form={props} goal="order" fallback={texts['order.failed']}>
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
    </PostForm>
  )
}

export const orderForm = defineForm<OrderFormProps>({
  name: 'order',
  Component: OrderForm,
  read: readOrder,
  schemaFor: ({ cards }) => orderSchema(cards),
})
