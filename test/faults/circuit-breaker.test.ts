import { beforeEach, expect, it, vi } from 'vitest'
import { withCircuitBreaker, withDeadline, withRetry } from '../../src/site/api/resilient-fetch.ts'

const log = vi.spyOn(console, 'error').mockReturnValue()
beforeEach(() => log.mockClear())

/** An API behind a circuit breaker. The test sets its status and clock. */
function createApi() {
  const api = { status: 503, now: 0, calls: 0 }
  const fetch = withCircuitBreaker(
    async () => {
      api.calls += 1
      return new Response('{}', { status: api.status })
    },
    () => api.now,
  )
  const call = async () => (await fetch(new Request('https://api.example/'))).status
  return { api, call }
}

async function failTimes(count: number, { call }: ReturnType<typeof createApi>): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) expect(await call()).toBe(503)
}

it('stops calling an API after five failures in a row, for five seconds', async () => {
  const dead = createApi()
  await failTimes(100, dead)
  expect(dead.api.calls).toBe(5)
  dead.api.now = 4999
  await failTimes(1, dead)
  expect(dead.api.calls).toBe(5)
  expect(log.mock.calls).toEqual([['{"event":"api-circuit-open"}']])
})

it('makes one trial call at a time after the pause, and closes when it succeeds', async () => {
  const dead = createApi()
  await failTimes(5, dead)
  dead.api.now = 5000
  expect(await Promise.all([dead.call(), dead.call(), dead.call()])).toEqual([503, 503, 503])
  expect(dead.api.calls).toBe(6)
  dead.api.now = 10_000
  dead.api.status = 200
  expect(await dead.call()).toBe(200)
  expect(await dead.call()).toBe(200)
  expect(log.mock.calls.at(-1)).toEqual(['{"event":"api-circuit-closed"}'])
})

it('makes another trial call when a trial has not ended', async () => {
  let now = 0
  let isHanging = false
  let calls = 0
  const fetch = withCircuitBreaker(
    async () => {
      calls += 1
      if (isHanging) await new Promise(() => undefined)
      throw new Error('refused')
    },
    () => now,
  )
  const call = async () => fetch(new Request('https://api.example/'))
  for (let turn = 0; turn < 5; turn += 1) await expect(call()).rejects.toThrow('refused')
  isHanging = true
  now = 5000
  void call()
  isHanging = false
  now = 10_000
  await expect(call()).rejects.toThrow('refused')
  expect(calls).toBe(7)
})

it.each([200, 401, 404, 429, 500])('counts a %i as a success', async (status) => {
  const mixed = createApi()
  for (let turn = 0; turn < 20; turn += 1) {
    await failTimes(4, mixed)
    mixed.api.status = status
    expect(await mixed.call()).toBe(status)
    mixed.api.status = 503
  }
  expect(mixed.api.calls).toBe(100)
})

it('ignores failures that are older than ten seconds', async () => {
  const slow = createApi()
  for (let turn = 0; turn < 20; turn += 1) {
    slow.api.now = turn * 2500
    await failTimes(1, slow)
  }
  expect(slow.api.calls).toBe(20)
})

it('retries one call in ten', async () => {
  let calls = 0
  const fetch = withRetry(async () => {
    calls += 1
    return new Response('', { status: 503 })
  })
  for (let turn = 0; turn < 100; turn += 1) await fetch(new Request('https://api.example/'))
  // A new isolate allows three retries, and then one retry for ten calls.
  expect(calls).toBeGreaterThan(105)
  expect(calls).toBeLessThanOrEqual(113)
}, 30_000)

it('does not retry after a response with Retry-After', async () => {
  let calls = 0
  const fetch = withRetry(async () => {
    calls += 1
    return new Response('', { status: 503, headers: { 'Retry-After': '30' } })
  })
  expect((await fetch(new Request('https://api.example/'))).status).toBe(503)
  expect(calls).toBe(1)
})

it('ends all calls of a visit at its deadline', async () => {
  const fetch = withDeadline(
    (request) =>
      new Promise((_, reject) =>
        request.signal.addEventListener('abort', () => reject(request.signal.reason)),
      ),
    50,
  )
  const call = async () => fetch(new Request('https://api.example/'))
  await expect(call()).rejects.toMatchObject({ name: 'TimeoutError' })
  await expect(call()).rejects.toMatchObject({ name: 'TimeoutError' })
})
