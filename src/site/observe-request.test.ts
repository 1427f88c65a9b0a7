import { afterEach, expect, it, vi } from 'vitest'
import { countPage, observeRequest } from './observe-request.ts'

afterEach(() => vi.restoreAllMocks())

const request = new Request('https://shop.test/ru/esim/countries/tr?hash=secret', {
  headers: { 'CF-Connecting-IP': '192.0.2.1' },
})

function observe(response: Response, isDevelopment: boolean, wait = 7, isCounted = true) {
  let time = 1000
  const points: unknown[] = []
  const dataset = { writeDataPoint: (point: unknown) => void points.push(point) }
  const served = observeRequest(request, async () => response, {
    isDevelopment,
    dataset: isCounted ? dataset : undefined,
    scope: { requestId: 'id-1', d1: { calls: 3, rounds: 2, roundsDone: 2 } },
    now: () => (time += wait),
  })
  return { served, points }
}

it('writes one line about a request, without its parameters and address', async () => {
  const write = vi.spyOn(console, 'info').mockReturnValue()
  const response = new Response('page', { headers: { Age: '12' } })
  const { served, points } = observe(response, false)
  expect(await served).toBe(response)
  const line = {
    event: 'request',
    requestId: 'id-1',
    method: 'GET',
    route: '/esim/countries/:country',
    status: 200,
    ms: 7,
    cache: 'hit',
    d1Calls: 3,
    d1Rounds: 2,
  }
  expect(write.mock.calls).toEqual([[JSON.stringify(line)]])
  expect(points).toEqual([
    {
      indexes: [line.route],
      blobs: ['GET', line.route, 'hit'],
      doubles: [200, 7, 3, 2],
    },
  ])
})

it.each([
  ['none', {}],
  ['fresh', { Age: '0' }],
])('logs the cache outcome %s', async (cache, headers: Record<string, string>) => {
  const write = vi.spyOn(console, 'info').mockReturnValue()
  await observe(new Response(null, { headers }), false).served
  expect(write).toHaveBeenCalledWith(expect.stringContaining(`"cache":"${cache}"`))
})

const shared = { 'Cache-Control': 'public, max-age=60' }

const routine = [
  ['a public page', 200, 999],
  ['a public page that has not changed', 304, 0],
] as const

it.each(routine)('writes no line about %s, and counts it', async (_, status, ms) => {
  const write = vi.spyOn(console, 'info').mockReturnValue()
  for (const isCounted of [true, false]) {
    const response = new Response(null, { status, headers: shared })
    const { served, points } = observe(response, false, ms, isCounted)
    expect(await served).toBe(response)
    expect(points).toHaveLength(isCounted ? 1 : 0)
  }
  expect(write).not.toHaveBeenCalled()
})

const notable = [
  ['a slow public page', 200, shared, 1000],
  ['a page with an error', 503, shared, 0],
  ['a redirect', 301, shared, 0],
  ['a response without content', 204, shared, 0],
  ['a private page', 200, { 'Cache-Control': 'private, no-store' }, 0],
  ['a response without Cache-Control', 200, {}, 0],
] as const

it.each(notable)('writes a line about %s, counted or not', async (_, status, headers, ms) => {
  const write = vi.spyOn(console, 'info').mockReturnValue()
  for (const isCounted of [true, false])
    await observe(new Response(null, { status, headers }), false, ms, isCounted).served
  expect(write).toHaveBeenCalledTimes(2)
})

it('sends the time to the browser in development, and writes nothing', async () => {
  const write = vi.spyOn(console, 'info').mockReturnValue()
  const { served, points } = observe(Response.json({ is: 'kept' }), true)
  const response = await served
  expect(response.headers.get('Server-Timing')).toBe('total;dur=7')
  expect(await response.json()).toEqual({ is: 'kept' })
  expect(write).not.toHaveBeenCalled()
  expect(points).toEqual([])
})

it('counts a page from memory, and writes no line', () => {
  const write = vi.spyOn(console, 'info').mockReturnValue()
  const points: unknown[] = []
  const page = new Response('page', { headers: { Age: '12' } })
  countPage(request, page, { writeDataPoint: (point) => void points.push(point) })
  expect(points).toEqual([
    {
      indexes: ['/esim/countries/:country'],
      blobs: ['GET', '/esim/countries/:country', 'hit'],
      doubles: [200, 0, 0, 0],
    },
  ])
  countPage(request, page, undefined)
  expect(write).not.toHaveBeenCalled()
})
