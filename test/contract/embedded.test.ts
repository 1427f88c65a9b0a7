import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, describe } from 'vitest'
import { backend } from '../../src/backend.ts'
import { describeContract } from './contract.ts'
import { localStorefrontKey } from '../../scripts/start/sample-settings.ts'
import { catalogueSql } from './small-catalogue.ts'
import { run } from '../support/small-shop.ts'

beforeAll(async () => {
  await run(...catalogueSql)
})

describe('the embedded backend', { timeout: 30_000 }, () => {
  describeContract({
    origin: 'http://localhost:8787',
    fetch: async (request) => {
      const context = createExecutionContext()
      const response = await backend.fetch(
        request,
        { ...env, STOREFRONT_KEY: localStorefrontKey, REFUND_DAYS: '14' },
        context,
      )
      await waitOnExecutionContext(context)
      return response
    },
  })
})
