import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { wordsOf } from '../../src/words/words.shared.ts'
import { startApi } from './stub-api.ts'
import { createVisitor, customerForm, partnerForm, passwordForm } from './visitor.ts'

let api: Awaited<ReturnType<typeof startApi>>
let visitor: ReturnType<typeof createVisitor>

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  api = await startApi()
  visitor = createVisitor(api.origin)
})
afterEach(() => api.close())

const nonceLine = /^esim\.signInNonce=([\w-]{43});/
const sessionLines = (response: Response) =>
  response.headers.getSetCookie().filter((line) => !nonceLine.test(line))

describe('a session', () => {
  it('loads the profile again, in the new language, when the visitor switches the language', async () => {
    await visitor.open('/login', customerForm)
    const before = api.callsOf(/profile/).length
    const page = await visitor.open('/locale', { locale: 'ru', to: '/account' })
    expect(page).toMatchObject({ status: 200, path: '/ru/account' })
    expect(page.html).toContain('lang="ru"')
    expect(page.html).toContain('anna@example.com')
    expect(api.callsOf(/profile/)).toHaveLength(before + 1)
  })

  it('lasts 300 days in HttpOnly, Secure cookies that change at each sign-in', async () => {
    const cookieLines = []
    for (let login = 0; login < 2; login += 1) {
      visitor.cookies.clear()
      const { first } = await visitor.open('/login', customerForm)
      const lines = sessionLines(first)
      expect(lines.map((line) => line.replace(/=[\w-]{43};/, '=…;'))).toEqual(
        ['esim.sessionID', 'esim.token'].map(
          (name) => `${name}=…; Max-Age=25920000; Path=/; HttpOnly; Secure; SameSite=Lax`,
        ),
      )
      cookieLines.push(...lines)
    }
    expect(new Set(cookieLines).size).toBe(4)
    const { first } = await visitor.open('/login?as=partner', partnerForm)
    for (const line of sessionLines(first))
      expect(line).toMatch(
        /^ref(AppSessionID|Token)=.*Max-Age=25920000.*HttpOnly; Secure; SameSite=Lax$/,
      )
  })

  it('replaces the old session at sign-in, and a 401 for the old session does not end the new session', async () => {
    await visitor.open('/login', customerForm)
    const before = visitor.cookies.get('esim.sessionID')
    api.state.calls = []
    api.state.faultOf = ({ path }) => (/countries|logout/.test(path) ? { status: 401 } : {})
    const { first } = await visitor.open('/login', customerForm)
    // The browser may have copies of the eSIMs of another customer.
    expect(first.headers.get('Clear-Site-Data')).toBe('"storage"')
    await visitor.waitForBackgroundWork()
    expect(visitor.cookies.get('esim.sessionID')).toMatch(/^[\w-]{43}$/)
    expect(visitor.cookies.get('esim.sessionID')).not.toBe(before)
    expect(api.callsOf(/^\/users/).slice(0, 3)).toMatchObject([
      { path: '/users/self/auth', sessionID: null },
      { path: '/users/self/profile', sessionID: visitor.cookies.get('esim.sessionID') },
      { path: '/users/self/logout', sessionID: before },
    ])
  })

  it.each([
    ['/login', customerForm],
    ['/login', passwordForm],
    ['/register', customerForm],
    ['/login?as=partner', partnerForm],
  ])('at %s replaces the sign-in nonce, which a subdomain may have planted', async (path, form) => {
    const planted = 'p'.repeat(43)
    visitor.cookies.set('esim.signInNonce', planted)
    const { first } = await visitor.open(path, form)
    const [line = ''] = first.headers.getSetCookie().filter((each) => nonceLine.test(each))
    expect(line).toMatch(/HttpOnly; Secure; SameSite=Lax$/)
    expect(nonceLine.exec(line)?.[1]).not.toBe(planted)
  })

  it.each(['/login?as=partner', '/ru/login?as=partner'])(
    'opened at %s shows the number of eSIMs with grouped digits',
    async (path) => {
      const { html } = await visitor.open(path, partnerForm)
      expect(html).toContain('<dd>1\u00A0234</dd>')
    },
  )

  it('opened by password uses the strategy `local` for profile and sign-out', async () => {
    await visitor.open('/login', passwordForm)
    await visitor.open('/account', { action: 'log-out' })
    const calls = api.callsOf(/^\/(api|users)/).map(({ path }) => path)
    expect(calls.filter((path) => !/esims|sessions/.test(path))).toEqual([
      '/api/auth/login',
      '/api/auth/user',
      '/api/auth/user',
      '/api/auth/logout',
    ])
    expect(visitor.cookieNames()).toEqual([])
  })

  it('opened by code after a session by password reads the profile of the code', async () => {
    await visitor.open('/login', passwordForm)
    await visitor.open('/login', customerForm)
    await visitor.waitForBackgroundWork()
    const calls = api.callsOf(/^\/(api|users)/).map(({ path }) => path)
    expect(calls).toContain('/api/auth/logout')
    expect(calls.filter((path) => path === '/users/self/profile')).toHaveLength(2)
  })

  it('of a customer ends after any 401, even for a public list, but a partner session does not', async () => {
    await visitor.open('/login', customerForm)
    await visitor.open('/login?as=partner', partnerForm)
    api.state.faultOf = ({ path }) =>
      path === '/web-esim-tariffs-marketplace' ? { status: 401 } : {}
    const { first } = await visitor.open('/esim/tariffs')
    expect(visitor.cookieNames()).toEqual(['refAppSessionID', 'refToken'])
    expect(first.headers.get('Cache-Control')).toBe('private, no-store')
  })

  it('does not start when the profile is refused', async () => {
    api.state.faultOf = ({ path }) => (path === '/users/self/profile' ? { status: 403 } : {})
    const { status, html } = await visitor.open('/login', customerForm)
    expect(status).toBe(403)
    expect(html).toContain('value="anna@example.com"')
    expect(visitor.cookieNames()).toEqual([])
  })

  it.each([
    ['code', customerForm, '/users/self/profile'],
    ['password', passwordForm, '/api/auth/user'],
  ])(
    'opened by %s starts while the profile is unavailable, so that nobody needs another code',
    async (_, form, profilePath) => {
      api.state.faultOf = ({ path }) => (path === profilePath ? { status: 503 } : {})
      const failed = await visitor.open('/login', form)
      expect([failed.path, failed.status]).toEqual(['/account', 503])
      await visitor.waitForBackgroundWork()
      expect(api.callsOf(/logout/)).toEqual([])
      api.state.faultOf = () => ({})
      expect((await visitor.open('/account')).status).toBe(200)
    },
  )

  it.each([
    ['code', customerForm, '/users/self/profile', '/users/self/logout'],
    ['password', passwordForm, '/api/auth/user', '/api/auth/logout'],
  ])(
    'opened by %s ends on the server too when the profile is refused',
    async (_, form, profilePath, logoutPath) => {
      api.state.faultOf = ({ path }) => (path === profilePath ? { status: 403 } : {})
      await visitor.open('/login', form)
      await visitor.waitForBackgroundWork()
      const [opened] = api.callsOf(new RegExp(`^${profilePath}$`))
      expect(opened?.sessionID).toMatch(/^[\w-]{43}$/)
      expect(api.callsOf(new RegExp(`^${logoutPath}$`))).toMatchObject([
        { sessionID: opened?.sessionID },
      ])
    },
  )
})

describe('a customer’s page', () => {
  it('opens for a profile with its scope, and shows an error for a profile without it', async () => {
    await visitor.open('/login', customerForm)
    expect(await visitor.open('/account')).toMatchObject({ status: 200 })
    api.state.scope = ['something-else']
    const { status, html, first } = await visitor.open('/ru/account')
    expect(status).toBe(403)
    expect(html).toContain(wordsOf('ru')('errors.forbiddenTitle'))
    expect(first.headers.get('Cache-Control')).toBe('no-store')
    expect(visitor.cookieNames()).toContain('esim.token')
  })

  it('redirects an anonymous visitor to /register and stores the return path', async () => {
    expect(await visitor.redirectOf('/ru/account?page=2')).toEqual([
      303,
      '/ru/register?redirect=%2Fru%2Faccount%3Fpage%3D2',
    ])
  })
})

describe.each([
  ['/login?as=partner', ['refAppSessionID', 'refToken']],
  ['/ru/login', ['esim.sessionID', 'esim.token']],
  ['/register?redirect=/account', ['esim.sessionID', 'esim.token']],
])('the sign-in page %s', (path, names) => {
  beforeEach(() => {
    for (const name of names) visitor.cookies.set(name, 'a'.repeat(43))
  })

  it('signs in again when the API has ended the session of the cookies', async () => {
    api.state.faultOf = ({ sessionID }) => (sessionID === null ? {} : { status: 401 })
    const { first, status } = await visitor.open(path)
    expect([first.status, first.headers.get('Cache-Control')]).toEqual([200, 'private, no-store'])
    expect([status, visitor.cookieNames()]).toEqual([200, []])
  })

  it('redirects a visitor with a session, even while the API is down', async () => {
    expect((await visitor.redirectOf(path))[0]).toBe(303)
    api.state.faultOf = () => ({ status: 503 })
    expect((await visitor.redirectOf(path))[0]).toBe(303)
    expect(visitor.cookieNames()).toEqual(names)
  })
})

describe.each([
  ['/referral-program', '/'],
  ['/ru/referral-program', '/ru'],
])('the partner account at %s', (cabinet, home) => {
  const [id, token] = ['a'.repeat(43), 'b'.repeat(43)]
  async function expectRedirectHome(cookies: Record<string, string>): Promise<void> {
    visitor.cookies.clear()
    for (const [name, value] of Object.entries(cookies)) visitor.cookies.set(name, value)
    const { first } = await visitor.open(cabinet)
    expect([first.status, first.headers.get('Location')]).toEqual([301, home])
    expect(first.headers.get('Cache-Control')).toBe('private, no-store')
    expect(first.headers.get('Vary')).toContain('Cookie')
  }

  it('redirects home without both cookies, uncached', async () => {
    await expectRedirectHome({})
    await expectRedirectHome({ refAppSessionID: id })
    await expectRedirectHome({ refToken: token })
    await expectRedirectHome({ refAppSessionID: 'short', refToken: token })
    await expectRedirectHome({ 'esim.sessionID': id, 'esim.token': token })
    expect(api.callsOf(/referrer/)).toEqual([])
  })

  it('redirects to the home page and clears both cookies when the API returns 401', async () => {
    for (const failingPath of [/^\/referrer$/, /transactions$/, /passkeys$/]) {
      api.state.faultOf = ({ path }) => (failingPath.test(path) ? { status: 401 } : {})
      await expectRedirectHome({ refAppSessionID: id, refToken: token, 'esim.sessionID': id })
      expect(visitor.cookieNames()).toEqual(['esim.sessionID'])
    }
  })

  it('opens with both cookies', async () => {
    visitor.cookies.set('refAppSessionID', id).set('refToken', token)
    const { status, first } = await visitor.open(cabinet)
    expect([status, first.headers.get('Cache-Control')]).toEqual([200, 'private, no-store'])
  })
})
