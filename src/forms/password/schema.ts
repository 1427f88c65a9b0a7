import * as z from 'zod/mini'
import { passwordBounds } from '../../domain/field-limits.ts'
import { emailField } from '../fields.ts'

/** Messages are names of words. */
export const passwordLoginSchema = z.object({
  email: emailField,
  password: z
    .string()
    .check(
      z.minLength(1, 'signIn.passwordMissing'),
      z.maxLength(passwordBounds.max, 'account.passwordInvalid'),
    ),
})

export const newPasswordSchema = z.object({
  password: z
    .string()
    .check(
      z.minLength(passwordBounds.min, 'account.passwordInvalid'),
      z.maxLength(passwordBounds.max, 'account.passwordInvalid'),
    ),
})
