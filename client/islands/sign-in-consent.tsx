import { messagesFor } from '../../src/shared/forms/field-errors.ts'
import { DataConsent } from '../../src/shared/ui/data-consent.tsx'
import type { SignInFormProps } from './sign-in-form.tsx'

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
