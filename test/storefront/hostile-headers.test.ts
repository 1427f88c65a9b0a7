import { beforeAll, expect, it } from 'vitest'
import { defaultLocale } from '../../src/words/locales.shared.ts'
import { pageTable } from '../../src/words/page-table.ts'
import type { PageName } from '../../src/words/page-table.ts'
import { href } from '../../src/words/paths.shared.ts'
import { secretID } from '../../src/kit/tokens.shared.ts'
import { createIsolate } from '../support/cached-shop.ts'
import { signInCustomer, signInPartner } from '../support/small-shop.ts'
import { insertHostileContent } from './hostile-content.ts'

beforeAll(insertHostileContent)

/** Paths of public pages with parameters. Other pages have a plain path. */
const paths: { readonly [name in PageName]?: string } = {
  country: '/esim/countries/tr?traffic=10',
  countryRegion: '/esim/countries/ru/mow',
  tariff: '/esim/tariffs/tr-turkcell/tr-10',
  post: '/ru/blog/borders',
  regions: '/esim/regions/ru',
  questions: '/klientam/questions-and-answers/how-much',
}
const publicPaths = Object.entries(pageTable)
  .filter(([, { access }]) => access === 'public')
  .map(([name]) => paths[name as PageName] ?? href(defaultLocale, name as 'home'))

/** Each request has many headers, because every request renders every page twice. */
async function hostileRequests(): Promise<Record<string, string>[]> {
  const customer = await signInCustomer()
  const partner = await signInPartner()
  const evil = 'https://evil.example'
  return [
    {
      Accept: 'application/json',
      'Accept-Language': 'en-GB',
      'Content-Type': 'application/json',
      'Content-Length': '0',
      Host: 'evil.example',
      'X-Forwarded-Host': 'evil.example',
      Forwarded: 'host=evil.example',
      'CF-Connecting-IP': '192.0.2.1',
      'X-Client-Address': '192.0.2.1',
      'X-Request-ID': 'evil',
      Cookie: `locale=en; cookieConsent=1; promocode=SUMMER; referralCode=abc;
        esim.sessionID=${customer.sessionID}; esim.token=${customer.token};
        refAppSessionID=${partner.sessionID}; refToken=${partner.token}`.replaceAll(/\s+/g, ' '),
    },
    {
      Accept: 'image/webp',
      'Accept-Encoding': 'identity',
      'Accept-Language': 'ru;q=0.1, en',
      'X-Forwarded-Proto': 'http',
      'X-Forwarded-Prefix': '/evil',
      'X-Original-URL': '/evil',
      'X-Rewrite-URL': '/evil',
      'X-HTTP-Method-Override': 'POST',
      'X-Host': 'evil.example',
      'User-Agent': '<script>',
      Referer: evil,
      Origin: evil,
      Cookie: `esim.sessionID=${secretID()}; esim.token=${secretID()}; esim.token=<script>`,
    },
    {
      'Accept-Language': 'en',
      Range: 'bytes=0-9',
      'Cache-Control': 'no-cache',
      Pragma: 'no-cache',
      Authorization: 'Bearer x',
      'Sec-Purpose': 'prefetch',
      'Save-Data': 'on',
      'Sec-CH-UA-Model': '"Pixel 8"',
      'Sec-Fetch-Site': 'cross-site',
      DNT: '1',
      Cookie: 'utm_source=<script>; __proto__=1; a=b; ='.repeat(20),
    },
    { 'If-None-Match': '*', 'If-Modified-Since': 'Sat, 21 Nov 2026 10:00:00 GMT', TE: 'trailers' },
  ]
}

/** The response without headers that differ for each request. */
async function contentsOf(response: Response) {
  const headers = [...response.headers].filter(([name]) => name !== 'x-request-id')
  return { status: response.status, headers, body: await response.text() }
}

it('serves the same bytes and headers of every public page to all visitors', async () => {
  const state = { now: Date.parse('2026-11-21T10:00:00Z'), version: '1' }
  const clean = createIsolate({ state })
  const requests = await hostileRequests()
  for (const path of publicPaths) {
    // The first response is rendered, and the second is from the page cache.
    const expected = [await contentsOf(await clean(path)), await contentsOf(await clean(path))]
    for (const headers of requests) {
      const name = `${path} ${JSON.stringify(headers)}`
      const visit = createIsolate({ state })
      expect(await contentsOf(await visit(path, { headers })), name).toEqual(expected[0])
      expect(await contentsOf(await visit(path)), name).toEqual(expected[1])
    }
  }
}, 120_000)

it('responds to a GET of a form with a page, regardless of the Accept header', async () => {
  const visit = createIsolate()
  for (const path of ['/contacts', '/esim-order?tariffID=tr-10', '/login', '/register']) {
    const response = await visit(path, { headers: { Accept: 'application/json' } })
    expect([path, response.status, response.headers.get('Content-Type')]).toEqual([
      path,
      200,
      'text/html; charset=UTF-8',
    ])
  }
})
