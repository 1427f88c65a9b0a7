import { messagesFor } from '../../domain/form-errors.ts'
import { DataConsent } from '../controls/data-consent.tsx'
import type { SignInFormProps } from './form-props.ts'

export function SignInConsent({
  texts,
  values,
  errors,
  policyHref,
}: Pick<SignInFormProps, 'texts' | 'values' | 'errors' | 'policyHref'>) {
  return (
    <DataConsent
      id="sign-in-consent"
      checked={values.consent}
      messages={messagesFor(errors, 'consent')}
      texts={texts}
      policyHref={policyHref}
    />
  )
}
