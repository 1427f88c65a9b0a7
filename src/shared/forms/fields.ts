import * as z from 'zod/mini'
import { utmNames } from './marketing.ts'

/** Fields that several forms have. Messages are names of words. */
export const emailField = z
  .email('order.emailInvalid')
  .check(z.maxLength(254, 'order.emailInvalid'))

export const utm = z.partialRecord(
  z.enum(utmNames),
  z.string().check(z.maxLength(200, 'api.invalid')),
)

export const codeField = z.string().check(z.regex(/^\d{6}$/, 'signIn.codeInvalid'))
