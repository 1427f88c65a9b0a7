import { beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { maxFields, maxStrangerForm } from '../../src/office/form-body.ts'
import { secretID } from '../../src/kit/tokens.shared.ts'
import { recordQueries } from '../support/record-queries.ts'
import { clearShop, clock, settings } from '../support/small-shop.ts'
import { origin, visit } from '../support/visit.ts'
import {
  claimsOf,
  emails,
  tokenOf,
  visitOffice,
  visitAs,
  officePage,
} from '../support/visit-office.ts'

const warnings = vi.spyOn(console, 'warn').mockReturnValue()
beforeEach(async () => {
  await clearShop()
  warnings.mockClear()
})

const olga = () => claimsOf(emails.owner)
const secondsNow = () => Math.floor(clock.now.getTime() / 1000)

it.each(['owner', 'money', 'support'] as const)('shows the pages to the role %s', async (role) => {
  const response = await visitAs(role, '/admin')
  expect(response.status).toBe(200)
  expect(await response.text()).toContain(emails[role])
})

it('ignores the case of an email address', async () => {
  const token = await tokenOf({ ...olga(), email: 'Olga@Shop.example' })
  expect((await visitOffice('/admin', { token })).status).toBe(200)
})

it.each([
  ['expired', () => ({ ...olga(), exp: secondsNow() - 1 }), 'key', 'ERR_JWT_EXPIRED'],
  [
    'without an expiry',
    () => ({ ...olga(), exp: undefined }),
    'key',
    'ERR_JWT_CLAIM_VALIDATION_FAILED',
  ],
  [
    'not valid yet',
    () => ({ ...olga(), nbf: secondsNow() + 60 }),
    'key',
    'ERR_JWT_CLAIM_VALIDATION_FAILED',
  ],
  [
    'of another application',
    () => ({ ...olga(), aud: ['b'.repeat(64)] }),
    'key',
    'ERR_JWT_CLAIM_VALIDATION_FAILED',
  ],
  [
    'of another team',
    () => ({ ...olga(), iss: 'https://other.cloudflareaccess.com' }),
    'key',
    'ERR_JWT_CLAIM_VALIDATION_FAILED',
  ],
  [
    'of a service',
    () => ({ ...olga(), email: undefined, common_name: 'robot' }),
    'key',
    'no-person',
  ],
  ['without a signature', olga, 'none', 'ERR_JOSE_ALG_NOT_ALLOWED'],
  [
    'signed by the public key as a secret',
    olga,
    'public-key-as-secret',
    'ERR_JOSE_ALG_NOT_ALLOWED',
  ],
  ['signed by another key', olga, 'unknown-key', 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED'],
])('refuses a token that is %s', async (_, claims, signature, reason) => {
  const response = await visitOffice('/admin', { token: await tokenOf(claims(), signature) })
  expect(response.status).toBe(403)
  expect(await response.text()).not.toContain(emails.owner)
  const logged = { log: 'security', event: 'admin-refused', reason }
  expect(warnings.mock.calls.map(([line]): unknown => JSON.parse(String(line)))).toEqual([logged])
})

it.each(['', 'nonsense', 'a.b.c'])('refuses %j as a token', async (token) => {
  expect((await visitOffice('/admin', { token })).status).toBe(403)
})

it('refuses a request without a token', async () => {
  expect((await visitOffice('/admin')).status).toBe(403)
  expect((await visitOffice('/admin/anything')).status).toBe(403)
})

it('refuses a person without a role, and shows the address', async () => {
  const response = await visitOffice('/admin', {
    token: await tokenOf(claimsOf('eve@shop.example')),
  })
  expect(response.status).toBe(403)
  expect(await response.text()).toContain('eve@shop.example')
})

it('accepts tokens of a new key after Cloudflare has rotated it', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  const team = inject('rotatedAccess')
  settings['ACCESS_TEAM_DOMAIN'] = team
  const newToken = async () => tokenOf({ ...olga(), iss: team }, 'key', team)
  try {
    const old = await newToken()
    expect((await visitOffice('/admin', { token: old })).status).toBe(200)
    await fetch(`${team}/rotate`, { method: 'POST' })
    // The back office reads the keys for an unknown key at most twice a minute.
    vi.setSystemTime(Date.now() + 31_000)
    expect((await visitOffice('/admin', { token: await newToken() })).status).toBe(200)
    expect((await visitOffice('/admin', { token: old })).status).toBe(403)
  } finally {
    vi.useRealTimers()
  }
})

it('returns 500 while the keys cannot be read', async () => {
  const errors = vi.spyOn(console, 'error').mockReturnValueOnce()
  settings['ACCESS_TEAM_DOMAIN'] = 'http://localhost:9'
  const token = await tokenOf({ ...olga(), iss: settings['ACCESS_TEAM_DOMAIN'] })
  vi.stubGlobal('fetch', async () => new Response('', { status: 500 }))
  expect((await visitOffice('/admin', { token })).status).toBe(500)
  vi.unstubAllGlobals()
  expect(errors).toHaveBeenCalledOnce()
})

it('returns 404 unless it is configured', async () => {
  const pages = await Promise.all(
    ['/admin', '/admin/orders', '/nowhere'].map((path) => visit(path)),
  )
  const bodies = await Promise.all(pages.map((page) => page.text()))
  expect(pages.map(({ status }) => status)).toEqual([404, 404, 404])
  const paths = /\/(admin(\/orders)?|nowhere)\b/g
  expect(new Set(bodies.map((body) => body.replaceAll(paths, '/x'))).size).toBe(1)
})

it('refuses forms of other sites', async () => {
  const headers = { Origin: 'https://evil.example' }
  const response = await visitAs('owner', '/admin/locale', { headers, form: { locale: 'ru' } })
  expect(response.status).toBe(403)
  // Without the headers of browsers, nothing proves that the form is of this site.
  const body = new URLSearchParams({ locale: 'ru', back: '/admin' })
  expect((await visitAs('owner', '/admin/locale', { method: 'POST', body })).status).toBe(403)
})

it('sends strict headers with every status', async () => {
  const refused = await visitOffice('/admin')
  const missing = await visitAs('owner', '/admin/nowhere')
  for (const { headers } of [await visitAs('owner', '/admin'), refused, missing]) {
    const policy = headers.get('Content-Security-Policy') ?? ''
    expect(policy).toContain("default-src 'none'; style-src 'sha256-")
    expect(policy).not.toContain('script-src')
    expect(headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin')
    expect(headers.get('Cache-Control')).toBe('private, no-store')
    expect(headers.get('X-Robots-Tag')).toBe('noindex')
  }
  expect(missing.status).toBe(404)
})

it('redirects plain HTTP to HTTPS', async () => {
  settings['SITE_ORIGIN'] = 'https://shop.example'
  const response = await visitAs('owner', '/admin/order?id=a')
  expect(response.status).toBe(308)
  expect(response.headers.get('Location')).toBe('https://localhost:8787/admin/order?id=a')
  expect(response.headers.get('Cache-Control')).toBe('private, no-store')
})

it('shows pages in the language of the browser, or in the chosen language', async () => {
  const russian = { 'Accept-Language': 'ru' }
  expect(await officePage('owner', '/admin', { headers: russian })).toContain('Сегодня')
  const form = { locale: 'en', back: '/admin?from=2026-11-01' }
  const chosen = await visitAs('owner', '/admin/locale', { form })
  expect(chosen.headers.get('Location')).toBe('/admin?from=2026-11-01')
  const cookie = chosen.headers.get('Set-Cookie')?.split(';')[0] ?? ''
  const page = await visitAs('owner', '/admin', { headers: { ...russian, Cookie: cookie } })
  expect(await page.text()).toContain('Today')
  for (const back of ['//evil.example/admin', '/adminx']) {
    const safe = await visitAs('owner', '/admin/locale', { form: { locale: 'en', back } })
    expect(safe.headers.get('Location'), back).toBe('/admin')
  }
})

it('lets a refused visitor switch the language, without using the database', async () => {
  const russian = { 'Accept-Language': 'ru' }
  const queries = await recordQueries(async () => {
    const refused = await visitOffice('/admin', { headers: russian })
    expect(refused.status).toBe(403)
    expect(await refused.text()).toContain('action="/admin/locale"')
    const form = { locale: 'en', back: '/admin' }
    const chosen = await visitOffice('/admin/locale', { form })
    const cookie = chosen.headers.get('Set-Cookie')?.split(';')[0] ?? ''
    const page = await visitOffice('/admin', { headers: { ...russian, Cookie: cookie } })
    expect(page.status).toBe(403)
    expect(await page.text()).toContain('lang="en"')
  })
  expect(queries).toEqual([])
})

it('reads only a short form before sign-in, because strangers can send many at the same time', async () => {
  const post = async (bytes: number) =>
    visitOffice('/admin/locale', { form: { locale: 'ru', back: '/admin', x: 'x'.repeat(bytes) } })
  expect((await post(maxStrangerForm - 100)).headers.getSetCookie()).toHaveLength(1)
  expect((await post(maxStrangerForm)).headers.getSetCookie()).toEqual([])
})

it('reads a staff form up to its size limit', async () => {
  const shown = { idempotencyKey: secretID(), version: '0', seenAt: new Date().toISOString() }
  const promo = { ...shown, action: 'add-promo-code', code: 'SUMMER', percent: '10' }
  const post = async (bytes: number) =>
    visitAs('owner', '/admin/promo-codes', { form: { ...promo, x: 'x'.repeat(bytes) } })
  expect((await post(maxFields)).status).toBe(422)
  expect((await post(maxFields - 300)).status).toBe(303)
})

it('treats a form that breaks off as empty', async () => {
  const body = new ReadableStream({
    pull: (stream) => stream.error(new Error('The connection is lost')),
  })
  const headers = { Origin: origin, 'Content-Type': 'application/x-www-form-urlencoded' }
  const response = await visitOffice('/admin/locale', { method: 'POST', headers, body })
  expect(response.status).toBe(303)
  expect(response.headers.getSetCookie()).toEqual([])
})

it('accepts the sign-in secret of npm start once', async () => {
  const secret = 'a-local-secret-of-this-start'
  settings['ADMIN_LOCAL_SECRET'] = secret
  const signIn = async (form: { secret: string; role: string }) =>
    visitOffice('/admin/sign-in', { form })
  const page = await visitOffice(`/admin/sign-in?secret=${secret}`)
  expect(await page.text()).toContain(secret)
  expect((await signIn({ secret: 'a-wrong-secret-of-this-start', role: 'owner' })).status).toBe(403)
  expect((await signIn({ secret, role: 'king' })).status).toBe(403)
  const signed = await signIn({ secret, role: 'support' })
  const cookie = signed.headers.get('Set-Cookie') ?? ''
  expect(cookie).toMatch(/^esim\.admin=[\w-]{43}; .*Path=\/admin; HttpOnly; SameSite=Strict$/)
  expect((await signIn({ secret, role: 'owner' })).status).toBe(403)

  const headers = { Cookie: cookie.split(';')[0] ?? '', Origin: origin }
  const today = await visitOffice('/admin', { headers })
  expect(await today.text()).toContain('local support')
  await visitOffice('/admin/sign-out', { headers, method: 'POST' })
  expect((await visitOffice('/admin', { headers })).status).toBe(403)
})

describe('local sign-in on a site with ADMIN_LOCAL_SECRET by mistake', () => {
  // A secret works once in a process.
  let secret: string
  const openPage = async (at: string) => visitOffice(`/admin/sign-in?secret=${secret}`, { at })
  const signIn = async (at: string) =>
    visitOffice('/admin/sign-in', { at, form: { secret, role: 'owner' } })
  beforeEach(() => {
    secret = secretID()
    settings['ADMIN_LOCAL_SECRET'] = secret
  })

  it.each(['http://localhost:9000', 'http://127.0.0.1:8787', 'http://[::1]:8787'])(
    'responds on this machine: %s',
    async (at) => {
      settings['SITE_ORIGIN'] = at
      expect((await openPage(at)).status).toBe(200)
      const signed = await signIn(at)
      expect(signed.status).toBe(303)
      const [cookie = ''] = signed.headers.getSetCookie()
      const headers = { Cookie: cookie.split(';')[0] ?? '' }
      expect(await (await visitOffice('/admin', { at, headers })).text()).toContain('local owner')
    },
  )

  it.each([
    'https://shop.example',
    'http://rebound.example:8787',
    'http://localhost.shop.example',
    'http://127.0.0.1.shop.example',
  ])('does not exist on another host: %s', async (at) => {
    settings['SITE_ORIGIN'] = at
    expect((await openPage(at)).status).toBe(404)
    const refused = await signIn(at)
    expect(refused.status).toBe(404)
    expect(refused.headers.getSetCookie()).toEqual([])
    // The secret is not used up.
    settings['SITE_ORIGIN'] = origin
    expect((await signIn(origin)).status).toBe(303)
  })

  it('does not accept a session of this machine on another host', async () => {
    const [cookie = ''] = (await signIn(origin)).headers.getSetCookie()
    const headers = { Cookie: cookie.split(';')[0] ?? '' }
    expect((await visitOffice('/admin', { headers })).status).toBe(200)
    const at = 'https://shop.example'
    settings['SITE_ORIGIN'] = at
    expect((await visitOffice('/admin', { at, headers })).status).toBe(403)
  })
})

describe('a form that is sent after the session has ended', () => {
  const expired = async () => tokenOf({ ...olga(), exp: secondsNow() - 1 })
  const send = async (token: string, text: string) =>
    visitOffice('/admin/order?id=unknown', {
      token,
      form: { action: 'note', idempotencyKey: 'key-1', note: text },
    })

  it('is shown again with its text, to send it after a sign-in', async () => {
    const response = await send(await expired(), 'She called.\nShe waits for an answer.')
    expect(response.status).toBe(403)
    const page = await response.text()
    expect(page).toContain('action="/admin/order?id=unknown"')
    expect(page).toContain('She called.\nShe waits for an answer.</textarea>')
    expect(page).toContain('name="idempotencyKey" value="key-1"')
    expect(page).toContain('Sign in again in a new tab, then send it.')
  })

  it('is shown again with the longest answer to a customer, in Russian', async () => {
    const answer = 'Здравствуйте'.repeat(1000).slice(0, 10_000)
    expect(await (await send(await expired(), answer)).text()).toContain(`${answer}</textarea>`)
  })

  it('is not shown to people without a role, or above the limit of strangers', async () => {
    const noRole = await tokenOf({ ...olga(), email: 'ivan@shop.example' })
    for (const response of [
      await send(noRole, 'A note\nof two lines'),
      await send(await expired(), 'A note\n'.repeat(maxStrangerForm)),
    ]) {
      expect(response.status).toBe(403)
      expect(await response.text()).not.toContain('A note')
    }
  })
})

it('shows an owner what another role sees, and gives nobody more rights', async () => {
  const chosen = await visitAs('owner', '/admin/view-as', { form: { role: 'support' } })
  const [cookie = ''] = chosen.headers.get('Set-Cookie')?.split(';') ?? []
  const headers = { Cookie: cookie }
  expect(await officePage('owner', '/admin', { headers })).toContain('Work as the owner again')
  expect((await visitAs('owner', '/admin/money', { headers })).status).toBe(403)

  const owner = cookie.replace('support', 'owner')
  for (const Cookie of [cookie, owner, cookie.replace('support', 'money')])
    expect((await visitAs('support', '/admin/money', { headers: { Cookie } })).status).toBe(403)
  expect((await visitAs('money', '/admin/money', { headers })).status).toBe(200)

  const ended = await visitAs('owner', '/admin/view-as', { headers, form: { role: 'owner' } })
  expect(ended.headers.get('Set-Cookie')).toMatch(/Max-Age=0/)
})
