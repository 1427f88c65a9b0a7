import * as z from 'zod/mini'
import { passwordBounds } from '../../domain/field-limits.ts'
import { messageKey } from '../../locale/texts.ts'
import { emailField } from '../fields.ts'

export const passwordLoginSchema = z.object({
  email: emailField,
  password: z
    .string()
    .check(
      z.minLength(1, messageKey('signIn.passwordMissing')),
      z.maxLength(passwordBounds.max, messageKey('account.passwordInvalid')),
    ),
})

export const newPasswordSchema = z.object({
  password: z
    .string()
    .check(
      z.minLength(passwordBounds.min, messageKey('account.passwordInvalid')),
      z.maxLength(passwordBounds.max, messageKey('account.passwordInvalid')),
    ),
})
