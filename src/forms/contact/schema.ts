import * as z from 'zod/mini'
import type { FieldReader } from '../field-reader.ts'
import { emailField } from '../fields.ts'

export type ContactValues = {
  readonly name: string
  readonly email: string
  readonly message: string
  readonly consent: boolean
}

export const contactSchema = z.object({
  name: z.string().check(z.minLength(1, 'contacts.nameMissing'), z.maxLength(100, 'api.invalid')),
  email: emailField,
  message: z
    .string()
    .check(z.minLength(1, 'contacts.messageMissing'), z.maxLength(4000, 'api.invalid')),
  consent: z.literal(true, 'contacts.consentMissing'),
})

export function contactIn(form: FieldReader): ContactValues {
  return {
    name: form.text('name'),
    email: form.text('email'),
    message: form.text('message'),
    consent: form.isChecked('consent'),
  }
}
