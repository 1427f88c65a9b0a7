import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { createAiraloSupplier } from '../../src/supply/airalo.ts'
import { createAiraloRig } from './airalo-rig.ts'
import { errorOf } from './suite/steps.ts'

const hour = 3_600_000

async function createWorkers(count: number, secret?: string) {
  const rig = await createAiraloRig()
  const { server, settings, clock } = rig
  const renewed = Promise.withResolvers<void>()
  const workers = Array.from({ length: count }, () =>
    createAiraloSupplier(
      { ...settings, clientSecret: secret ?? settings.clientSecret },
      {
        db: env.DB,
        now: () => clock.now,
        fetch: async (request) => server.fetch(request),
        wait: async () => renewed.promise,
      },
    ),
  )
  const advance = (hours: number) => {
    clock.now = new Date(clock.now.getTime() + hours * hour)
  }
  return { ...rig, workers, advance, renewed }
}

describe('the Airalo access token', () => {
  it('is requested once for all workers, even when they start simultaneously', async () => {
    const { workers, server, renewed } = await createWorkers(8)
    const calls = workers.map(async (worker) => worker.balance())
    // The other workers wait for the first worker that has a token.
    await Promise.race(calls)
    renewed.resolve()
    await Promise.all(calls)
    expect(server.tokensIssued).toBe(1)
    await workers[3]?.find('a-key')
    expect(server.tokensIssued).toBe(1)
  })

  it('is renewed an hour before it expires', async () => {
    const { workers, server, advance } = await createWorkers(3)
    await workers[0]?.balance()
    advance(22.9)
    await workers[1]?.balance()
    expect(server.tokensIssued).toBe(1)
    advance(0.2)
    await workers[2]?.balance()
    expect(server.tokensIssued).toBe(2)
  })

  it('is used until it expires when it cannot be renewed', async () => {
    const { workers, server, advance } = await createWorkers(4)
    await workers[0]?.balance()
    advance(23.5)
    server.tokenRefusal = { status: 429, body: { message: 'Too Many Attempts.' } }
    expect(await workers[1]?.balance()).not.toBeNull()
    advance(1)
    const error = await errorOf(workers[2]?.balance() ?? Promise.resolve())
    expect(error.outcome).toBe('not-executed')
    server.tokenRefusal = null
    expect(await workers[3]?.balance()).not.toBeNull()
    expect(server.tokensIssued).toBe(2)
  })

  it('is replaced when the API rejects it', async () => {
    const { workers, server } = await createWorkers(1)
    const [worker] = workers
    await worker?.balance()
    server.revokeTokens()
    expect(await worker?.balance()).not.toBeNull()
    expect(server.tokensIssued).toBe(2)
  })

  it('is encrypted in the database', async () => {
    const { workers } = await createWorkers(1)
    await workers[0]?.balance()
    const row = await env.DB.prepare('SELECT sealed_token FROM suppliers').first<{
      sealed_token: string
    }>()
    expect(row?.sealed_token).toMatch(/^[\w-]{40,}$/)
    expect(atob(row?.sealed_token.replaceAll('-', '+').replaceAll('_', '/') ?? '')).not.toContain(
      'token-1',
    )
  })

  it('is not fetched with wrong credentials, and nothing is ordered', async () => {
    const { workers, countSales, planCode } = await createWorkers(1, 'a wrong secret of the shop')
    const error = await errorOf(workers[0]?.order('a-key', planCode) ?? Promise.resolve())
    expect(error).toMatchObject({ outcome: 'not-executed', supplier: 'airalo', isKeyRefused: true })
    expect(error.message).toContain('client id is invalid')
    expect(countSales().profiles).toBe(0)
  })
})
