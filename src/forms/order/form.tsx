import type { LiveForm } from '../hydratable-form.ts'
import { orderIn, orderSchema } from './schema.ts'
import { messagesFor } from '../../domain/field-errors.ts'
import type { Refused } from '../../domain/field-errors.ts'
import { paymentOptions } from '../../domain/payment-options.ts'
import type { PaymentOption } from '../../domain/payment-options.ts'
import type { OrderValues } from './schema.ts'
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
  'order.cardUSD',
  'order.cardRUB',
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
  /** The price as it is shown, by way of payment. */
  readonly prices: { readonly [option in PaymentOption]: string }
  readonly values: OrderValues
  readonly refused: Refused | null
}

/** The three things needed to sell. What was typed comes back with the messages. */
export function OrderForm({ texts, action, policyHref, prices, values, refused }: OrderFormProps) {
  return (
    <form className="form" method="post" action={action} noValidate data-goal="order">
      <FormError refused={refused} fallback={texts['order.failed']} texts={texts} />
      <HiddenFields values={{ ...values.utm, idempotencyKey: values.idempotencyKey }} />
      <EmailField
        id="order-email"
        label={texts['order.email']}
        hint={texts['order.emailHint']}
        value={values.email}
        messages={messagesFor(refused, 'email')}
      />
      <fieldset className="options">
        <legend>{texts['order.payment']}</legend>
        {paymentOptions.map((option) => (
          <label key={option} className="option">
            <input
              type="radio"
              name="paymentOption"
              value={option}
              defaultChecked={values.paymentOption === option}
            />
            <span>{texts[option === 'card-usd' ? 'order.cardUSD' : 'order.cardRUB']}</span>
            <b>{prices[option]}</b>
          </label>
        ))}
        {messagesFor(refused, 'paymentOption').map((message) => (
          <small key={message} className="error">
            {message}
          </small>
        ))}
      </fieldset>
      <Field
        id="order-promocode"
        label={texts['order.promocode']}
        messages={messagesFor(refused, 'promocode')}
      >
        {(aria) => (
          <input
            {...aria}
            name="promocode"
            defaultValue={values.promocode}
            autoComplete="off"
            maxLength={64}
          />
        )}
      </Field>
      <DataConsent
        id="order-consent"
        checked={values.consent}
        messages={messagesFor(refused, 'consent')}
        texts={texts}
        policyHref={policyHref}
      />
      <button className="button">{texts['order.submit']}</button>
      <p className="soft">{texts['order.next']}</p>
    </form>
  )
}

export const live: LiveForm<OrderFormProps> = {
  Component: OrderForm,
  read: orderIn,
  schemaFor: () => orderSchema,
}
