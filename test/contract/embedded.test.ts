import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, describe } from 'vitest'
import { backend } from '../../src/backend.ts'
import { describeContract } from './contract.ts'
import { catalogueSql } from './small-catalogue.ts'

beforeAll(async () => {
  await env.DB.batch(catalogueSql.map((statement) => env.DB.prepare(statement)))
})

describe('the embedded backend', { timeout: 30_000 }, () => {
  describeContract({
    origin: 'https://backend.invalid',
    fetch: async (request) => {
      const context = createExecutionContext()
      const response = await backend.fetch(request, { ...env, isInProcess: true }, context)
      await waitOnExecutionContext(context)
      return response
    },
  })
})
