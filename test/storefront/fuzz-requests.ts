import fc from 'fast-check'
import { operations } from '../../src/operations.ts'
import { sitemapPath } from '../../src/site/sitemap-xml.ts'
import { siteRoutes } from '../../src/routes.ts'
import { feedPath } from '../../src/ui/navigation.tsx'
import {
  encodeText,
  inheritedNames,
  mostly,
  setHeader,
  valueOf,
} from '../support/hostile-values.ts'

/** Patterns of all pages from the route table, and of the other endpoints. */
export const routes: readonly string[] = siteRoutes()
  .routes.map(({ path }) => path)
  .concat('/healthz', '/consent', '/consent.css', '/locale', '/robots.txt', '/manifest.webmanifest')
  .concat('/failed-search')
  .concat('/esim.webmanifest')
  .concat('/esim/countries.json', '/og/:file', sitemapPath, '/sitemap-plans-1.xml', feedPath)
  .concat('/maps/:version/:map', '/esim-trip.png', '/esim-instruction.ics')
  .concat('/callbacks/payment/test', '/callbacks/usage', '/dev/outbox', '/dev/pay/:reference')
  .concat(operations.countries.path, operations.activation.path, '/:anything', '/:any/:thing')
  .filter((path, index, all) => all.indexOf(path) === index)

const params: { readonly [name: string]: readonly string[] } = {
  country: ['tr', 'cu', 'ru', 'TR', 'xx'],
  region: ['mow', 'none'],
  operator: ['tr-turkcell', 'none'],
  tariffID: ['tr-10', 'tr-sold-out', 'none'],
  id: ['borders', 'none'],
  block: ['choosing', 'how-much', 'none'],
  question: ['how-much', 'none'],
  file: ['tr.png', 'shop.png', '%74r.png'],
  version: ['AAAAAAAA'],
  map: ['gr.svg', 'tr.svg', 'trcu.svg', 'cutr.svg', 'tr'.repeat(249) + '.svg', 'trxx.svg'],
}
const fields: { readonly [name: string]: readonly string[] } = {
  search_string: ['turk', 'nothing'],
  operator: ['tr-turkcell'],
  traffic: ['10', 'unlimited'],
  days: ['30'],
  sort: ['price', '-price', 'days'],
  page: ['1', '2', '500'],
  per_page: ['20', '100'],
  region: ['europe', 'global'],
  tariffID: ['tr-10', 'none'],
  hash: ['A'.repeat(43)],
  invoiceID: ['A'.repeat(43)],
  redirect: ['/account', '/esim/countries'],
  as: ['partner'],
  promo: ['SUMMER'],
  refid: ['abc'],
  lang: ['en', 'ru'],
  locale: ['en', 'ru'],
  step: ['send', 'confirm', 'password', 'promocode'],
  action: ['log-out', 'withdraw', 'send-code', 'sign-out-others', 'sign-out-everywhere'],
  decision: ['pay'],
  email: ['anna@example.com'],
  phone: ['+79123456789'],
  code: ['000000'],
  password: ['a long password'],
  name: ['Anna'],
  topic: ['support', 'partnership'],
  message: ['Hello'],
  consent: ['1'],
  paymentOption: ['card-usd', 'card-rub'],
  promocode: ['SUMMER'],
  total: ['1250'],
  payoutDetails: ['DE00 0000 0000'],
  idempotencyKey: ['A'.repeat(43)],
  helpful: ['yes', 'no'],
  comment: ['And in Cuba?'],
  company: ['Acme GmbH'],
  taxID: ['DE123456789'],
  address: ['1 High Street'],
  screenshot: ['a picture'],
}
const field = mostly([...Object.keys(fields), 'unknown'], inheritedNames).chain((name) =>
  fc.tuple(fc.constant(name), valueOf(Object.hasOwn(fields, name) ? (fields[name] ?? []) : ['x'])),
)
export const pairs = fc.array(field, { maxLength: 6 })

/** Secrets that open a page, and session cookies. The test fills them before the run. */
export const known = { hash: '', invoiceID: '', customer: '', partner: '' }

/** The query without which a page shows only an error. */
const neededQuery: { readonly [route: string]: () => Readonly<Record<string, string>> } = {
  '/esim-order': () => ({ tariffID: 'tr-10' }),
  '/esim-instruction': () => ({ hash: known.hash }),
  '/esim-operator-info': () => ({ hash: known.hash }),
  '/esim-instruction.ics': () => ({ hash: known.hash }),
  '/esim-trip.png': () => ({ hash: known.hash }),
  '/esim-review': () => ({ hash: known.hash }),
  '/esim-top-up': () => ({ hash: known.hash }),
  '/payment/success': () => ({ invoiceID: known.invoiceID }),
  '/payment/failed': () => ({ invoiceID: known.invoiceID }),
  '/payment/receipt': () => ({ invoiceID: known.invoiceID }),
}
/** Forms that pages accept. Random fields replace some of their fields. */
const wholeForms: { readonly [route: string]: Readonly<Record<string, string>> } = {
  '/esim-order': {
    email: 'anna@example.com',
    paymentOption: 'card-usd',
    consent: '1',
    idempotencyKey: 'A'.repeat(43),
  },
  '/contacts': {
    topic: 'support',
    name: 'Anna',
    email: 'anna@example.com',
    message: 'Hello',
    consent: '1',
  },
  '/login': { step: 'send', email: 'anna@example.com' },
  '/register': { step: 'confirm', email: 'anna@example.com', code: '000000', consent: '1' },
  '/referral-program': {
    action: 'withdraw',
    purpose: 'withdrawal',
    passkey: '{"id":"x"}',
    payoutDetails: 'DE00 0000',
    idempotencyKey: 'k'.repeat(43),
  },
  '/account': { action: 'send-code' },
  '/klientam/questions-and-answers/:block?/:question?': { helpful: 'no', comment: 'Why?' },
  '/locale': { locale: 'ru' },
  '/consent': { consent: '1' },
  '/failed-search': { search_string: 'nothing' },
}

const headers: { readonly [name: string]: readonly string[] } = {
  Accept: ['text/html', 'application/json', '*/*', 'image/webp'],
  'Accept-Language': ['ru', 'en', 'ru-UA;q=0.9, en', 'kk'],
  'Accept-Encoding': ['identity', 'br'],
  'Content-Type': ['application/json', 'text/plain', 'multipart/form-data', 'a/b; boundary='],
  'If-None-Match': ['*', 'W/"x"'],
  'User-Agent': ['Mozilla/5.0', 'curl/8'],
  'X-Forwarded-Host': ['evil.example'],
  'X-Forwarded-Proto': ['http'],
  'X-Request-ID': ['evil'],
  'X-Client-Address': ['192.0.2.1'],
  'X-HTTP-Method-Override': ['DELETE'],
  'Sec-Fetch-Site': ['same-origin', 'cross-site'],
  'Sec-Purpose': ['prefetch'],
  Authorization: ['Bearer QUE6QkI'],
  Range: ['bytes=0-9'],
  Referer: ['https://evil.example'],
}
const cookies: { readonly [name: string]: readonly string[] } = {
  locale: ['en', 'ru'],
  cookieConsent: ['1'],
  promocode: ['SUMMER'],
  referralCode: ['abc'],
  'esim.sessionID': ['A'.repeat(43)],
  'esim.token': ['B'.repeat(43)],
  'esim.signInNonce': ['n'.repeat(43)],
  refAppSessionID: ['A'.repeat(43)],
  refToken: ['B'.repeat(43)],
}
const namedValues = (table: typeof headers) =>
  fc.array(
    fc
      .constantFrom(...Object.keys(table))
      .chain((name) => fc.tuple(fc.constant(name), valueOf(table[name] ?? []))),
    { maxLength: 4 },
  )

/** A request as plain data, so that a failure can be printed and repeated. */
export const fuzzRequest = fc.record({
  route: fc.constantFrom(...routes),
  prefix: mostly(['', '', '/ru'], ['/en', '/ru/ru', '//evil.example', '/%72u']),
  suffix: mostly([''], ['/', '//', '/x', '%2f', '.json', '%00', '/..', '/'.repeat(900)]),
  params: fc.record(
    Object.fromEntries(Object.entries(params).map(([name, right]) => [name, valueOf(right)])),
  ),
  method: mostly(['GET', 'POST'], ['HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']),
  query: pairs,
  hasNeeded: mostly([true], [false]),
  signedIn: fc.constantFrom('nobody', 'customer', 'partner'),
  headers: namedValues(headers),
  cookies: namedValues(cookies),
  origin: mostly(['ours'], ['evil', 'none']),
  address: fc.ipV4(),
  body: fc.oneof(
    { weight: 6, arbitrary: fc.record({ kind: fc.constant('form'), fields: pairs }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('multipart'), fields: pairs }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('json'), fields: pairs }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('raw'), fields: pairs }) },
  ),
})
export type FuzzRequest = typeof fuzzRequest extends fc.Arbitrary<infer Value> ? Value : never

export function toRequest(
  given: FuzzRequest,
  origin: string,
): Request<unknown, IncomingRequestCfProperties> {
  const filled = given.route.replaceAll(/:(\w+)\??/g, (_, name: string) =>
    encodeText(given.params[name] ?? 'none'),
  )
  const needed = given.hasNeeded ? Object.entries(neededQuery[given.route]?.() ?? {}) : []
  const query = [...needed, ...given.query]
    .map(([name, value]) => `${name}=${encodeText(value)}`)
    .join('&')
  const url = `${origin}${given.prefix}${filled}${given.suffix}${query ? `?${query}` : ''}`
  const sent = new Headers()
  for (const [name, value] of given.headers) setHeader(sent, name, value)
  const session = given.signedIn === 'nobody' ? '' : known[given.signedIn]
  const cookie = [session, ...given.cookies.map(([name, value]) => `${name}=${value}`)].join('; ')
  if (cookie) setHeader(sent, 'Cookie', cookie)
  if (given.origin !== 'none')
    sent.set('Origin', given.origin === 'ours' ? origin : 'https://evil.example')
  sent.set('CF-Connecting-IP', given.address)
  const { method } = given
  const hasBody = method === 'POST' || method === 'PUT' || method === 'PATCH'
  const form = given.hasNeeded ? Object.entries(wholeForms[given.route] ?? {}) : []
  // The shop reads the first value of a name.
  const body = hasBody ? bodyOf(given.body.kind, [...given.body.fields, ...form]) : null
  if (body instanceof FormData || body instanceof URLSearchParams) sent.delete('Content-Type')
  return new Request(url, { method, headers: sent, body, redirect: 'manual' })
}

function bodyOf(kind: string, all: [name: string, value: string][]): BodyInit {
  if (kind === 'json') return JSON.stringify(Object.fromEntries(all))
  if (kind === 'raw') return all.flat().join('\r\n--x\r\n')
  if (kind === 'form') return new URLSearchParams(all)
  const form = new FormData()
  for (const [name, value] of all)
    if (name === 'screenshot') form.append(name, new File([value], 'a.png'))
    else form.append(name, value)
  return form
}
