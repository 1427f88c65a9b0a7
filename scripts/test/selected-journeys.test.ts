import { expect, it } from 'vitest'
import { leftOut } from './select-journeys.ts'

it.each([
  ['purchase.test.ts in en, JavaScript on a visitor buys an eSIM', true],
  ['purchase.test.ts in ru, JavaScript on a visitor buys an eSIM', false],
  ['purchase.test.ts in en, JavaScript off a visitor buys an eSIM', false],
  ['purchase.test.ts in ru, JavaScript off a visitor buys an eSIM', true],
  ['push.test.ts in ru, a browser shows a notification once', false],
  ['push.test.ts in ru JavaScript off the page shows that its script is missing', true],
  ['pages.test.ts /esim/countries/ru/mow is accessible in both themes', true],
  ['pages.test.ts /ru/esim is accessible in both themes', false],
  ['pages.test.ts /ru is accessible in both themes', false],
  ['weight.test.ts an untouched page makes at most four requests', true],
])('npm test runs “%s”: %s', (title, runs) => {
  expect(leftOut.test(title)).toBe(!runs)
})
