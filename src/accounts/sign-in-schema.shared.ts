import * as z from 'zod/mini'
import type { FormPropsWith } from '../ui/form-definition.shared.ts'
import type { TurnstileProps } from '../ui/form-markers.shared.ts'
import { dataConsentTexts } from '../ui/consent.shared.tsx'
import { emailField, readUtm, type FieldReader } from '../ui/form-values.shared.ts'
import { codeField, readCode } from './code-field.shared.tsx'
import { messageKey } from '../words/texts.shared.ts'

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

export type SignInKind = 'login' | 'register' | 'partner'
export type SignInStep = 'address' | 'code'

export type SignInValues = {
  readonly email: string
  readonly phone: string
  readonly code: string
  /** The time at which the server allows another code, in milliseconds since 1970, or empty. */
  readonly resendAt: string
  readonly consent: boolean
  readonly agreesToDataPolicy: boolean
  readonly agreesToUserAgreement: boolean
  readonly utm: { readonly [name: string]: string }
}

const consent = z.literal(true, messageKey('signIn.consentMissing'))
/** At least five digits in any format. The server decides whether the number is valid. */
const phone = z.string().check(z.regex(/(?:\d\D*){5}/, messageKey('signIn.phoneInvalid')))
const dataPolicy = z.literal(true, messageKey('signIn.dataPolicyMissing'))
const agreement = z.literal(true, messageKey('signIn.agreementMissing'))

export const signInSchemas = {
  login: {
    address: z.object({ email: emailField }),
    code: z.object({ email: emailField, code: codeField }),
  },
  register: {
    address: z.object({ email: emailField, consent }),
    code: z.object({ email: emailField, consent, code: codeField }),
  },
  partner: {
    address: z.object({ phone, agreesToDataPolicy: dataPolicy, agreesToUserAgreement: agreement }),
    code: z.object({ phone, code: codeField }),
  },
} as const

export function readSignIn(form: FieldReader): SignInValues {
  return {
    email: form.email('email'),
    phone: form.text('phone'),
    code: readCode(form),
    resendAt: form.text('resendAt'),
    consent: form.isChecked('consent'),
    agreesToDataPolicy: form.isChecked('agreesToDataPolicy'),
    agreesToUserAgreement: form.isChecked('agreesToUserAgreement'),
    utm: readUtm(form.text),
  }
}
