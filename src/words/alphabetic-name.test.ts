import { expect, it } from 'vitest'
import { alphabeticName } from './place-names.ts'

it.each([
  ['Республика Адыгея', 'Адыгея'],
  ['Чеченская Республика', 'Чеченская Республика'],
  ['Dominican Republic', 'Dominican Republic'],
])('sorts %s as %s', (title, name) => {
  expect(alphabeticName(title)).toBe(name)
})
