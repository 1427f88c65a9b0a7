import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { modelByCode, codeFromHeaders, homeMarketByCode } from './find-models.ts'
import { readPhoneModels, verdictOf } from './phone-model.ts'

const csv = readFileSync('content/phone-models.csv', 'utf8')
const models = readPhoneModels(csv)
const findModel = (title: string) => {
  const model = models.find((each) => each.title === title)
  if (!model) throw new Error(`no ${title}`)
  return model
}
const silent = { boughtIn: null, lock: null } as const

it('lists at least 400 models, each with known sources', () => {
  const sources = readFileSync('content/phone-model-sources.csv', 'utf8')
    .trim()
    .split('\n')
    .slice(1)
  const keys = sources.map((line) => line.split(',')[0])
  expect(models.length).toBeGreaterThanOrEqual(400)
  for (const { title, sources: of } of models)
    expect(keys, title).toEqual(expect.arrayContaining([...of]))
  const used = new Set(models.flatMap(({ sources: of }) => of))
  expect(used).toEqual(new Set(keys))
  for (const line of sources) expect(line.split(',')[2]).toMatch(/^https:\/\//)
})

it('uses a code for one model only', () => {
  const codes = models.flatMap((model) => model.codes)
  expect(new Set(codes).size).toBe(codes.length)
})

it.each([
  ['brand,model\n', 'phone-models.csv:1'],
  ['Apple,iPhone 12,maybe,,,,apple', 'phone-models.csv:2 esim: expected yes'],
  ['Apple,iPhone 12,yes,moon,,,apple', 'phone-models.csv:2 not_from: expected cn'],
  ['Apple,iPhone 12,yes,,,', 'phone-models.csv:2: expected 7 cells'],
  ['Apple,iPhone 12,yes,,,,', 'phone-models.csv:2: brand, model and sources are required'],
  ['Apple,X,yes,,,,a\nApple,X,no,,,,a', 'phone-models.csv:3: line 2 has the same model'],
])('reports the line of a mistake in %s', (line, message) => {
  const head = csv.split('\n')[0]
  const text = line.startsWith('brand') ? line : `${head}\n${line}\n`
  expect(() => readPhoneModels(text)).toThrow(message)
})

it.each([
  ['iPhone 12', silent, 'fits', 'fits'],
  ['iPhone 12', { boughtIn: 'elsewhere', lock: 'free' }, 'fits', 'fits'],
  ['iPhone 12', { boughtIn: 'cn', lock: null }, 'no', 'china'],
  ['iPhone 12', { boughtIn: 'hk', lock: 'free' }, 'no', 'twoCards'],
  ['iPhone 12 mini', { boughtIn: 'hk', lock: null }, 'fits', 'fits'],
  ['iPhone 12', { boughtIn: 'elsewhere', lock: 'locked' }, 'no', 'locked'],
  ['iPhone 8', silent, 'no', 'noEsim'],
  ['Galaxy S20', silent, 'depends', 'bought'],
  ['Galaxy S20', { boughtIn: 'kr', lock: null }, 'no', 'market'],
  ['Galaxy S20', { boughtIn: 'elsewhere', lock: null }, 'fits', 'fits'],
  ['Galaxy A54', { boughtIn: 'elsewhere', lock: 'free' }, 'depends', 'versions'],
  ['iPad (9th generation)', silent, 'depends', 'cellular'],
] as const)('returns the verdict for %s with %o: %s', (title, answers, fit, reason) => {
  expect(verdictOf(findModel(title), answers)).toMatchObject({ fit, reason })
})

it.each([
  ['SM-S911B', 'Galaxy S23', 'elsewhere'],
  ['SM-S9110', 'Galaxy S23', 'cn'],
  ['sm-s911n', 'Galaxy S23', 'kr'],
  ['Pixel 8', 'Pixel 8', null],
  ['2211133G', 'Xiaomi 13', null],
])('returns the model and the market of the code %s', (code, title, market) => {
  expect(modelByCode(models, code)?.title).toBe(title)
  expect(homeMarketByCode(code)).toBe(market)
})

it.each([
  ['"SM-S911B"', 'Mozilla/5.0 (Linux; Android 10; K) Chrome/131.0', 'SM-S911B'],
  ['""', 'Mozilla/5.0 (Linux; Android 10; K) Chrome/131.0', null],
  [undefined, 'Mozilla/5.0 (Linux; Android 13; SM-S911B) Firefox/133.0', 'SM-S911B'],
  [undefined, 'Mozilla/5.0 (Linux; Android 9; Pixel 3 Build/PQ1A.181105.017) Chrome', 'Pixel 3'],
  [undefined, 'Mozilla/5.0 (Android 15; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0', null],
  [undefined, 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X)', null],
  ['"<script>"', '', null],
])('returns the code from %s and %s', (hint, userAgent, code) => {
  expect(codeFromHeaders(hint, userAgent)).toBe(code)
})
