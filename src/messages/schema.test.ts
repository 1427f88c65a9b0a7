import { expect, it } from 'vitest'
import { readContact, contactSchema } from './contact-form.shared.tsx'
import { fieldReader } from '../ui/form-values.shared.ts'

it('accepts a message of maximum length and counts a line break as one character', () => {
  const lines = Array.from({ length: 40 }, () => 'a'.repeat(99))
  const typed = `${lines.join('\n')}b`
  const submitted = new Map([
    ['name', 'Ada'],
    ['email', 'a@example.com'],
    ['consent', '1'],
    ['message', typed.replaceAll('\n', '\r\n')],
  ])
  const values = readContact(fieldReader((name) => submitted.get(name)))
  expect(typed).toHaveLength(4000)
  expect(values.message).toBe(typed)
  expect(contactSchema.safeParse(values).success).toBe(true)
})
