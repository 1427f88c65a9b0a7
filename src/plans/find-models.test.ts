import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { findModels } from './find-models.ts'
import { readPhoneModels } from './phone-model.ts'

const models = readPhoneModels(readFileSync('content/phone-models.csv', 'utf8'))

it.each([
  ['iPhone 12', 'iPhone 12'],
  ['iphone12', 'iPhone 12'],
  ['Apple iPhone 12 128GB', 'iPhone 12'],
  ['айфон 12', 'iPhone 12'],
  ['Айфон 13 про макс', 'iPhone 13 Pro Max'],
  ['iphnoe 14 pro', 'iPhone 14 Pro'],
  ['шзрщту 15', 'iPhone 15'],
  ['iphone se 2020', 'iPhone SE (2nd generation)'],
  ['iphone x', 'iPhone X'],
  ['S23', 'Galaxy S23'],
  ['s 23', 'Galaxy S23'],
  ['с23', 'Galaxy S23'],
  ['ы23', 'Galaxy S23'],
  ['s23+', 'Galaxy S23+'],
  ['samsung galaxy s23 plus 5g', 'Galaxy S23+'],
  ['самсунг с23 ультра', 'Galaxy S23 Ultra'],
  ['galaxi s23', 'Galaxy S23'],
  ['z flip 5', 'Galaxy Z Flip5'],
  ['note 20 ultra', 'Galaxy Note20 Ultra'],
  ['pixel 7a', 'Pixel 7a'],
  ['Pixel 4a 5G', 'Pixel 4a (5G)'],
  ['xiaomi 13', 'Xiaomi 13'],
  ['сяоми 13т про', 'Xiaomi 13T Pro'],
  ['redmi note 10', 'Redmi Note 10'],
  ['fairphone 5', 'Fairphone 5'],
])('finds the model for %s', (query, title) => {
  expect(findModels(models, query).model?.title).toBe(title)
})

it('lists the models that match a short name', () => {
  const { model, near } = findModels(models, 'iphone se')
  expect(model).toBeNull()
  expect(near.map(({ title }) => title)).toEqual([
    'iPhone SE (2nd generation)',
    'iPhone SE (3rd generation)',
    'iPhone SE (1st generation)',
  ])
})

it('puts the closest other models first', () => {
  const titles = findModels(models, 'iphone 12').near.map(({ title }) => title)
  expect(titles.slice(0, 3)).toEqual(['iPhone 12 mini', 'iPhone 12 Pro', 'iPhone 12 Pro Max'])
})

it.each(['', '   ', 'toaster', 'iphone 99', '???', 'constructor'])(
  'returns nothing for "%s"',
  (query) => {
    expect(findModels(models, query)).toEqual({ model: null, near: [] })
  },
)

it('finds every model by its own name', () => {
  for (const model of models) {
    const found = findModels(models, model.title)
    expect(found.model?.title, model.title).toBe(model.title)
  }
})
