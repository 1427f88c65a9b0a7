import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Fetch } from '../../src/site/api/resilient-fetch.ts'
import { cspHash } from '../../src/kit/tokens.shared.ts'
import { signInQuery } from '../../src/site/access.ts'
import { formStyles } from '../../src/site/page-styles.tsx'
import { stockShop } from '../support/small-shop.ts'
import { origin, visit } from '../support/visit.ts'
import { visitWithApi } from '../support/visit-with-api.ts'

beforeAll(() => stockShop(5))

it('sends a strict Content-Security-Policy with every status', async () => {
  for (const path of [
    '/',
    '/nope',
    '/en',
    '/healthz',
    '/esim-order?tariffID=none',
    '/dev/outbox',
    '/consent.css',
  ]) {
    const { headers } = await visit(path)
    const policy = headers.get('Content-Security-Policy') ?? ''
    expect(policy, path).toContain("default-src 'none'")
    expect(policy, path).toContain("frame-ancestors 'none'")
    expect(policy, path).not.toContain('unsafe')
    expect(headers.get('X-Content-Type-Options'), path).toBe('nosniff')
    expect(headers.get('Referrer-Policy'), path).toBeTruthy()
  }
})

it('allows the styles of the page and of forms, and no others', async () => {
  const ofForms = await cspHash(formStyles)
  for (const path of ['/', '/about', '/nope', '/esim/tariffs', '/contacts', '/login']) {
    const response = await visit(path)
    const policy = response.headers.get('Content-Security-Policy') ?? ''
    const html = await response.text()
    const styles = [...html.matchAll(/<style[^>]*>(?<css>.*?)<\/style>/gs)]
    const ofPage = await Promise.all(styles.map(({ groups }) => cspHash(groups?.['css'] ?? '')))
    const allowed = policy.match(/'sha256-[^']*'/g)
    expect(allowed?.toSorted(), path).toEqual([...new Set([...ofPage, ofForms])].toSorted())
  }
  const { headers } = await visit('/consent.css')
  expect(headers.get('Content-Security-Policy')).toContain("style-src 'self';")
})

it.each(['/', '/esim-order?tariffID=none', '/consent.css'])(
  'sends no header with %s that makes the browser start a process before it paints',
  async (path) => {
    const { headers } = await visit(path)
    expect(headers.get('Cross-Origin-Opener-Policy')).toBeNull()
    expect(headers.get('Origin-Agent-Cluster')).toBeNull()
  },
)

it('rejects posts from another site for every content type', async () => {
  for (const headers of [
    { Origin: 'https://evil.example' },
    { 'Sec-Fetch-Site': 'cross-site' },
    { Origin: 'null' },
    { Origin: 'https://evil.example', 'Content-Type': 'application/json' },
  ]) {
    for (const path of ['/locale', '/consent', '/esim-order?tariffID=tr-10', '/dev/pay/x']) {
      const response = await visit(path, { method: 'POST', body: '{}', headers })
      expect(response.status, `${path} ${JSON.stringify(headers)}`).toBe(403)
    }
  }
})

it('does not expose the embedded API', async () => {
  for (const path of [
    '/web-esim-countries?lang=en',
    '/web-invoice?lang=en&invoiceID=x',
    '/callbacks',
  ]) {
    expect((await visit(path)).status).toBe(404)
  }
})

it('excludes a mistyped secret from search engines and the Referer header', async () => {
  for (const path of ['/esim-instruction?hash=x', '/payment/success?invoiceID=x']) {
    const { headers } = await visit(path)
    expect(headers.get('Referrer-Policy'), path).toBe('same-origin')
    expect(headers.get('X-Robots-Tag'), path).toBe('noindex')
  }
})

describe('session cookies', () => {
  const [id, token, planted] = ['a', 'b', 'c'].map((letter) => letter.repeat(43))
  const ours = `esim.sessionID=${id}; esim.token=${token}`

  it.each([
    `${ours}; esim.sessionID=${planted}`,
    `esim.sessionID=${planted}; ${ours}`,
    `${ours}; esim.token=${planted}`,
  ])('are ignored when the browser sends one of them twice: %s', async (Cookie) => {
    const { sessions } = await pageWith(Cookie)
    expect(sessions).toEqual([])
  })

  it('are accepted when each is sent once', async () => {
    const { sessions } = await pageWith(ours)
    expect(sessions).not.toEqual([])
  })

  /** Returns the Authorization headers that the API received while the page was rendered. */
  async function pageWith(Cookie: string): Promise<{ sessions: string[] }> {
    const sessions: string[] = []
    const api: Fetch = async ({ headers }) => {
      const session = headers.get('Authorization')
      if (session !== null) sessions.push(session)
      return Response.json({}, { status: 401 })
    }
    await visitWithApi('/account', api, { headers: { Cookie } })
    return { sessions }
  }
})

describe('a shop on https', () => {
  const settings = { SITE_ORIGIN: 'https://shop.example' }
  const api: Fetch = async () => Response.json({ data: [] })

  it('sets Secure cookies for requests of both schemes', async () => {
    const response = await visitWithApi('/login', api, { settings, at: 'https://preview.example' })
    expect(response.headers.getSetCookie()).toEqual([expect.stringContaining('; Secure;')])
  })

  it('redirects http to https, with path, query and method', async () => {
    const response = await visitWithApi('/esim/countries?sort=days', api, { settings })
    expect([response.status, response.headers.get('Location')]).toEqual([
      308,
      `${origin.replace('http:', 'https:')}/esim/countries?sort=days`,
    ])
  })
})

it.each([
  ['/contacts?sent=support', '/contacts'],
  [
    '/contacts?order=AbCdEfGhIj&sent=support&picture=missing',
    '/contacts?order=AbCdEfGhIj&picture=missing',
  ],
  ['/klientam/questions-and-answers?reviewed=1', '/klientam/questions-and-answers'],
  ['/login?as=partner&unsaved=1', '/login?as=partner'],
  ['/referral-program?done=withdrawal', '/referral-program'],
  ['/ru/account?done=password', '/ru/account'],
])('confirms no form that this browser has not sent: %s', async (path, clean) => {
  const answer = await visit(path)
  expect([answer.status, answer.headers.get('Location')]).toEqual([303, clean])
  const other = { headers: { Cookie: `esim.notice=${'a'.repeat(43)}` } }
  expect((await visit(path, other)).headers.get('Location')).toBe(clean)
})

it('returns from the sign-in to no page that would confirm another form', () => {
  const targetOf = (redirect: string) => signInQuery.parse({ redirect }).redirect
  expect(targetOf('/referral-program?page=2')).toBe('/referral-program?page=2')
  expect(targetOf('/referral-program?page=2&done=withdrawal')).toBeUndefined()
})

it('logs forms from other sites without personal data', async () => {
  const log = vi.spyOn(console, 'warn').mockReturnValue()
  const headers = { Origin: 'https://evil.example' }
  await visit('/contacts?name=Anna', { method: 'POST', body: 'email=anna@example.com', headers })
  await visit('/anna@example.com', { method: 'POST', headers })
  expect(log.mock.calls.map(([line]) => JSON.parse(String(line)))).toEqual([
    { log: 'security', event: 'foreign-origin', route: '/contacts', requestId: expect.any(String) },
    expect.objectContaining({ event: 'foreign-origin', route: 'unknown' }),
  ])
  log.mockRestore()
})
