import * as z from 'zod/mini'
import { passwordBounds } from '../../domain/field-limits.ts'
import { messageKey } from '../../locale/texts.ts'
import { codeField, emailField } from '../fields.ts'

export const passwordLoginSchema = z.object({
  email: emailField,
  password: z
    .string()
    .check(
      z.minLength(1, messageKey('signIn.passwordMissing')),
      z.maxLength(passwordBounds.max, messageKey('account.passwordInvalid')),
    ),
})

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
