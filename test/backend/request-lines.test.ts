import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { provideScopes, newScope } from '../../src/kit/log.ts'
import { countedD1 } from '../../src/kit/counted-d1.ts'
import { openShop } from '../support/small-shop.ts'
import { visit } from '../support/visit.ts'

const line = z.looseObject({ event: z.string(), requestId: z.string() })

beforeAll(async () => openShop(1))
afterEach(() => vi.restoreAllMocks())

it('counts parallel calls as one round, and a batch as one call', async () => {
  const scope = newScope('id')
  const previous = provideScopes(() => scope)
  const db = countedD1(env.DB)
  const one = db.prepare('SELECT ?1 AS value').bind(1)
  await Promise.all([one.first(), one.all(), db.batch([one, one])])
  expect(scope.d1).toMatchObject({ calls: 3, rounds: 1 })
  const session = db.withSession('first-primary')
  expect(await session.prepare('SELECT 2 AS value').first('value')).toBe(2)
  expect(scope.d1).toMatchObject({ calls: 4, rounds: 2 })
  provideScopes(previous)
  await one.run()
  expect(scope.d1.calls).toBe(4)
})

it.each(['/callbacks/usage', '/callbacks/payment/test'])(
  'writes the request id into the log lines of %s',
  async (path) => {
    const write = vi.spyOn(console, 'error').mockReturnValue()
    const response = await visit(path, { method: 'POST', body: '{}' })
    expect(response.status).toBeGreaterThanOrEqual(400)
    const lines = write.mock.calls.map(([text]) => line.parse(JSON.parse(String(text))))
    expect(lines.map(({ event }) => event)).toEqual(['bad-signature'])
    expect(lines[0]?.requestId).toMatch(/^[0-9a-f-]{36}$/)
  },
)
