import { defineForm } from '../form-definition.ts'
import { signInSchemas, readSignIn } from './schema.ts'
import type { FormErrors } from '../../domain/form-errors.ts'
import type { SignInKind, SignInStep, SignInValues } from './schema.ts'
import type { Texts } from '../../locale/texts.ts'
import type { TurnstileProps } from '../../domain/turnstile.ts'
import { dataConsentTexts } from '../controls/data-consent.tsx'
import { FormError } from '../controls/form-error.tsx'
import { AddressStep } from './address-step.tsx'
import { CodeStep } from './code-step.tsx'

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
  readonly phoneCountry: string | null
  readonly policyHref: string
  readonly agreementHref: string
  readonly values: SignInValues
  readonly errors: FormErrors | null
  readonly resendAfter: number
  readonly turnstile: TurnstileProps
}

function SignInForm(props: SignInFormProps) {
  const { texts, step, action, errors } = props
  return (
    // Each step is a new form, so that React does not reuse field values.
    <form key={step} className="form" method="post" action={action} noValidate data-goal="sign-in">
      <FormError errors={errors} fallback={texts['signIn.failed']} texts={texts} />
      {step === 'address' ? <AddressStep {...props} /> : <CodeStep {...props} />}
    </form>
  )
}

export const signInForm = defineForm<SignInFormProps>({
  name: 'sign-in',
  Component: SignInForm,
  read: readSignIn,
  schemaFor: ({ kind }, button) => signInSchemas[kind][button === 'confirm' ? 'code' : 'address'],
})
