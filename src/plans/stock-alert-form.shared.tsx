import * as z from 'zod/mini'
import { messageKey } from '../words/texts.shared.ts'
import { emailField, type FieldReader } from '../ui/form-values.shared.ts'
import { defineForm, type FormPropsWith } from '../ui/form-definition.shared.ts'
import { messagesFor } from '../ui/form-errors.shared.ts'
import { PostForm } from '../ui/post-form.shared.tsx'
import { DataConsent, dataConsentTexts } from '../ui/consent.shared.tsx'
import { EmailField } from '../ui/fields.shared.tsx'

export type StockAlertValues = { readonly email: string; readonly consent: boolean }

export const stockAlertSchema = z.object({
  email: emailField,
  consent: z.literal(true, messageKey('stockAlert.consentMissing')),
})

export function readStockAlert(form: FieldReader): StockAlertValues {
  return { email: form.email('email'), consent: form.isChecked('consent') }
}

export const stockAlertFormTexts = [
  ...dataConsentTexts,
  'errors.formSummary',
  'errors.notSent',
  'errors.emailMissing',
  'errors.emailInvalid',
  'order.didYouMean',
  'stockAlert.email',
  'stockAlert.consentMissing',
  'stockAlert.submit',
  'stockAlert.failed',
] as const

type Props = FormPropsWith<(typeof stockAlertFormTexts)[number], StockAlertValues> & {
  readonly policyHref: string
}

/** Asks for an email when something is on sale again. */
function StockAlertForm(props: Props) {
  const { texts, values, errors, policyHref } = props
  return (
    <PostForm
      form={props}
      fields={['email', 'consent']}
      goal="stock-alert"
      fallback={texts['stockAlert.failed']}
    >
      <EmailField
        id="stock-alert-email"
        label={texts['stockAlert.email']}
        value={values.email}
        messages={messagesFor(errors, 'email')}
        didYouMean={texts['order.didYouMean']}
      />
      <DataConsent
        id="stock-alert-consent"
        checked={values.consent}
        messages={messagesFor(errors, 'consent')}
        texts={texts}
        policyHref={policyHref}
      />
      <button className="button">{texts['stockAlert.submit']}</button>
    </PostForm>
  )
}

export const stockAlertForm = defineForm<Props>({
  name: 'stock-alert',
  Component: StockAlertForm,
  read: readStockAlert,
  schemaFor: () => stockAlertSchema,
})
