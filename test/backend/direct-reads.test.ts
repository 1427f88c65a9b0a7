import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { operationRequest } from '../../src/site/api/operation-request.ts'
import { backend } from '../../src/backend.ts'
import type { Endpoint } from '../../src/api/endpoint.ts'
import { operations } from '../../src/operations.ts'
import type { OperationName } from '../../src/operations.ts'
import { catalogueSql } from '../contract/small-catalogue.ts'

beforeAll(async () => {
  await env.DB.batch(catalogueSql.map((statement) => env.DB.prepare(statement)))
})

const reader = { locale: 'ru', clientAddress: '192.0.2.1' } as const

async function readDirectly(endpoint: Endpoint, input: object) {
  return backend.read(env, createExecutionContext(), endpoint, { ...input, lang: 'ru' }, reader)
}

async function readByHttp(endpoint: Endpoint, input: object) {
  const settings = { ...reader, origin: 'https://backend.invalid', requestId: 'test' }
  const request = operationRequest(settings, endpoint, input, {})
  const bindings = { ...env, isInProcess: true }
  const response = await backend.fetch(request, bindings, createExecutionContext())
  return { status: response.status, body: await response.json() }
}

/** Every operation with a direct read, with valid and invalid inputs. */
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
]

it.each(inputs)('returns the same for %s with %j as over HTTP', async (name, input) => {
  const direct = await readDirectly(operations[name], input)
  expect(JSON.parse(JSON.stringify(direct))).toEqual(await readByHttp(operations[name], input))
})

describe('a direct read', () => {
  const direct = new Set(inputs.map(([name]) => name))
  const others = Object.entries(operations).filter(([name]) => !direct.has(name as OperationName))

  it.each(others)('is not offered for %s', async (_, endpoint) => {
    expect(await readDirectly(endpoint, {})).toBeNull()
  })

  it.each([...direct])('is a GET without a session for %s', (name) => {
    expect(operations[name]).toMatchObject({ method: 'GET', session: 'none' })
  })

  it('returns 500 when the database fails, and logs the route without the input', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue()
    const bindings = { ...env, DB: brokenDatabase() }
    const input = { id: 'a-private-id', lang: 'en' }
    const call = [operations.tariff, input, reader] as const
    const answer = await backend.read(bindings, createExecutionContext(), ...call)
    const lines = log.mock.calls.map(([line]): unknown => JSON.parse(String(line)))
    log.mockRestore()
    expect(answer).toMatchObject({ status: 500, body: { code: 'internal-error' } })
    expect(lines).toMatchObject([{ event: 'unexpected-error', route: operations.tariff.path }])
    expect(JSON.stringify(lines)).not.toContain('a-private-id')
  })
})

function brokenDatabase(): D1Database {
  return new Proxy(env.DB, {
    get() {
      throw new Error('on purpose')
    },
  })
}
