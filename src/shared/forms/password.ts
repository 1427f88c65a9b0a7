import * as z from 'zod/mini'
import { emailField } from './fields.ts'

/** NIST SP 800-63B: at least 8 characters, long ones allowed, no rules of composition. */
export const passwordBounds = { min: 8, max: 128 } as const

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
