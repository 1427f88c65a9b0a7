import { defineForm } from '../form-definition.ts'
import type { FormPropsWith } from '../form-definition.ts'
import { signInSchemas, readSignIn } from './schema.ts'
import type { SignInKind, SignInStep, SignInValues } from './schema.ts'
import type { TurnstileProps } from '../../domain/turnstile.ts'
import { dataConsentTexts } from '../controls/data-consent.tsx'
import { PostForm } from '../controls/post-form.tsx'
import { AddressStep } from './address-step.tsx'
import { CodeStep } from './code-step.tsx'

export const signInFormTexts = [
  ...dataConsentTexts,
  'errors.formSummary',
  'errors.notSent',
  'errors.emailMissing',
  'errors.emailInvalid',
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
  'signIn.tooSoon',
  'signIn.change',
  'signIn.dataPolicyBefore',
  'signIn.dataPolicyLink',
  'signIn.agreementBefore',
  'signIn.agreementLink',
  'signIn.agreementMissing',
  'signIn.dataPolicyMissing',
  'signIn.consentMissing',
  'signIn.failed',
] as const

export type SignInFormProps = FormPropsWith<(typeof signInFormTexts)[number], SignInValues> & {
  readonly kind: SignInKind
  readonly step: SignInStep
  readonly phoneCountry: string | null
  readonly policyHref: string
  readonly agreementHref: string
  readonly resendAfter: number
  /** Another code was requested before `resendAfter`, so none was sent. */
  readonly isTooSoon: boolean
  readonly turnstile: TurnstileProps
}

function SignInForm(props: SignInFormProps) {
  const { texts, step } = props
  return (
    // Each step is a new form, so that React does not reuse field values.
    <PostForm
      key={step}
      form={props}
      fields={shownFields(props)}
      goal="sign-in"
      fallback={texts['signIn.failed']}
    >
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
