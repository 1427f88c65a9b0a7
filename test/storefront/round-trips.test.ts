import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readContentVersion } from '../../src/plans/content-version.ts'
import { createIsolate } from '../support/cached-shop.ts'
import { countRoundTrips } from '../support/round-trips.ts'
import { origin } from '../support/visit.ts'
import { insertHostileContent } from './hostile-content.ts'

beforeAll(async () => {
  await insertHostileContent()
  await env.DB.batch([env.DB.prepare(`INSERT INTO places (place) VALUES ('ru'), ('ru/mow')`)])
  // Modules are loaded at their first use, which takes longer than a round trip here.
  const { visit } = newIsolate()
  for (const path of Object.values(pages).flat()) await visit(path)
  await order(visit, anyone, '192.0.2.2')
})
beforeEach(async () => {
  for (const { name } of (await env.CACHE.list()).keys) await env.CACHE.delete(name)
})

/**
 * Pages by the maximum number of round trips that they may make in a new isolate with empty caches.
 */
const pages = {
  0: ['/robots.txt', '/manifest.webmanifest', '/esim.webmanifest'],
  1: [
    '/esim',
    '/esim/countries',
    '/esim/countries/tr',
    '/esim/countries/tr?traffic=10&sort=days',
    '/esim/countries/ru/mow',
    '/esim/regions/ru',
    '/esim/region',
    '/esim/tariffs',
    '/esim/tariffs/tr-turkcell/tr-10',
    '/esim-order?tariffID=tr-10',
    '/esim/compare?country=tr',
    '/esim/compare?country=tr&tariffID=tr-10,tr-sold-out',
    '/klientam/questions-and-answers',
    '/blog',
    '/blog/borders',
    '/about',
    '/contacts',
    '/feedback',
    '/sitemap',
    '/data-policy',
  ],
  // The home page shows plans of the most popular country. The search text may match a country or
  // operators, and the page lists their plans.
  2: [
    '/',
    '/esim/tariffs?search_string=turkcell',
    '/esim/countries/tr?search_string=turk',
    '/esim/compare?tariffID=tr-10,tr-sold-out',
  ],
}

const anyone = { email: 'anna@example.com', paymentOption: 'card-usd', consent: '1' }

async function order(
  visit: ReturnType<typeof createIsolate>,
  form: typeof anyone,
  address: string,
): Promise<Response> {
  return visit('/esim-order?tariffID=tr-10', {
    method: 'POST',
    body: new URLSearchParams(form),
    headers: { Origin: origin, 'CF-Connecting-IP': address },
  })
}

function newIsolate() {
  const { counts, bindings } = countRoundTrips()
  const visit = createIsolate({ bindings, readVersion: async ({ DB }) => readContentVersion(DB) })
  return { counts, visit }
}

/** Lists that a page of a new isolate reads from the database, after it has missed them in KV. */
const mostLists = 3

it.each(Object.entries(pages).flatMap(([rounds, paths]) => paths.map((path) => [path, rounds])))(
  'renders %s with at most %s round trips to the database',
  async (path, rounds) => {
    const { counts, visit } = newIsolate()
    expect((await visit(path)).status).toBe(200)
    expect(counts.rounds).toBeLessThanOrEqual(Number(rounds))
    // The shop reads the content version at the same time.
    expect(counts.calls).toBeLessThanOrEqual(Number(rounds) + 1 + mostLists)
  },
)

it.each([
  ...pages[1].map((path) => [path, 1] as const),
  ...pages[2].map((path) => [path, 2] as const),
])('renders %s with at most %s calls in an isolate that knows the lists', async (path, calls) => {
  const { counts, visit } = newIsolate()
  for (const other of ['/esim/countries?search_string=t', '/esim/regions/ru?search_string=m'])
    await visit(other)
  const before = counts.calls
  expect((await visit(path)).status).toBe(200)
  expect(counts.calls - before).toBeLessThanOrEqual(calls)
})

describe('an order', () => {
  const promocode = 'FIVE'

  beforeEach(async () => {
    await env.DB.prepare(
      `INSERT OR IGNORE INTO promo_codes (code, percent_hundredths, total_limit, created_at)
      VALUES (?, 500, 100, '2026-11-01')`,
    )
      .bind(promocode)
      .run()
  })

  it.each([
    ['of a new customer', anyone, '192.0.2.1'],
    ['over IPv6', anyone, '2001:db8::1'],
    ['with a promo code', { ...anyone, promocode }, '192.0.2.1'],
  ])('%s reaches the payment page after at most four round trips', async (_, form, address) => {
    const { counts, visit } = newIsolate()
    const response = await order(visit, form, address)
    expect(response.headers.get('Location')).toMatch('/dev/pay/')
    // The test bank makes one of these calls.
    expect(counts.rounds).toBeLessThanOrEqual(4)
  })
})

it.each(['/', ...pages[1].filter((path) => !path.startsWith('/esim-order'))])(
  'serves %s from the cache without a database call',
  async (path) => {
    const { counts, visit } = newIsolate()
    await visit(path)
    const before = counts.calls
    await visit(path)
    expect(counts.calls).toBe(before)
  },
)
