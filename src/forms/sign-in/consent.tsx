import { messagesFor } from '../../domain/field-errors.ts'
import { DataConsent } from '../controls/data-consent.tsx'
import type { SignInFormProps } from './form.tsx'

/** The consent that makes an account. */
export function SignInConsent({
  texts,
  values,
  refused,
  policyHref,
}: Pick<SignInFormProps, 'texts' | 'values' | 'refused' | 'policyHref'>) {
  return (
    <DataConsent
      id="sign-in-consent"
      checked={values.consent}
      messages={messagesFor(refused, 'consent')}
      texts={texts}
      policyHref={policyHref}
    />
  )
}
