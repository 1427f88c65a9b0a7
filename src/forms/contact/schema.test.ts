import { expect, it } from 'vitest'
import { readContact, contactSchema } from './schema.ts'
import { fieldReader } from '../field-reader.ts'

it('takes a message of as many characters as its field holds, in however many lines', () => {
  const lines = Array.from({ length: 40 }, () => 'a'.repeat(99))
  const typed = `${lines.join('\n')}b`
  const sent = new Map([
    ['name', 'Ada'],
    ['email', 'a@example.com'],
    ['consent', '1'],
    ['message', typed.replaceAll('\n', '\r\n')],
  ])
  const values = readContact(fieldReader((name) => sent.get(name)))
  expect(typed).toHaveLength(4000)
  expect(values.message).toBe(typed)
  expect(contactSchema.safeParse(values).success).toBe(true)
})
