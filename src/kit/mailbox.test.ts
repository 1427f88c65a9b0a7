import { expect, it } from 'vitest'
import { canonicalMailbox } from './email.shared.ts'

it.each([
  ['anna@example.com', 'anna@example.com'],
  ['Anna+trip@Example.com', 'anna@example.com'],
  ['a.nn.a@example.com', 'a.nn.a@example.com'],
  ['a.nn.a+1+2@gmail.com', 'anna@gmail.com'],
  ['ANNA@googlemail.com', 'anna@gmail.com'],
  ['ivan@ya.ru', 'ivan@yandex.ru'],
  ['Ivan+trip@Yandex.com', 'ivan@yandex.ru'],
  ['ivan-petrov@yandex.kz', 'ivan.petrov@yandex.ru'],
  ['ivan.petrov@yandex.by', 'ivan.petrov@yandex.ru'],
  ['ivan-petrov@example.com', 'ivan-petrov@example.com'],
  ['An-na.Smith+trip@protonmail.com', 'annasmith@proton.me'],
  ['anna_smith@pm.me', 'annasmith@proton.me'],
  ['Anna+trip@me.com', 'anna@icloud.com'],
  ['anna.smith@mac.com', 'anna.smith@icloud.com'],
])('counts %s as %s', (email, mailbox) => {
  expect(canonicalMailbox(email)).toBe(mailbox)
})
