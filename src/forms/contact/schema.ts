import * as z from 'zod/mini'
import { maxLength, oneLine } from '../../domain/field-limits.ts'
import { messageKey } from '../../locale/texts.ts'
import type { FieldReader } from '../form-values.ts'
import { emailField } from '../fields.ts'

export type ContactValues = {
  readonly name: string
  readonly email: string
  readonly message: string
  readonly consent: boolean
  /** Milliseconds since 1970 at which the page was rendered, to recognise a repeated form. */
  readonly renderedAt: string
}

const tooLong = messageKey('api.invalid')

export const contactSchema = z.object({
  name: z
    .string()
    .check(
      z.minLength(1, messageKey('contacts.nameMissing')),
      z.maxLength(maxLength.name, tooLong),
      z.regex(oneLine, tooLong),
    ),
  email: emailField,
  message: z
    .string()
    .check(
      z.minLength(1, messageKey('contacts.messageMissing')),
      z.maxLength(maxLength.contactMessage, tooLong),
    ),
  consent: z.literal(true, messageKey('contacts.consentMissing')),
  renderedAt: z.string(),
})

export function readContact(form: FieldReader): ContactValues {
  return {
    name: form.text('name'),
    email: form.email('email'),
    message: form.text('message'),
    consent: form.isChecked('consent'),
    renderedAt: form.text('renderedAt'),
  }
}
