import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startApi } from './stub-api.ts'
import { visitorOf } from './visitor.ts'

const customer = ['esim.sessionID', 'esim.token']
const partner = ['refAppSessionID', 'refToken']
const logouts = /logout$/

let api: Awaited<ReturnType<typeof startApi>>

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  api = await startApi()
})
afterEach(() => api.close())

type Visitor = ReturnType<typeof visitorOf>

async function signIn(visitor: Visitor, as: 'customer' | 'partner'): Promise<void> {
  const isPartner = as === 'partner'
  await visitor.open(isPartner ? '/login?as=partner' : '/login', {
    step: 'confirm',
    code: '123456',
    ...(isPartner ? { phone: '+79123456789' } : { email: 'anna@example.com' }),
  })
  const names = isPartner ? partner : customer
  expect([...visitor.cookies.keys()]).toEqual(expect.arrayContaining(names))
}

it('ends a session once when ten requests at once are refused, whenever each hears of it', async () => {
  const visitor = visitorOf(api.origin)
  await signIn(visitor, 'customer')
  let refused = 0
  api.state.wayOf = ({ path }) =>
    path === '/users/self/profile' ? { status: 401, after: (refused++ % 4) * 20 } : {}
  const cookies = [...visitor.cookies]
  const pages = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const tab = visitorOf(api.origin)
      for (const [name, value] of cookies) tab.cookies.set(name, value)
      const page = await tab.open('/account')
      await tab.settled()
      return { ...page, kept: [...tab.cookies.keys()] }
    }),
  )
  expect(refused).toBe(10)
  expect(api.callsOf(logouts)).toHaveLength(1)
  for (const page of pages)
    expect(page).toMatchObject({ status: 200, path: '/register?redirect=%2Faccount', kept: [] })
})

it.each([
  ['answers 500', { status: 500 }],
  ['answers 401', { status: 401 }],
  ['is silent', { silent: true }],
  ['is not there', 'closed'],
] as const)('logs out though the API %s: both cookies go, and the way is home', async (_, way) => {
  const signedIn = visitorOf(api.origin)
  await signIn(signedIn, 'customer')
  await signIn(signedIn, 'partner')
  const visitor = visitorOf(api.origin, 300)
  for (const [name, value] of signedIn.cookies) visitor.cookies.set(name, value)
  if (way === 'closed') await api.close()
  else api.state.wayOf = () => way
  for (const [path, home] of [
    ['/account', '/'],
    ['/ru/referral-program', '/ru'],
  ] as const) {
    const { first } = await visitor.open(path, { action: 'log-out' })
    expect([first.status, first.headers.get('Location')]).toEqual([303, home])
    expect(first.headers.get('Clear-Site-Data')).toBe('"storage"')
  }
  await visitor.settled()
  expect([...visitor.cookies.keys()]).toEqual([])
  expect(api.callsOf(logouts).length).toBe(way === 'closed' ? 0 : 2)
})

it('lets whoever bought on while signed in buy as a guest when the session has ended', async () => {
  const visitor = visitorOf(api.origin)
  await signIn(visitor, 'customer')
  api.state.wayOf = ({ sessionID }) => (sessionID === null ? {} : { status: 401 })
  const page = await visitor.open('/esim-order?tariffID=tr-10', order)
  expect(page.path).toBe('https://shop.example/healthz')
  expect(visitor.cookies.size).toBe(0)
})

const order = {
  email: 'typed@example.com',
  paymentOption: 'card-usd',
  consent: '1',
  idempotencyKey: 'k'.repeat(43),
}

type Deed = {
  readonly path: string
  readonly form?: { readonly [name: string]: string }
  /** What of the form must still be on the page, unless the API has taken it by this call. */
  readonly typed?: string
  readonly takenBy?: string
}

const email = 'typed@example.com'
const deeds: readonly Deed[] = [
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
    takenBy: '/referrer-withdrawal',
  },
  {
    path: '/esim-order?tariffID=tr-10',
    form: order,
    typed: email,
    takenBy: '/web-esim-activation',
  },
  { path: '/login', form: { step: 'send', email }, typed: email },
  {
    path: '/register',
    form: { step: 'confirm', email, code: '123456', consent: '1' },
    typed: email,
    takenBy: '/users/self/profile',
  },
]
const step = fc.record({
  deed: fc.constantFrom(...deeds),
  /** Which of the calls that it makes are answered 401. */
  refusals: fc.array(fc.boolean(), { maxLength: 8 }),
})

it('never loops, loses a form or logs out twice, however the API strews 401s', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
      api.state.wayOf = () => ({})
      api.state.calls = []
      const visitor = visitorOf(api.origin)
      await signIn(visitor, 'customer')
      await signIn(visitor, 'partner')
      for (const { deed, refusals } of steps) await act(visitor, deed, [...refusals])
      const ended = api.callsOf(logouts).map(({ sessionID }) => sessionID)
      expect(ended.length).toBe(new Set(ended).size)
    }),
    { numRuns: 60 },
  )
}, 30_000)

async function act(visitor: Visitor, deed: Deed, refusals: boolean[]): Promise<void> {
  const refused = new Set<string>()
  const taken = new Set<string>()
  api.state.wayOf = ({ path, sessionID }) => {
    // Without its plan there is no order form to lose.
    const isRefused = refusals.shift() === true && path !== '/web-esim-tariff'
    if (!isRefused) taken.add(path)
    else if (sessionID !== null) refused.add(sessionID)
    return isRefused ? { status: 401 } : {}
  }
  const { hops, status, html } = await visitor.open(deed.path, deed.form)
  await visitor.settled()
  expect(hops).toBeLessThanOrEqual(2)
  expect(status).toBeLessThan(500)
  expect([...visitor.cookies.values()].filter((value) => refused.has(value))).toEqual([])
  const { typed, takenBy = '' } = deed
  if (typed === undefined || taken.has(takenBy)) return
  expect(html.includes(typed), 'what was typed is on the page').toBe(true)
}
