import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { api } from '../../src/contract/api.ts'
import type { Operation } from '../../src/contract/api.ts'
import { refusal } from '../../src/contract/common.ts'
import { ask, signedInCustomer, signedInPartner, stockShop } from './small-shop.ts'

const requests = 2000

/** Values that are right for the parameter of that name. */
const right: { readonly [name: string]: readonly unknown[] } = {
  lang: ['en', 'ru'],
  topic: ['support', 'partnership'],
  name: ['Anna'],
  message: ['Hello'],
  sortBy: ['1'],
  withoutEsimRemains: ['true', 'false'],
  countryCode2Letters: ['tr', 'cu', 'xx'],
  country: ['tr', 'cu', 'xx'],
  region: ['mow', 'none'],
  worldRegion: ['europe', 'global'],
  operator: ['tr-turkcell', 'tr-none'],
  traffic: ['1', '10', 'unlimited'],
  days: ['7', '30', '31'],
  sort: ['price', '-price', 'traffic', 'days', 'price_per_gb'],
  search_string: ['istan', 'turkc', 'nothing', ''],
  page: ['1', '2', '500'],
  per_page: ['1', '20', '100'],
  from: ['tr-10', 'tr-none'],
  every: ['1', '2', '10000'],
  limit: ['1', '2500'],
  id: ['how-much-data', 'tr-10', 'tr-sold-out', 'tr-none'],
  tariffID: ['tr-10', 'tr-sold-out', 'tr-none'],
  email: ['anna@example.com'],
  paymentOption: ['card-usd', 'card-rub'],
  consent: [true],
  promocode: ['SUMMER'],
  referralCode: ['abc'],
  utm: [{ utm_source: 'mail' }],
  idempotencyKey: ['A'.repeat(43), 'B'.repeat(43), 'C'.repeat(43)],
  hash: ['A'.repeat(43)],
  phone: ['+79123456789', '+905321234567'],
  code: ['000000', '123456'],
  password: ['a long password'],
  payoutDetails: ['DE00 0000 0000'],
  agreesToDataPolicy: [true],
  agreesToUserAgreement: [true],
  invoiceID: ['A'.repeat(43)],
}
/** Values that are right for none. */
const hostile = [
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
].concat(['<script>', '__proto__', '[object Object]', '9'.repeat(400), 'я'.repeat(5000), '💥'])
const wrong = fc.oneof(fc.constantFrom(...hostile), fc.string(), fc.jsonValue())

/** Mostly right: a request that is wrong all over is refused at its first field. */
function valueFor(name: string): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...(right[name] ?? ['unknown'])) },
    { weight: 1, arbitrary: wrong },
  )
}

const sessions: { [who: string]: string } = {
  stranger: btoa(`${'A'.repeat(43)}:${'B'.repeat(43)}`),
}

beforeAll(async () => {
  await stockShop(5)
  const base64url = ({ sessionID, token }: { sessionID: string; token: string }) =>
    btoa(`${sessionID}:${token}`).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
  sessions['customer'] = base64url(await signedInCustomer())
  sessions['referrer'] = base64url(await signedInPartner())
})

/** A request to one operation with some of its parameters, well or badly filled, and sometimes one it does not have. */
const request = fc
  .constantFrom(...(Object.keys(api) as Operation[])) // the contract's own names
  .chain((name) => {
    const names = Object.keys(api[name].input.shape).concat('unknown')
    const record = Object.fromEntries(names.map((each) => [each, valueFor(each)]))
    const whole = fc.record(record)
    const input = fc.oneof(
      { weight: 3, arbitrary: whole },
      { weight: 1, arbitrary: fc.record(record, { requiredKeys: [] }) },
    )
    const signedIn = fc.constantFrom('customer', 'referrer', 'nobody', 'stranger')
    return fc.record({ name: fc.constant(name), input, signedIn })
  })

it('answers 2 000 requests of any kind without breaking, each as the contract says', async () => {
  const seed = Math.floor(Math.random() * 2 ** 31)
  console.log(`seed of this run: ${seed}`)
  const statuses = new Map<number, number>()
  await fc.assert(
    fc.asyncProperty(request, async ({ name, input, signedIn }) => {
      const sent = toRequest(name, input)
      const session = sessions[signedIn]
      if (session) sent.headers.set('Authorization', `Bearer ${session}`)
      const response = await ask(sent)
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
      expect(response.status).toBeLessThan(500)
      const schema = response.ok ? api[name].output : refusal
      expect(schema.safeParse(await response.json()).error).toBeUndefined()
    }),
    { numRuns: requests, seed },
  )
  expect(statuses.get(200)).toBeGreaterThan(200)
  expect(statuses.get(422)).toBeGreaterThan(200)
}, 120_000)

function toRequest(name: Operation, input: { readonly [name: string]: unknown }): Request {
  const { method, path } = api[name]
  const url = `https://backend.invalid${path}`
  if (method === 'POST') {
    const headers = { 'Content-Type': 'application/json' }
    return new Request(url, { method, headers, body: JSON.stringify(input) })
  }
  const query = new URLSearchParams(
    Object.entries(input).map(([key, value]) => [
      key,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  )
  return new Request(`${url}?${query.toString()}`)
}
