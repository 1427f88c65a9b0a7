import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, expect, it, vi } from 'vitest'
import { localApi } from '../../src/site/api/api-client.ts'
import { remoteApi } from '../../src/site/api/remote-api.ts'
import { backend } from '../../src/backend.ts'
import { operations } from '../../src/operations.ts'
import type { OperationName } from '../../src/operations.ts'
import { catalogueSql } from '../contract/small-catalogue.ts'
import { run } from '../support/small-shop.ts'

beforeAll(async () => {
  await run(...catalogueSql)
})

const visitor = { locale: 'ru', clientAddress: '192.0.2.1', requestId: 'test' } as const

async function callDirectly(name: OperationName, input: object, bindings = env) {
  const surroundings = { env: bindings, executionCtx: createExecutionContext() }
  return localApi(backend, surroundings)(name, { ...input, lang: 'ru' }, visitor)
}

async function callByHttp(name: OperationName, input: object) {
  const fetch = async (request: Request) => backend.fetch(request, env, createExecutionContext())
  const call = remoteApi({ fetch, origin: 'https://backend.invalid' })
  return call(name, { ...input, lang: 'ru' }, visitor)
}

/** Public reads, with valid and invalid inputs, and calls that need a session. */
const inputs: readonly (readonly [OperationName, object])[] = [
  ['countries', {}],
  ['countries', { sortBy: '1' }],
  ['countries', { sortBy: 'nothing' }],
  ['regions', { countryCode2Letters: 'ru' }],
  ['operators', { country: 'tr', per_page: 2, page: 2 }],
  ['operators', { per_page: 1000 }],
  ['tariffsMarketplace', { country: 'tr', sort: 'days', operator: undefined }],
  ['tariffsMarketplace', { country: 'TR!', page: 'first' }],
  ['tariffsPopular', {}],
  ['tariffFares', { country: 'tr' }],
  ['tripPlans', { countries: 'tr,ru', days: 12, gigabytes: 5 }],
  ['tariffIndex', { from: 'tr-10' }],
  ['tariff', { id: 'tr-10' }],
  ['tariff', { id: 'none' }],
  ['tariff', {}],
  ['deliveryCounts', {}],
  ['reviews', {}],
  ['faq', {}],
  ['blogs', {}],
  ['blog', { id: 'roaming' }],
  ['countryTexts', { countryCode2Letters: 'tr' }],
  ['regionTexts', { countryCode2Letters: 'ru', ident: 'mow' }],
  ['legalText', { name: 'dataPolicy' }],
  ['customerProfile', {}],
  ['referrerSessionsEnd', { keepsCurrent: 'yes' }],
  ['activation', { email: 'nobody' }],
  ['esim', { hash: 'unknown' }],
]

it.each(inputs)('returns the same for %s with %j as over HTTP', async (name, input) => {
  expect(await callDirectly(name, input)).toEqual(await callByHttp(name, input))
})

it('returns 500 when the database fails, and logs the route without the input', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue()
  const answer = await callDirectly(
    'tariff',
    { id: 'a-private-id' },
    { ...env, DB: brokenDatabase() },
  )
  const lines = log.mock.calls.map(([line]): unknown => JSON.parse(String(line)))
  log.mockRestore()
  expect(answer).toMatchObject({ ok: false, error: { status: 500, code: 'internal-error' } })
  expect(lines).toMatchObject([{ event: 'unexpected-error', route: operations.tariff.path }])
  expect(JSON.stringify(lines)).not.toContain('a-private-id')
})

function brokenDatabase(): D1Database {
  return new Proxy(env.DB, {
    get() {
      throw new Error('on purpose')
    },
  })
}
