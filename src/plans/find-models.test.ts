import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { findModels, seriesOf, withoutMarket } from './find-models.ts'
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

/** Best sellers of 2024 to 2026 in Russia, Europe, Türkiye, the Gulf, Thailand and the USA. */
it.each([
  ['yes', 'iPhone 13, iPhone 14, iPhone 15, iPhone 15 Pro, iPhone 15 Pro Max, iPhone 16'],
  ['yes', 'iPhone 16 Plus, iPhone 16 Pro, iPhone 16 Pro Max, iPhone 16e, iPhone 17'],
  ['yes', 'iPhone 17 Pro, iPhone 17 Pro Max, Galaxy S24, Galaxy S25, Galaxy S25 Ultra'],
  ['yes', 'Pixel 9, Pixel 9a, Pixel 10, Xiaomi 14T, HONOR 400 Lite'],
  ['some', 'Galaxy A16 5G, Galaxy A16, Galaxy A17, Galaxy A26, Galaxy A35, Galaxy A55, Galaxy A56'],
  ['some', 'Redmi Note 13 Pro, Redmi Note 14 Pro 5G, Moto G56'],
  ['no', 'Galaxy A05, Galaxy A06, Galaxy A07, Galaxy A14, Galaxy A15, Galaxy A25, Galaxy A34'],
  ['no', 'Redmi 12, Redmi 13C, Redmi 14C, Redmi 15C, Redmi A5, Redmi Note 12, Redmi Note 13'],
  ['no', 'Redmi Note 14, POCO X6 Pro, POCO F6, POCO C75, realme C67, realme Note 50, Moto G05'],
])('knows the eSIM of best sellers (%s): %s', (esim, phones) => {
  for (const phone of phones.split(', ')) {
    const { model } = findModels(models, phone)
    expect(model?.esim, phone).toBe(esim)
    expect(model?.sources, phone).not.toEqual([])
  }
})

it('tells the Redmi A5 from the Redmi 5A', () => {
  expect(findModels(models, 'redmi a5').model?.title).toBe('Redmi A5')
  expect(findModels(models, 'redmi 5a').model?.title).toBe('Redmi 5A')
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

it.each([
  ['iPhone 13 Hong Kong', 'iPhone 13', 'hk'],
  ['iphone 13 from china', 'iphone 13', 'cn'],
  ['айфон 13 из Китая', 'айфон 13', 'cn'],
  ['Galaxy S20 (US version)', 'Galaxy S20', 'us'],
  ['Galaxy S20 Ultra корейский', 'Galaxy S20 Ultra', 'kr'],
  ['Pixel 3 bought in Japan', 'Pixel 3', 'jp'],
  ['iPhone 14 ростест', 'iPhone 14', 'elsewhere'],
  ['iPhone 13', 'iPhone 13', null],
  ['China', 'China', null],
  ['Xiaomi 13T Pro', 'Xiaomi 13T Pro', null],
] as const)('reads the market of %s', (query, name, market) => {
  const read = withoutMarket(query)
  expect(read.market).toBe(market)
  expect(findModels(models, read.name)).toEqual(findModels(models, name))
})

it.each([
  ['Xiaomi Redmi Note 99', 'Redmi', 'Note 13 Pro+'],
  ['редми 99с', 'Redmi', 'Note 14 Pro'],
  ['POCO X9 Pro', 'POCO', 'X7'],
  ['tecno spark 20', 'Tecno', 'Tecno Camon 50 Ultra'],
  ['Infinix Hot 40', 'Infinix', 'Infinix Note 60 Pro'],
  ['realme C99', 'realme', 'realme GT 7'],
  ['samsung a99', 'Galaxy A', 'Galaxy A54'],
])('knows which phones of the series of %s have eSIM', (query, title, model) => {
  expect(findModels(models, query).model).toBeNull()
  const series = seriesOf(models, query)
  expect(series?.title).toBe(title)
  expect(series?.models).toContain(model)
  expect(series?.models).not.toContain('Note 11')
})

it.each(['Nokia 3310', 'iPhone 99', 'Xiaomi 20', 'OPPO A98', 'Nothing Phone 3a'])(
  'knows no series of %s',
  (query) => {
    expect(seriesOf(models, query)).toBeNull()
  },
)

it('finds every model by its own name', () => {
  for (const model of models) {
    const found = findModels(models, model.title)
    expect(found.model?.title, model.title).toBe(model.title)
  }
})
