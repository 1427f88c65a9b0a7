import * as z from 'zod/mini'
import type { FieldReader } from '../field-reader.ts'
import { codeField, emailField } from '../fields.ts'

/** Who signs in: a customer who has an account, one who makes it, a partner. */
export type SignInKind = 'login' | 'register' | 'partner'
/** The auth step starts at the address (for partners, the phone); then comes the code. */
export type SignInStep = 'address' | 'code'

export type SignInValues = {
  readonly email: string
  readonly phone: string
  readonly code: string
  readonly consent: boolean
  readonly agreesToDataPolicy: boolean
  readonly agreesToUserAgreement: boolean
}

const consent = z.literal(true, 'signIn.consentMissing')
/** The browser masks, with spaces between; whether it is a number, the server judges. */
const phone = z.string().check(z.regex(/(?:\d\D*){5}/, 'signIn.phoneInvalid'))
const agreement = z.literal(true, 'signIn.agreementMissing')

/** What each step needs. Messages are names of words. */
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
    address: z.object({ phone, agreesToDataPolicy: agreement, agreesToUserAgreement: agreement }),
    code: z.object({ phone, code: codeField }),
  },
} as const

export function signInValuesIn(form: FieldReader): SignInValues {
  return {
    email: form.text('email'),
    phone: form.text('phone'),
    code: form.text('code').replace(/\s/g, ''),
    consent: form.isChecked('consent'),
    agreesToDataPolicy: form.isChecked('agreesToDataPolicy'),
    agreesToUserAgreement: form.isChecked('agreesToUserAgreement'),
  }
}
