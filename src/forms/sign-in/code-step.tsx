import { useEffect, useState } from 'react'
import { maskPhone } from '../../domain/mask-phone.ts'
import { messagesFor } from '../../domain/form-errors.ts'
import { CodeField } from '../controls/code-field.tsx'
import { TurnstileWidget } from '../controls/turnstile-widget.tsx'
import { HiddenFields } from '../controls/hidden-fields.tsx'
import { countDown } from '../countdown.ts'
import { SignInConsent } from './sign-in-consent.tsx'
import type { SignInFormProps } from './form-props.ts'
import type { SignInKind, SignInValues } from './schema.ts'

const sentKeys = {
  login: 'signIn.sentByMail',
  register: 'signIn.sentByMail',
  partner: 'signIn.sentBySms',
} as const

export function CodeStep(props: SignInFormProps) {
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
    <button className="button quiet" name="step" value="again" disabled={isWaiting}>
      {isWaiting ? texts['signIn.againIn'].replace('{}', String(left)) : texts['signIn.again']}
    </button>
  )
}
