import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { wordsOf } from '../../src/words/words.shared.ts'
import { startApi } from './stub-api.ts'
import { createVisitor } from './visitor.ts'

const customer = ['esim.sessionID', 'esim.token']
const partner = ['refAppSessionID', 'refToken']
const logoutPath = /logout$/

let api: Awaited<ReturnType<typeof startApi>>

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  api = await startApi()
})
afterEach(() => api.close())

type Visitor = ReturnType<typeof createVisitor>

async function signIn(visitor: Visitor, as: 'customer' | 'partner'): Promise<void> {
  const isPartner = as === 'partner'
  await visitor.open(isPartner ? '/login?as=partner' : '/login', {
    step: 'confirm',
    code: '123456',
    ...(isPartner ? { phone: '+79123456789' } : { email: 'anna@example.com' }),
  })
  const names = isPartner ? partner : customer
  expect(visitor.cookieNames()).toEqual(expect.arrayContaining(names))
}

it('ends a session once when ten parallel requests get a 401 at different times', async () => {
  const visitor = createVisitor(api.origin)
  await signIn(visitor, 'customer')
  let refusals = 0
  api.state.faultOf = ({ path }) =>
    path === '/users/self/profile' ? { status: 401, delay: (refusals++ % 4) * 20 } : {}
  const cookies = [...visitor.cookies]
  const pages = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const tab = createVisitor(api.origin)
      for (const [name, value] of cookies) tab.cookies.set(name, value)
      const page = await tab.open('/account')
      await tab.waitForBackgroundWork()
      return { ...page, cookies: tab.cookieNames() }
    }),
  )
  expect(refusals).toBe(10)
  expect(api.callsOf(logoutPath)).toHaveLength(1)
  for (const page of pages)
    expect(page).toMatchObject({ status: 200, path: '/register?redirect=%2Faccount', cookies: [] })
})

it.each([
  ['answers 500', { status: 500 }],
  ['answers 401', { status: 401 }],
  ['does not answer', { hangs: true }],
  ['is unreachable', 'closed'],
] as const)(
  'clears both cookies and redirects home at logout when the API %s',
  async (_, fault) => {
    const signedIn = createVisitor(api.origin)
    await signIn(signedIn, 'customer')
    await signIn(signedIn, 'partner')
    const visitor = createVisitor(api.origin, 300)
    for (const [name, value] of signedIn.cookies) visitor.cookies.set(name, value)
    if (fault === 'closed') await api.close()
    else api.state.faultOf = () => fault
    for (const [path, home] of [
      ['/account', '/'],
      ['/ru/referral-program', '/ru'],
    ] as const) {
      const { first } = await visitor.open(path, { action: 'log-out' })
      expect([first.status, first.headers.get('Location')]).toEqual([303, home])
      expect(first.headers.get('Clear-Site-Data')).toBe('"storage"')
    }
    await visitor.waitForBackgroundWork()
    expect(visitor.cookieNames()).toEqual([])
    expect(api.callsOf(logoutPath).length).toBe(fault === 'closed' ? 0 : 2)
  },
)

it('completes an order as a guest when the session has ended', async () => {
  const visitor = createVisitor(api.origin)
  await signIn(visitor, 'customer')
  api.state.faultOf = ({ sessionID }) => (sessionID === null ? {} : { status: 401 })
  const page = await visitor.open('/esim-order?tariffID=tr-10', order)
  expect(page.path).toBe('https://shop.example/healthz')
  expect(visitor.cookieNames()).toEqual([])
})

const order = {
  email: 'typed@example.com',
  paymentOption: 'card-usd',
  consent: '1',
  idempotencyKey: 'k'.repeat(43),
}

type Action = {
  readonly path: string
  readonly form?: { readonly [name: string]: string }
  /** Typed text that the page must still show, unless the API accepted the call to `acceptedBy`. */
  readonly typed?: string
  readonly acceptedBy?: string
}

const email = 'typed@example.com'
const actions: readonly Action[] = [
  { path: '/account' },
  { path: '/ru/account?page=2' },
  { path: '/login?redirect=/account' },
  { path: '/login?as=partner' },
  { path: '/ru/referral-program' },
  { path: '/esim-order?tariffID=tr-10' },
  { path: '/account', form: { action: 'password', password: 'correct horse' } },
  { path: '/account', form: { action: 'log-out' } },
  { path: '/referral-program', form: { action: 'log-out' } },
  {
    path: '/referral-program',
    form: { action: 'withdraw', payoutDetails: 'typed DE00', idempotencyKey: 'k'.repeat(43) },
    typed: 'typed DE00',
    acceptedBy: '/referrer-withdrawal',
  },
  {
    path: '/esim-order?tariffID=tr-10',
    form: order,
    typed: email,
    acceptedBy: '/web-esim-activation',
  },
  { path: '/login', form: { step: 'send', email }, typed: email },
  {
    path: '/register',
    form: { step: 'confirm', email, code: '123456', consent: '1' },
    typed: email,
    acceptedBy: '/users/self/profile',
  },
]
const step = fc.record({
  action: fc.constantFrom(...actions),
  refusals: fc.array(fc.boolean(), { maxLength: 8 }),
})

it('never loops, loses typed text or signs out twice when any API call may get a 401', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
      api.state.faultOf = () => ({})
      api.state.calls = []
      const visitor = createVisitor(api.origin)
      await signIn(visitor, 'customer')
      await signIn(visitor, 'partner')
      for (const { action, refusals } of steps) await perform(visitor, action, [...refusals])
      const sessionIDs = api.callsOf(logoutPath).map(({ sessionID }) => sessionID)
      expect(sessionIDs.length).toBe(new Set(sessionIDs).size)
    }),
    { numRuns: 60 },
  )
}, 60_000)

async function perform(visitor: Visitor, action: Action, refusals: boolean[]): Promise<void> {
  const endedSessions = new Set<string>()
  const accepted = new Set<string>()
  api.state.faultOf = ({ path, sessionID }) => {
    // Without its plan, the order page has no form.
    const isRefused = refusals.shift() === true && path !== '/web-esim-tariff'
    if (!isRefused) accepted.add(path)
    else if (sessionID !== null) endedSessions.add(sessionID)
    return isRefused ? { status: 401 } : {}
  }
  const { hops, status, html } = await visitor.open(action.path, action.form)
  await visitor.waitForBackgroundWork()
  expect(hops).toBeLessThanOrEqual(2)
  expect(status).toBeLessThan(500)
  expect([...visitor.cookies.values()].filter((value) => endedSessions.has(value))).toEqual([])
  const { typed, acceptedBy = '' } = action
  if (typed === undefined || accepted.has(acceptedBy)) return
  expect(html.includes(typed), 'the page shows the typed text').toBe(true)
}

it('says that a form was not saved because the session had ended', async () => {
  const visitor = createVisitor(api.origin)
  await signIn(visitor, 'customer')
  api.state.faultOf = ({ path }) => (path === '/users/self/profile' ? { status: 401 } : {})
  const page = await visitor.open('/account', { password: 'a long password' })
  expect(page.path).toBe('/register?redirect=%2Faccount&unsaved=1')
  expect(page.html).toContain(wordsOf('en')('signIn.unsaved'))
})
