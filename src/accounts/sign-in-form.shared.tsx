import { useEffect, useState } from 'react'
import { defineForm } from '../ui/form-definition.shared.ts'
import { signInSchemas, readSignIn } from './sign-in-schema.shared.ts'
import type { SignInFormProps, SignInKind, SignInValues } from './sign-in-schema.shared.ts'
import { HiddenFields, PostForm, TurnstileWidget } from '../ui/post-form.shared.tsx'
import { maxLength } from '../kit/limits.shared.ts'
import { messagesFor } from '../ui/form-errors.shared.ts'
import { ConsentField, DataConsent } from '../ui/consent.shared.tsx'
import { EmailField, TextField } from '../ui/fields.shared.tsx'
import { CodeField } from './code-field.shared.tsx'
import { maskPhone } from '../kit/masks.shared.ts'
import { countDown } from '../ui/countdown.shared.ts'

function SignInForm(props: SignInFormProps) {
  const { texts, step, values } = props
  return (
    // Each step is a new form, so that React does not reuse field values.
    <PostForm
      key={step}
      form={props}
      fields={shownFields(props)}
      nextField={step === 'code' ? 'code' : undefined}
      goal="sign-in"
      fallback={texts['signIn.failed']}
    >
      <HiddenFields values={values.utm} />
      {step === 'address' ? <AddressStep {...props} /> : <CodeStep {...props} />}
    </PostForm>
  )
}

function shownFields({ kind, step, values }: SignInFormProps): readonly string[] {
  if (step === 'code')
    return kind === 'register' && !values.consent ? ['code', 'consent'] : ['code']
  if (kind === 'partner') return ['phone', 'agreesToDataPolicy', 'agreesToUserAgreement']
  return kind === 'register' ? ['email', 'consent'] : ['email']
}

export const signInForm = defineForm<SignInFormProps>({
  name: 'sign-in',
  Component: SignInForm,
  read: readSignIn,
  schemaFor: ({ kind }, button) => signInSchemas[kind][button === 'confirm' ? 'code' : 'address'],
})

function AddressStep(props: SignInFormProps) {
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
    <TextField
      id="sign-in-phone"
      name="phone"
      label={texts['signIn.phone']}
      hint={texts['signIn.phoneHint']}
      messages={messagesFor(errors, 'phone')}
      type="tel"
      defaultValue={values.phone}
      autoComplete="tel"
      maxLength={maxLength.typedPhone}
      required
      data-mask="phone"
      data-country={phoneCountry ?? undefined}
    />
  )
}

const sentKeys = {
  login: 'signIn.sentByMail',
  register: 'signIn.sentByMail',
  partner: 'signIn.sentBySms',
} as const

function CodeStep(props: SignInFormProps) {
  const { texts, kind, action, values, errors, resendAfter, isTooSoon } = props
  const mustConsent = kind === 'register' && !values.consent
  return (
    <>
      <HiddenFields values={fieldsOfAddressStep(kind, values)} />
      <p role="status">
        {isTooSoon ? texts['signIn.tooSoon'] : texts[sentKeys[kind]]}
        <br />
        <b>{kind === 'partner' ? maskPhone(values.phone) : values.email}</b>
      </p>
      <CodeField
        id="sign-in-code"
        texts={texts}
        value={values.code}
        messages={messagesFor(errors, 'code')}
      />
      {mustConsent && <SignInConsent {...props} />}
      <TurnstileWidget check={props.turnstile} />
      <p className="actions">
        <button className="button" name="step" value="confirm">
          {texts['signIn.confirm']}
        </button>
        <ResendButton {...{ texts, resendAfter, values }} />
      </p>
      {resendAfter > 0 && (
        <noscript>
          <p className="soft">{texts['signIn.againWait'].replace('{}', String(resendAfter))}</p>
        </noscript>
      )}
      <p>
        <a href={action}>{texts['signIn.change']}</a>
      </p>
    </>
  )
}

/** Returns the values of the first step, which the second step sends again. */
function fieldsOfAddressStep(kind: SignInKind, values: SignInValues) {
  const { phone, email, resendAt, consent } = values
  if (kind === 'partner')
    return { phone, resendAt, agreesToDataPolicy: '1', agreesToUserAgreement: '1' }
  return { email, resendAt, ...(kind === 'register' && consent && { consent: '1' }) }
}

/** Disabled until another code can be sent. Before hydration, the server enforces the wait. */
function ResendButton({
  texts,
  resendAfter,
  values,
}: Pick<SignInFormProps, 'texts' | 'resendAfter' | 'values'>) {
  const [left, setLeft] = useState(0)
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- new values restart the wait
  useEffect(() => countDown(resendAfter, setLeft), [resendAfter, values])
  const isWaiting = left > 0
  return (
    <button className="button quiet" name="step" value="again" disabled={isWaiting} data-ticking="">
      {isWaiting ? texts['signIn.againIn'].replace('{}', String(left)) : texts['signIn.again']}
    </button>
  )
}

function SignInConsent({
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
