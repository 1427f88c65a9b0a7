import type { FormPropsWith } from '../form-definition.ts'
import type { SignInKind, SignInStep, SignInValues } from './schema.ts'
import type { TurnstileProps } from '../../domain/turnstile.ts'
import { dataConsentTexts } from '../controls/data-consent.tsx'

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
