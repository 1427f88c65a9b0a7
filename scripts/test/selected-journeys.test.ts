import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { leftOut, selectedJourneys } from './select-journeys.ts'

it.each([
  ['purchase.test.ts in en, JavaScript on a visitor buys an eSIM', true],
  ['purchase.test.ts in ru, JavaScript on a visitor buys an eSIM', false],
  ['purchase.test.ts in en, JavaScript off a visitor buys an eSIM', false],
  ['purchase.test.ts in ru, JavaScript off a visitor buys an eSIM', true],
  ['push.test.ts in ru, a browser shows a notification once', false],
  ['gifts.test.ts in ru, JavaScript off a friend gets the eSIM', false],
  ['contact.test.ts a message reaches support', true],
])('npm test runs “%s”: %s', (title, runs) => {
  expect(leftOut.test(title)).toBe(!runs)
})

it('npm test runs journeys that exist', () => {
  const files = selectedJourneys.filter((argument) => argument.endsWith('.ts'))
  expect(files.length).toBeGreaterThan(10)
  expect(files.filter((file) => !existsSync(`test/e2e${file}`))).toEqual([])
})
