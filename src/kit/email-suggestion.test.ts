import { expect, it } from 'vitest'
import { suggestEmail } from './email-suggestion.shared.ts'

it.each([
  ['anna@gmial.com', 'anna@gmail.com'],
  ['anna@gmai.com', 'anna@gmail.com'],
  ['anna@gmail.con', 'anna@gmail.com'],
  ['anna@gmaill.com', 'anna@gmail.com'],
  ['anna@gmail.co', 'anna@gmail.com'],
  ['Anna@Yandex.ri', 'Anna@yandex.ru'],
  ['anna@hotmial.com', 'anna@hotmail.com'],
  ['anna@nail.ru', 'anna@mail.ru'],
])('suggests a correction of %s: %s', (typed, meant) => {
  expect(suggestEmail(typed)).toBe(meant)
})

it.each([
  'anna@gmail.com',
  'anna@company.com',
  'anna@we.com',
  'anna@gmx.at',
  'anna@',
  '@gmial.com',
  'gmial.com',
  '',
])('suggests nothing for %j', (typed) => {
  expect(suggestEmail(typed)).toBeNull()
})
