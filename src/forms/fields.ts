import * as z from 'zod/mini'
import { utmNames } from '../domain/marketing.ts'
import type { UtmName } from '../domain/marketing.ts'

/** Fields that several forms have. Messages are names of words. */
export const emailField = z
  .email('order.emailInvalid')
  .check(z.maxLength(254, 'order.emailInvalid'))

export const utm = z.partialRecord(
  z.enum(utmNames),
  z.string().check(z.maxLength(200, 'api.invalid')),
)

/** The campaign parameters of a form or an address, those that are there. */
export function utmIn(read: (name: UtmName) => string | undefined): z.output<typeof utm> {
  const given = utmNames.map((name) => [name, read(name)?.slice(0, 200) ?? ''] as const)
  return Object.fromEntries(given.filter(([, value]) => value !== ''))
}

export const codeField = z.string().check(z.regex(/^\d{6}$/, 'signIn.codeInvalid'))
