import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { beforeAll, expect, inject, it } from 'vitest'
import { bearer } from '../../src/api/bearer.ts'
import type { Session } from '../../src/api/common.ts'
import { apiScopes } from '../../src/api/operation.ts'
import { operations } from '../../src/operations.ts'
import type { OperationName } from '../../src/operations.ts'
import { orderNumberOf } from '../../src/kit/order-number.ts'
import { prepareSession } from '../../src/accounts/sessions.ts'
import { inheritedNames } from '../support/hostile-values.ts'
import { breachesOfAnswer } from '../contract/document.ts'
import { catalogueSql } from '../contract/small-catalogue.ts'
import {
  ask,
  clock,
  placeOrder,
  pay,
  rows,
  signInCustomer,
  signInPartner,
  run,
} from '../support/small-shop.ts'
import { validInputs } from './valid-inputs.ts'
import { keyFor } from '../support/staff.ts'
import { sql } from '../../src/kit/sql.ts'

const { seed, runs } = inject('fuzz')

const right: { [name: string]: readonly unknown[] } = {
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
  id: ['roaming', 'tr-10', 'tr-sold-out', 'tr-none'],
  tariffID: ['tr-10', 'tr-sold-out', 'tr-none'],
  email: ['anna@example.com'],
  paymentOption: ['card-usd', 'card-rub'],
  consent: [true],
  promocode: ['SUMMER'],
  referralCode: ['abc'],
  utm: [{ utm_source: 'mail' }],
  idempotencyKey: ['A'.repeat(43), 'B'.repeat(43), 'C'.repeat(43)],
  hash: ['A'.repeat(43)],
  ident: ['how-much-data', 'mow', 'none'],
  isHelpful: [true, false],
  comment: ['And in Cuba?'],
  phone: ['+79123456789', '+905321234567'],
  code: ['000000', '123456'],
  nonce: ['n'.repeat(43)],
  password: ['a long password'],
  payoutDetails: ['DE00 0000 0000'],
  agreesToDataPolicy: [true],
  agreesToUserAgreement: [true],
  invoiceID: ['A'.repeat(43)],
  order: ['AAAAAAAAAA', 'none'],
  iccid: ['8910300000000000001', 'none'],
  q: ['anna@example.com', 'tr', '%'],
  state: ['success', 'unused'],
  since: ['2026-11-01'],
  until: ['2026-11-30'],
  plan: ['tr-10'],
  after: ['AAAAAAAAAA'],
  position: ['1', 1],
}
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
]
  .concat(inheritedNames)
  .concat(['<script>', '[object Object]', '9'.repeat(400), 'я'.repeat(5000), '💥'])
const wrong = fc.oneof(fc.constantFrom(...hostile), fc.string(), fc.jsonValue())

/** Values are mostly valid: a request with many errors would test only its first error. */
function valueFor(name: string): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...(right[name] ?? ['unknown'])) },
    { weight: 1, arbitrary: wrong },
  )
}

type Kind = 'customer' | 'referrer'
const ids = { customer: '', referrer: '' }

beforeAll(async () => {
  await run(...catalogueSql)
  await signInCustomer()
  await signInPartner()
  for (const kind of ['customer', 'referrer'] as const)
    ids[kind] =
      (
        await rows<{ id: string }>(
          `SELECT id FROM ${kind === 'referrer' ? 'partners' : 'customers'}`,
        )
      )[0]?.id ?? ''
  const [paid, unpaid] = [await placeOrder(), await placeOrder()]
  await pay(paid)
  right['invoiceID'] = [paid, unpaid, 'A'.repeat(43)]
  right['order'] = [paid, unpaid].map(orderNumberOf)
  right['hash'] = (await rows<{ hash: string }>('SELECT esim_hash AS hash FROM esims'))
    .map(({ hash }) => hash)
    .concat('A'.repeat(43))
  await run(`INSERT INTO partner_transactions (id, partner_id, type, amount_minor, created_at)
    SELECT 'a-reward', id, 'reward', 5000, '2026-10-05T00:00:00.000Z' FROM partners`)
})

async function newSession(kind: Kind): Promise<Session> {
  const account = sql`SELECT ${ids[kind]} AS id`
  const { session, insert } = await prepareSession(
    { db: env.DB, now: clock.now },
    { kind, account },
  )
  await insert.run()
  return session
}

it.each(Object.keys(operations) as OperationName[])(
  'returns 200 for a valid request for %s',
  async (name) => {
    const { session, input } = operations[name]
    const isSignedIn = session === 'customer' || session === 'referrer'
    const signedIn = isSignedIn ? await newSession(session) : null
    const given = await validInputs[name](signedIn)
    const sent = toRequest(name, 'lang' in input.shape ? { lang: 'en', ...given } : { ...given })
    if (signedIn) sent.headers.set('Authorization', bearer(signedIn))
    if (session === 'key') sent.headers.set('Authorization', await keyFor(apiScopes))
    const response = await ask(sent)
    const body = await response.json()
    expect([response.status, body]).toEqual([200, expect.objectContaining({})])
    expect(breachesOfAnswer(name, response, body)).toEqual([])
    // Withdrawals would require a passkey.
    await run('DELETE FROM passkeys')
  },
)

const request = fc
  .constantFrom(...(Object.keys(operations) as OperationName[])) // the contract's own names
  .chain((name) => {
    const names = Object.keys(operations[name].input.shape).concat('unknown')
    const record = Object.fromEntries(names.map((each) => [each, valueFor(each)]))
    const whole = fc.record(record)
    const input = fc.oneof(
      { weight: 3, arbitrary: whole },
      { weight: 1, arbitrary: fc.record(record, { requiredKeys: [] }) },
    )
    const signedIn = fc.constantFrom('customer', 'referrer', 'key', 'nobody', 'stranger')
    const body = fc.oneof(
      { weight: 18, arbitrary: fc.constant('json' as const) },
      { weight: 1, arbitrary: fc.constant('multipart' as const) },
      { weight: 1, arbitrary: wrong },
    )
    return fc.record({ name: fc.constant(name), input, signedIn, body })
  })

it(
  `answers ${runs} random requests as documented`,
  async () => {
    const sessions: { [who: string]: Session } = {
      stranger: { sessionID: 'A'.repeat(43), token: 'B'.repeat(43) },
      customer: await newSession('customer'),
      referrer: await newSession('referrer'),
    }
    const key = await keyFor(apiScopes)
    let accepted = 0
    await fc.assert(
      fc.asyncProperty(request, async ({ name, input, signedIn, body }) => {
        const sent = toRequest(name, input, body)
        const session = sessions[signedIn]
        if (session) sent.headers.set('Authorization', bearer(session))
        if (signedIn === 'key') sent.headers.set('Authorization', key)
        const response = await ask(sent)
        accepted += Number(response.ok)
        expect(response.status).toBeLessThan(500)
        expect(breachesOfAnswer(name, response, await response.json())).toEqual([])
        const { session: kind } = operations[name]
        // Signs in again after a logout, so that the API does not refuse all later requests.
        if (response.ok && name.endsWith('Logout') && (kind === 'customer' || kind === 'referrer'))
          sessions[kind] = await newSession(kind)
      }),
      { numRuns: runs, seed },
    )
    console.log(`FUZZ_SEED=${seed} FUZZ_RUNS=${runs}: ${accepted} requests were answered with 200`)
  },
  runs * 60,
)

function toRequest(
  name: OperationName,
  input: { readonly [name: string]: unknown },
  body: unknown = 'json',
): Request {
  const { method, path } = operations[name]
  const url = `https://backend.invalid${path}`
  if (method === 'POST' && body === 'multipart') {
    const form = new FormData()
    form.set('payload', JSON.stringify(input))
    form.set('screenshot', new File([String(input['message'])], 'screen.png'))
    return new Request(url, { method, body: form })
  }
  if (method === 'POST') {
    const headers = { 'Content-Type': 'application/json' }
    const text = body === 'json' ? JSON.stringify(input) : String(body)
    return new Request(url, { method, headers, body: text })
  }
  const query = new URLSearchParams(
    Object.entries(input).map(([key, value]) => [
      key,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  )
  return new Request(`${url}?${query.toString()}`)
}
