import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { api } from '../../src/contract/api.ts'
import type { Operation } from '../../src/contract/api.ts'
import { refusal } from '../../src/contract/common.ts'
import { ask, stockShop } from './small-shop.ts'

const requests = 2000

/** Values that are right for some parameter, and values that are right for none. */
const plausible = [
  ...[
    'en',
    'ru',
    'tr',
    'cu',
    'mow',
    'tr-turkcell',
    'tr-10',
    'tr-sold-out',
    'tr-none',
    'true',
    '1',
    '5',
    'unlimited',
    '7',
    '31',
  ],
  ...[
    'price',
    '-price',
    'price_per_gb',
    'europe',
    'card-usd',
    'card-rub',
    'anna@example.com',
    'istan',
    'A'.repeat(43),
  ],
]
const hostile = [
  ...[
    '',
    ' ',
    '0',
    '-1',
    '1e9',
    'NaN',
    'null',
    '%00',
    '\u0000',
    '../../etc',
    "' OR 1=1 --",
    '<script>',
    '__proto__',
    '[object Object]',
  ],
  ...['9'.repeat(400), 'я'.repeat(5000), '💥'],
]
const text = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...plausible) },
  { weight: 2, arbitrary: fc.constantFrom(...hostile) },
  { weight: 1, arbitrary: fc.string() },
)
const anything = fc.oneof(
  { weight: 4, arbitrary: text },
  { weight: 1, arbitrary: fc.jsonValue() },
  { weight: 1, arbitrary: fc.boolean() },
)

beforeAll(() => stockShop(5))

/** A request to one operation with some of its parameters, well or badly filled, and sometimes one it does not have. */
const request = fc
  .constantFrom(...(Object.keys(api) as Operation[])) // the contract's own names
  .chain((name) => {
    const names = [...Object.keys(api[name].input.shape), 'unknown']
    const value = api[name].method === 'GET' ? text : anything
    const given = fc.record(Object.fromEntries(names.map((each) => [each, value])), {
      requiredKeys: [],
    })
    return given.map((input) => ({ name, input }))
  })

it('answers 2 000 requests of any kind without breaking, each as the contract says', async () => {
  const seed = Math.floor(Math.random() * 2 ** 31)
  console.log(`seed of this run: ${seed}`)
  const statuses = new Map<number, number>()
  await fc.assert(
    fc.asyncProperty(request, async ({ name, input }) => {
      const response = await ask(toRequest(name, input))
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
      expect(response.status).toBeLessThan(500)
      const schema = response.ok ? api[name].output : refusal
      expect(schema.safeParse(await response.json()).error).toBeUndefined()
    }),
    { numRuns: requests, seed },
  )
  expect(statuses.get(200)).toBeGreaterThan(20)
  expect(statuses.get(422)).toBeGreaterThan(20)
}, 120_000)

function toRequest(name: Operation, input: Record<string, unknown>): Request {
  const { method, path } = api[name]
  const url = `https://backend.invalid${path}`
  if (method === 'POST') {
    const headers = { 'Content-Type': 'application/json' }
    return new Request(url, { method, headers, body: JSON.stringify(input) })
  }
  return new Request(
    `${url}?${new URLSearchParams(Object.entries(input).map(([key, value]) => [key, String(value)]))}`,
  )
}
