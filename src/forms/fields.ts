import * as z from 'zod/mini'
import { emailPattern } from '../domain/email-address.ts'
import { maxLength } from '../domain/field-limits.ts'
import { maxUtmLength, utmNames } from '../domain/utm.ts'
import type { UtmName } from '../domain/utm.ts'
import { signInCodePattern } from '../domain/sign-in-code.ts'
import { secretID, secretIDPattern } from '../domain/secret-id.ts'
import { messageKey } from '../locale/texts.ts'
import type { FieldReader } from './form-values.ts'

export const emailField = emailWith(messageKey('errors.emailInvalid'))
/** The specification (section 8) prescribes the message of this field. */
export const orderEmailField = emailWith(messageKey('order.emailInvalid'))

function emailWith(message: string) {
  const error = ({ input }: { readonly input?: unknown }) =>
    input === '' ? messageKey('errors.emailMissing') : message
  return z.email({ pattern: emailPattern, error }).check(z.maxLength(maxLength.email, message))
}

export const codeField = z
  .string()
  .check(z.regex(signInCodePattern, messageKey('signIn.codeInvalid')))

/** Returns a code without the spaces that mail programs add. */
export function readCode(form: FieldReader): string {
  return form.text('code').replaceAll(/\s/g, '')
}

export const utmField = z.partialRecord(
  z.enum(utmNames),
  z.string().check(z.maxLength(maxUtmLength, messageKey('api.invalid'))),
)

export function readUtm(valueOf: (name: UtmName) => string | undefined): z.output<typeof utmField> {
  const values = utmNames.map(
    (name) => [name, valueOf(name)?.slice(0, maxUtmLength) ?? ''] as const,
  )
  return Object.fromEntries(values.filter(([, value]) => value !== ''))
}

/** Returns the key that the form sent, or a new key if it is missing or malformed. */
export function readIdempotencyKey(form: FieldReader): string {
  const key = form.text('idempotencyKey')
  return secretIDPattern.test(key) ? key : secretID()
}
