import * as z from 'zod/mini'
import type { FieldReader } from '../form-values.ts'
import { messageKey } from '../../locale/texts.ts'
import { codeField, emailField, readCode, readUtm } from '../fields.ts'

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
