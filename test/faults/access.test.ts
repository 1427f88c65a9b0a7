import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { wordsOf } from '../../src/locale/words.ts'
import { startApi } from './stub-api.ts'
import { visitorOf } from './visitor.ts'

let api: Awaited<ReturnType<typeof startApi>>
let visitor: ReturnType<typeof visitorOf>

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  api = await startApi()
  visitor = visitorOf(api.origin)
})
afterEach(() => api.close())

const code = { step: 'confirm', email: 'anna@example.com', code: '123456', consent: '1' }
const phoneCode = { step: 'confirm', phone: '+79123456789', code: '123456' }

async function location(path: string, form?: Record<string, string>) {
  const { first } = await visitor.open(path, form)
  return [first.status, first.headers.get('Location')]
}

/** The page without its frame, whose language switch names the page's own address. */
function mainOf(html: string): string {
  return html.slice(html.indexOf('<main'), html.indexOf('</main>'))
}

const unsafe = [
  '//x',
  '/\\x',
  '/%2f%2fx',
  '/%2F%5Cx',
  '/\t/x',
  '/%09/x',
  'javascript:alert(1)',
  'https://x.example',
  'https:/x',
  '\\\\x',
  `/${'a'.repeat(512)}`,
  '/a\r\nSet-Cookie: a=b',
  '/%0d%0aSet-Cookie:a=b',
  '/кафе',
  '/\u2028/x',
  '/@x.example/#a',
  'account',
  '',
]
const safe = [
  '/esim/countries/tr?traffic=5&page=2',
  '/ru/account?page=3',
  `/esim-instruction?hash=${'a'.repeat(43)}`,
  `/${'a'.repeat(511)}`,
]

describe.each([
  ['/login', '/account'],
  ['/register', '/account'],
  ['/ru/register', '/ru/account'],
  ['/login?as=partner', '/referral-program'],
])('after signing in at %s', (page, own) => {
  const isPartner = page.includes('as=partner')
  const form = isPartner ? phoneCode : code
  const at = (redirect: string) =>
    `${page}${page.includes('?') ? '&' : '?'}redirect=${encodeURIComponent(redirect)}`

  it.each(unsafe)('%j is not where one goes', async (redirect) => {
    const { html } = await visitor.open(at(redirect))
    expect(html.includes(`action="${page}"`)).toBe(true)
    expect(mainOf(html).includes('redirect=')).toBe(false)
    expect(await location(at(redirect), form)).toEqual([303, own])
    // Now signed in: a guest's page sends on, by the same rule.
    expect(await location(at(redirect))).toEqual([303, own])
  })

  it.each(safe)('%s is, query kept', async (redirect) => {
    const { html } = await visitor.open(at(redirect))
    expect(mainOf(html).includes(new URLSearchParams({ redirect }).toString())).toBe(true)
    expect(await location(at(redirect), form)).toEqual([303, redirect])
    expect(await location(at(redirect))).toEqual([303, redirect])
  })
})

describe('a session', () => {
  it('is kept for 300 days in cookies that no script reads and only https carries, new at each login', async () => {
    const opened = []
    for (let login = 0; login < 2; login += 1) {
      visitor.cookies.clear()
      const { first } = await visitor.open('/login', code)
      const lines = first.headers.getSetCookie()
      expect(lines.map((line) => line.replace(/=[\w-]{43};/, '=…;'))).toEqual(
        ['esim.sessionID', 'esim.token'].map(
          (name) => `${name}=…; Max-Age=25920000; Path=/; HttpOnly; Secure; SameSite=Lax`,
        ),
      )
      opened.push(...lines)
    }
    expect(new Set(opened).size).toBe(4)
    const { first } = await visitor.open('/login?as=partner', phoneCode)
    for (const line of first.headers.getSetCookie())
      expect(line).toMatch(
        /^ref(AppSessionID|Token)=.*Max-Age=25920000.*HttpOnly; Secure; SameSite=Lax$/,
      )
  })

  it('is reset by a login: the one before ends at the server, and what was refused before does not end the new one', async () => {
    await visitor.open('/login', code)
    const before = visitor.cookies.get('esim.sessionID')
    api.state.calls = []
    api.state.wayOf = ({ path }) => (/countries|logout/.test(path) ? { status: 401 } : {})
    await visitor.open('/login', code)
    await visitor.settled()
    expect(visitor.cookies.get('esim.sessionID')).toMatch(/^[\w-]{43}$/)
    expect(visitor.cookies.get('esim.sessionID')).not.toBe(before)
    expect(api.callsOf(/^\/users/).slice(0, 3)).toMatchObject([
      { path: '/users/self/auth', sessionID: null },
      { path: '/users/self/profile', sessionID: visitor.cookies.get('esim.sessionID') },
      { path: '/users/self/logout', sessionID: before },
    ])
  })

  it('of a customer ends with any 401, also one of a public list; a partner’s stays', async () => {
    await visitor.open('/login', code)
    await visitor.open('/login?as=partner', phoneCode)
    api.state.wayOf = ({ path }) =>
      path === '/web-esim-tariffs-marketplace' ? { status: 401 } : {}
    const { first } = await visitor.open('/esim/tariffs')
    expect([...visitor.cookies.keys()]).toEqual(['refAppSessionID', 'refToken'])
    expect(first.headers.get('Cache-Control')).toBe('private, no-store')
  })

  it('without a profile does not count', async () => {
    api.state.wayOf = ({ path }) => (path === '/users/self/profile' ? { status: 500 } : {})
    const { status, html } = await visitor.open('/login', code)
    expect(status).toBe(500)
    expect(html).toContain('value="anna@example.com"')
    expect(visitor.cookies.size).toBe(0)
  })
})

describe('a customer’s page', () => {
  it('opens to a profile with its scope, and says why not to one without', async () => {
    await visitor.open('/login', code)
    expect(await visitor.open('/account')).toMatchObject({ status: 200 })
    api.state.scope = ['something-else']
    const { status, html, first } = await visitor.open('/ru/account')
    expect(status).toBe(403)
    expect(html).toContain(wordsOf('ru')('errors.forbiddenTitle'))
    expect(first.headers.get('Cache-Control')).toBe('no-store')
    expect(visitor.cookies.size).toBe(2)
  })

  it('sends a stranger to /register with the way back', async () => {
    expect(await location('/ru/account?page=2')).toEqual([
      303,
      '/ru/register?redirect=%2Fru%2Faccount%3Fpage%3D2',
    ])
  })
})

describe.each([
  ['/referral-program', '/'],
  ['/ru/referral-program', '/ru'],
])('the cabinet at %s', (cabinet, home) => {
  const [id, token] = ['a'.repeat(43), 'b'.repeat(43)]
  async function sentHome(cookies: Record<string, string>): Promise<void> {
    visitor.cookies.clear()
    for (const [name, value] of Object.entries(cookies)) visitor.cookies.set(name, value)
    const { first } = await visitor.open(cabinet)
    expect([first.status, first.headers.get('Location')]).toEqual([301, home])
    expect(first.headers.get('Cache-Control')).toBe('private, no-store')
    expect(first.headers.get('Vary')).toContain('Cookie')
  }

  it('sends home who has not both cookies, in a way that no browser keeps', async () => {
    await sentHome({})
    await sentHome({ refAppSessionID: id })
    await sentHome({ refToken: token })
    await sentHome({ refAppSessionID: 'short', refToken: token })
    await sentHome({ 'esim.sessionID': id, 'esim.token': token })
    expect(api.callsOf(/referrer/)).toEqual([])
  })

  it('does so too when the API refuses them, and clears both', async () => {
    for (const refused of [/^\/referrer$/, /transactions$/]) {
      api.state.wayOf = ({ path }) => (refused.test(path) ? { status: 401 } : {})
      await sentHome({ refAppSessionID: id, refToken: token, 'esim.sessionID': id })
      expect([...visitor.cookies.keys()]).toEqual(['esim.sessionID'])
    }
  })

  it('opens with them', async () => {
    visitor.cookies.set('refAppSessionID', id).set('refToken', token)
    const { status, first } = await visitor.open(cabinet)
    expect([status, first.headers.get('Cache-Control')]).toEqual([200, 'private, no-store'])
  })
})
