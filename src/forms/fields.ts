import * as z from 'zod/mini'
import { maxLength } from '../domain/field-limits.ts'
import { utmNames } from '../domain/marketing.ts'
import type { UtmName } from '../domain/marketing.ts'
import { signInCodePattern } from '../domain/sign-in-code.ts'
import { messageKey } from '../locale/texts.ts'

const emailInvalid = messageKey('order.emailInvalid')

export const emailField = z.email(emailInvalid).check(z.maxLength(maxLength.email, emailInvalid))

export const codeField = z
  .string()
  .check(z.regex(signInCodePattern, messageKey('signIn.codeInvalid')))

export const utmField = z.partialRecord(
  z.enum(utmNames),
  z.string().check(z.maxLength(maxLength.utmValue, messageKey('api.invalid'))),
)

export function readUtm(valueOf: (name: UtmName) => string | undefined): z.output<typeof utmField> {
  const values = utmNames.map(
    (name) => [name, valueOf(name)?.slice(0, maxLength.utmValue) ?? ''] as const,
  )
  return Object.fromEntries(values.filter(([, value]) => value !== ''))
}
