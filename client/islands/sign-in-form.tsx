import { useEffect, useState } from 'react'
import type { LiveForm } from '../../src/shared/forms/live-form.ts'
import { signInSchemas, signInValuesIn } from '../../src/shared/forms/sign-in.ts'
import { messagesFor } from '../../src/shared/forms/field-errors.ts'
import type { Refused } from '../../src/shared/forms/field-errors.ts'
import type { SignInKind, SignInStep, SignInValues } from '../../src/shared/forms/sign-in.ts'
import type { Texts } from '../../src/shared/locale/texts.ts'
import type { BotCheckProps } from '../../src/shared/forms/bot-check.ts'
import { BotCheck } from '../../src/shared/ui/bot-check.tsx'
import { ConsentField } from '../../src/shared/ui/consent-field.tsx'
import { DataConsent, dataConsentTexts } from '../../src/shared/ui/data-consent.tsx'
import { EmailField } from '../../src/shared/ui/email-field.tsx'
import { Field } from '../../src/shared/ui/field.tsx'
import { FormError } from '../../src/shared/ui/form-error.tsx'
import { HiddenFields } from '../../src/shared/ui/hidden-fields.tsx'
import { countDown } from './countdown.ts'

export const signInFormTexts = [
  ...dataConsentTexts,
  'errors.formSummary',
  'errors.notSent',
  'order.emailInvalid',
  'signIn.email',
  'signIn.phone',
  'signIn.phoneHint',
  'signIn.phoneInvalid',
  'signIn.sendCode',
  'signIn.code',
  'signIn.codeHint',
  'signIn.codeInvalid',
  'signIn.sentByMail',
  'signIn.sentBySms',
  'signIn.confirm',
  'signIn.again',
  'signIn.againIn',
  'signIn.againWait',
  'signIn.change',
  'signIn.dataPolicyLabel',
  'signIn.dataPolicyBefore',
  'signIn.dataPolicyLink',
  'signIn.agreementLabel',
  'signIn.agreementBefore',
  'signIn.agreementLink',
  'signIn.agreementMissing',
  'signIn.consentMissing',
  'signIn.failed',
] as const

export type SignInFormProps = {
  readonly texts: Texts<(typeof signInFormTexts)[number]>
  readonly kind: SignInKind
  readonly step: SignInStep
  readonly action: string
  readonly policyHref: string
  readonly agreementHref: string
  readonly values: SignInValues
  readonly refused: Refused | null
  /** Seconds until another code can be asked for. */
  readonly resendAfter: number
  readonly botCheck: BotCheckProps
}

/** Signing in, in two steps: an address or a phone, then the code that was sent there. */
export function SignInForm(props: SignInFormProps) {
  const { texts, step, action, refused } = props
  return (
    // Another step is another form: nothing of the one before stays in its fields.
    <form key={step} className="form" method="post" action={action} noValidate data-goal="sign-in">
      <FormError refused={refused} fallback={texts['signIn.failed']} texts={texts} />
      {step === 'address' ? <AddressStep {...props} /> : <CodeStep {...props} />}
    </form>
  )
}

function AddressStep(props: SignInFormProps) {
  const { texts, kind, policyHref, agreementHref, values, refused, botCheck } = props
  const messages = (name: string) => messagesFor(refused, name)
  if (kind !== 'partner')
    return (
      <>
        <EmailField
          id="sign-in-email"
          label={texts['signIn.email']}
          value={values.email}
          messages={messages('email')}
        />
        {kind === 'register' && <Consent {...{ texts, values, refused, policyHref }} />}
        <BotCheck check={botCheck} />
        <SendButton texts={texts} />
      </>
    )
  return (
    <>
      <Field
        id="sign-in-phone"
        label={texts['signIn.phone']}
        hint={texts['signIn.phoneHint']}
        messages={messages('phone')}
      >
        {(aria) => (
          <input
            {...aria}
            type="tel"
            name="phone"
            defaultValue={values.phone}
            autoComplete="tel"
            maxLength={30}
            required
            data-mask="phone"
          />
        )}
      </Field>
      <ConsentField
        id="sign-in-data-policy"
        name="agreesToDataPolicy"
        label={texts['signIn.dataPolicyLabel']}
        checked={values.agreesToDataPolicy}
        messages={messages('agreesToDataPolicy')}
      >
        {texts['signIn.dataPolicyBefore']}
        <a href={policyHref} target="_blank" rel="noopener">
          {texts['signIn.dataPolicyLink']}
        </a>
      </ConsentField>
      <ConsentField
        id="sign-in-agreement"
        name="agreesToUserAgreement"
        label={texts['signIn.agreementLabel']}
        checked={values.agreesToUserAgreement}
        messages={messages('agreesToUserAgreement')}
      >
        {texts['signIn.agreementBefore']}
        <a href={agreementHref} target="_blank" rel="noopener">
          {texts['signIn.agreementLink']}
        </a>
      </ConsentField>
      <BotCheck check={botCheck} />
      <SendButton texts={texts} />
    </>
  )
}

function CodeStep(props: SignInFormProps) {
  const { texts, kind, action, values, refused, resendAfter } = props
  const isPartner = kind === 'partner'
  const address = isPartner ? { phone: values.phone } : { email: values.email }
  const mustConsent = kind === 'register' && !values.consent
  return (
    <>
      <HiddenFields
        values={{
          ...address,
          ...(kind === 'register' && values.consent && { consent: '1' }),
          ...(isPartner && { agreesToDataPolicy: '1', agreesToUserAgreement: '1' }),
        }}
      />
      <p role="status">
        {texts[isPartner ? 'signIn.sentBySms' : 'signIn.sentByMail']}
        <br />
        <b>{isPartner ? values.phone : values.email}</b>
      </p>
      <Field
        id="sign-in-code"
        label={texts['signIn.code']}
        hint={texts['signIn.codeHint']}
        messages={messagesFor(refused, 'code')}
      >
        {(aria) => (
          <input
            {...aria}
            name="code"
            defaultValue={values.code}
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={6}
            required
            className="code-input"
          />
        )}
      </Field>
      {mustConsent && <Consent {...props} />}
      <BotCheck check={props.botCheck} />
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

/** Waits until another code can be asked for. Before the browser takes over it can be pressed, and the server says how long to wait. */
function ResendButton({
  texts,
  resendAfter,
  values,
}: Pick<SignInFormProps, 'texts' | 'resendAfter' | 'values'>) {
  const [left, setLeft] = useState(0)
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each answer brings new values: the same wait starts anew
  useEffect(() => countDown(resendAfter, setLeft), [resendAfter, values])
  const isWaiting = left > 0
  return (
    <button className="button quiet" name="step" value="again" disabled={isWaiting}>
      {isWaiting ? texts['signIn.againIn'].replace('{}', String(left)) : texts['signIn.again']}
    </button>
  )
}

function Consent({
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

function SendButton({ texts }: Pick<SignInFormProps, 'texts'>) {
  return (
    <button className="button" name="step" value="send">
      {texts['signIn.sendCode']}
    </button>
  )
}

export const live: LiveForm<SignInFormProps> = {
  Component: SignInForm,
  read: signInValuesIn,
  schemaFor: ({ kind }, button) => signInSchemas[kind][button === 'confirm' ? 'code' : 'address'],
}
