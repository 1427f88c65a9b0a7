import * as z from 'zod/mini'
import { passwordBounds } from '../../domain/field-limits.ts'
import { messageKey } from '../../locale/texts.ts'
import { codeField, emailField, readCode } from '../fields.ts'
import type { FieldReader } from '../form-values.ts'

export const passwordLoginSchema = z.object({
  email: emailField,
  password: z
    .string()
    .check(
      z.minLength(1, messageKey('signIn.passwordMissing')),
      z.maxLength(passwordBounds.max, messageKey('account.passwordInvalid')),
    ),
})

export type PasswordLoginValues = { readonly email: string; readonly password: string }

export function readPasswordLogin(form: FieldReader): PasswordLoginValues {
  return { email: form.email('email'), password: form.password('password') }
}

/** `code` is undefined when the form requires none. */
export const newPasswordSchema = z.object({
  code: z.optional(codeField),
  password: z
    .string()
    .check(
      z.minLength(passwordBounds.min, messageKey('account.passwordInvalid')),
      z.maxLength(passwordBounds.max, messageKey('account.passwordInvalid')),
    ),
})

export function readNewPassword(form: FieldReader, isCodeAsked: boolean) {
  const password = form.password('password')
  return isCodeAsked ? { password, code: readCode(form) } : { password }
}
