import { maxLength } from '../../domain/field-limits.ts'
import { messagesFor } from '../../domain/form-errors.ts'
import { TurnstileWidget } from '../controls/turnstile-widget.tsx'
import { ConsentField } from '../controls/consent-field.tsx'
import { EmailField } from '../controls/email-field.tsx'
import { Field } from '../controls/field.tsx'
import { SignInConsent } from './sign-in-consent.tsx'
import type { SignInFormProps } from './form-props.ts'

export function AddressStep(props: SignInFormProps) {
  const { texts, kind, turnstile } = props
  return (
    <>
      {kind === 'partner' ? <PhoneAndAgreements {...props} /> : <Email {...props} />}
      <TurnstileWidget check={turnstile} />
      <button className="button" name="step" value="send">
        {texts['signIn.sendCode']}
      </button>
    </>
  )
}

function Email(props: SignInFormProps) {
  const { texts, kind, values, errors } = props
  return (
    <>
      <EmailField
        id="sign-in-email"
        label={texts['signIn.email']}
        value={values.email}
        messages={messagesFor(errors, 'email')}
      />
      {kind === 'register' && <SignInConsent {...props} />}
    </>
  )
}

function PhoneAndAgreements(props: SignInFormProps) {
  const { texts, policyHref, agreementHref, values, errors } = props
  const messages = (name: string) => messagesFor(errors, name)
  return (
    <>
      <Phone {...props} />
      <ConsentField
        id="sign-in-data-policy"
        name="agreesToDataPolicy"
        checked={values.agreesToDataPolicy}
        messages={messages('agreesToDataPolicy')}
        before={texts['signIn.dataPolicyBefore']}
        link={texts['signIn.dataPolicyLink']}
        href={policyHref}
      />
      <ConsentField
        id="sign-in-agreement"
        name="agreesToUserAgreement"
        checked={values.agreesToUserAgreement}
        messages={messages('agreesToUserAgreement')}
        before={texts['signIn.agreementBefore']}
        link={texts['signIn.agreementLink']}
        href={agreementHref}
      />
    </>
  )
}

function Phone({ texts, phoneCountry, values, errors }: SignInFormProps) {
  return (
    <Field
      id="sign-in-phone"
      name="phone"
      label={texts['signIn.phone']}
      hint={texts['signIn.phoneHint']}
      messages={messagesFor(errors, 'phone')}
    >
      {(aria) => (
        <input
          {...aria}
          type="tel"
          defaultValue={values.phone}
          autoComplete="tel"
          maxLength={maxLength.typedPhone}
          required
          data-mask="phone"
          data-country={phoneCountry ?? undefined}
        />
      )}
    </Field>
  )
}
