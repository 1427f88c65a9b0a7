import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { storedDetail } from '../../src/messages/alert-detail.ts'
import { backendConfig } from '../../src/settings.ts'
import { isKnownBrowser } from '../../src/accounts/known-browsers.ts'
import { runScheduledJobs } from '../../src/jobs.ts'
import {
  advanceClock,
  api,
  clearShop,
  clock,
  codeFor,
  nonce,
  phone,
  rows,
  settings,
  shopBindings,
  signInCustomer,
  words,
  run,
  agreements,
} from '../support/small-shop.ts'

beforeEach(clearShop)

const email = 'anna@example.com'
const strangerNonce = 's'.repeat(43)
const stranger = (number = 1) => api('en', `198.51.100.${number}`)
const statusOf = ({ ok, error }: { ok: boolean; error?: { status: number } }) =>
  ok ? 200 : error?.status
const wrongCode = (code: string) => (code === '000000' ? '000001' : '000000')

describe('a stranger who knows an address', () => {
  it('cannot invalidate its owner’s code with wrong guesses', async () => {
    await api().customerCodeSend({ nonce, email })
    const code = await codeFor(email)
    for (let guess = 0; guess < 10; guess += 1)
      await stranger().registerConfirm({
        nonce: strangerNonce,
        email,
        code: wrongCode(code),
        consent: true,
      })
    expect(await api().registerConfirm({ nonce, email, code, consent: true })).toMatchObject({
      ok: true,
    })
  })

  it('cannot use its owner’s code', async () => {
    await api().customerCodeSend({ nonce, email })
    const code = await codeFor(email)
    const stolen = { nonce: strangerNonce, email, code, consent: true } as const
    expect(await stranger().registerConfirm(stolen)).toMatchObject({ error: { status: 422 } })
  })

  it('cannot replace its owner’s code', async () => {
    await api().customerCodeSend({ nonce, email })
    const code = await codeFor(email)
    advanceClock(61)
    await stranger().customerCodeSend({ nonce: strangerNonce, email })
    expect(await api().registerConfirm({ nonce, email, code, consent: true })).toMatchObject({
      ok: true,
    })
  })

  it('cannot delay its owner’s next code', async () => {
    await stranger().customerCodeSend({ nonce: strangerNonce, email })
    expect(await api().customerCodeSend({ nonce, email })).toMatchObject({
      value: { data: { resendAfter: 60 } },
    })
    expect(await rows('SELECT 1 FROM outbox')).toHaveLength(2)
  })

  it('cannot prevent its owner from getting a code, from one network or many', async () => {
    await signInCustomer(email)
    advanceClock(60)
    const statuses: unknown[] = []
    for (let number = 1; number <= 4; number += 1)
      for (let times = 0; times < 6; times += 1) {
        const sent = await stranger(number).customerCodeSend({
          nonce: `${number}-${times}-`.padEnd(43, 'x'),
          email,
        })
        statuses.push(statusOf(sent))
      }
    // Ten in total, because the owner's first code counts too.
    expect(statuses.filter((status) => status === 200)).toHaveLength(9)
    advanceClock(1)
    expect(await api().customerCodeSend({ nonce, email })).toMatchObject({ ok: true })
    const code = await codeFor(email)
    expect(await api().customerAuth({ nonce, email, code })).toMatchObject({ ok: true })
  })

  it('cannot block its owner’s password, from one network or many', async () => {
    const session = await signInCustomer(email)
    const password = 'correct horse'
    await api().customerPassword({ password }, { session })
    for (let times = 0; times < 11; times += 1)
      await stranger().passwordLogin({ email, password: 'a guess' })
    expect(await stranger().passwordLogin({ email, password })).toMatchObject({
      error: { status: 429 },
    })
    expect(await api().passwordLogin({ email, password })).toMatchObject({ ok: true })
    // The state after a hundred guesses from many networks. Each real guess would cost 80 ms of
    // hashing.
    await run(`UPDATE limits SET count = 100 WHERE action = 'password-to-account'`)
    expect(await stranger(13).passwordLogin({ email, password })).toMatchObject({
      error: { status: 429 },
    })
    expect(await api().passwordLogin({ email, password, nonce })).toMatchObject({ ok: true })
  })
})

describe('a browser that has signed in to two accounts', () => {
  it('gets no unlimited attempts at one password by signing in to the other account', async () => {
    const mine = 'mallory@example.com'
    const password = 'correct horse'
    for (const each of [email, mine]) {
      const session = await signInCustomer(each)
      await api().customerPassword({ password }, { session })
    }
    const login = async (to: string, browser: string, typed = password, nextNonce = browser) =>
      statusOf(await api().passwordLogin({ email: to, password: typed, nonce: browser, nextNonce }))
    for (let times = 0; times < 10; times += 1)
      expect(await login(email, nonce, `guess ${times}`)).toBe(401)
    expect(await login(email, nonce)).toBe(429)
    const next = 'q'.repeat(43)
    expect(await login(mine, nonce, password, next)).toBe(200)
    expect(await login(email, next, 'guess 10')).toBe(401)
    // The state after nine more sign-ins to the other account.
    await run(`UPDATE limits SET count = 100 WHERE action = 'password-from-known-browsers'`)
    expect(await login(email, next)).toBe(429)
    advanceClock(3600)
    expect(await login(email, next)).toBe(200)
  })
})

describe('a browser with a nonce planted by somebody else', () => {
  const planted = 'p'.repeat(43)
  const next = 'q'.repeat(43)
  const requestOf = (to: string) => ({ email: to, nonce: planted, nextNonce: next })

  it('is known by the nonce of the sign-in, not by the planted nonce', async () => {
    await api().customerCodeSend({ nonce: planted, email })
    const code = await codeFor(email)
    await api().registerConfirm({ ...requestOf(email), code, consent: true })
    const context = await knownTo(email)
    expect(context).toEqual({ planted: false, next: true })
  })

  it('is still known to its other accounts', async () => {
    const other = 'boris@example.com'
    for (const each of [other, email]) {
      const nonceOf = each === other ? { nonce: planted } : requestOf(each)
      await api().customerCodeSend({ nonce: planted, email: each })
      const code = await codeFor(each)
      await api().registerConfirm({ ...nonceOf, email: each, code, consent: true })
    }
    expect(await knownTo(other)).toEqual({ planted: false, next: true })
  })

  it('is not known after a new password', async () => {
    const session = await signInCustomer(email)
    advanceClock(601)
    await api().customerCodeSend({ nonce: planted, email })
    const proof = { nonce: planted, code: await codeFor(email) }
    const change = await api().customerPassword(
      { password: 'correct horse', ...proof },
      { session },
    )
    expect(change).toMatchObject({ ok: true })
    expect(await knownTo(email)).toMatchObject({ planted: false })
  })

  async function knownTo(to: string) {
    const context = { db: env.DB, config: backendConfig(env), now: clock.now }
    const isKnown = (each: string) => isKnownBrowser(context, { kind: 'mail', to }, each)
    return { planted: await isKnown(planted), next: await isKnown(next) }
  }
})

describe('a visitor', () => {
  it('is limited to thirty confirmations an hour for all accounts together', async () => {
    const statuses: unknown[] = []
    for (let account = 0; account < 31; account += 1) {
      const guess = { nonce, email: `guest-${account}@example.com`, code: '123456' }
      statuses.push(statusOf(await api().customerAuth(guess)))
    }
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 422), 429])
    const proof = { nonce, email, code: '000000', consent: true } as const
    expect(await api().registerConfirm(proof)).toMatchObject({
      error: { message: words('api.tooManyCodeTries') },
    })
  })

  it('is limited to twenty passwords an hour for all accounts, and then rejected without hashing', async () => {
    const derive = vi.spyOn(crypto.subtle, 'deriveBits')
    const attempts: unknown[] = []
    for (let account = 0; account < 21; account += 1) {
      derive.mockClear()
      const guess = { email: `guest-${account}@example.com`, password: '12345678' }
      const status = statusOf(await api().passwordLogin(guess))
      attempts.push([status, derive.mock.calls.length > 0])
    }
    derive.mockRestore()
    expect(attempts).toEqual([...Array.from({ length: 20 }, () => [401, true]), [429, false]])
  })

  it('has one limit for all spellings of a mailbox', async () => {
    const statuses: unknown[] = []
    for (let spelling = 0; spelling < 12; spelling += 1) {
      const sent = await stranger().customerCodeSend({
        nonce: `${spelling}-`.padEnd(43, 'x'),
        email: spelling % 2 === 0 ? `anna+${spelling}@gmail.com` : `a.nna+${spelling}@gmail.com`,
      })
      statuses.push(statusOf(sent))
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(5)
  })
})

describe('codes by SMS', () => {
  const send = (to: string) => api().referrerCodeSend({ nonce, phone: to, ...agreements })

  it.each([
    ['international premium', '+979123456789'],
    ['a British premium number', '+449098790000'],
    ['an American premium number', '+19002345678'],
    ['a satellite', '+870773111632'],
    ['a satellite', '+881612345678'],
    ['a landline', '+442079460018'],
    ['a personal number', '+447012345678'],
    ['a country that is not served', '+5312345678'],
    // Each number would have several accounts, each with its own limits.
    ['a British number with its national prefix', '+4407400123456'],
    ['a Russian number with its national prefix', '+789123456789'],
  ])('do not go to %s: %s', async (_, number) => {
    expect(await send(number)).toMatchObject({
      error: { status: 422, fields: { phone: [words('api.phoneNotServed')] } },
    })
    expect(await rows('SELECT 1 FROM outbox')).toEqual([])
  })

  it.each(['+79123456789', '+447400123456', '+12015550123', '+905321234567'])(
    'go to the mobile number %s',
    async (number) => {
      expect(await send(number)).toMatchObject({ ok: true })
    },
  )

  it('go to the countries and number types of the configuration', async () => {
    settings['SMS_COUNTRIES'] = 'GB'
    expect(await send(phone)).toMatchObject({ error: { status: 422 } })
    settings['SMS_NUMBER_TYPES'] = 'FIXED_LINE'
    expect(await send('+447400123456')).toMatchObject({ error: { status: 422 } })
    expect(await send('+442079460018')).toMatchObject({ ok: true })
  })

  it('stop at the shop’s hourly total, which raises an alert', async () => {
    settings['SMS_CODES_PER_HOUR'] = '2'
    for (const number of ['+447400123456', '+447400123457'])
      expect(await send(number)).toMatchObject({ ok: true })
    expect(await send('+447400123458')).toMatchObject({ error: { status: 429 } })
    expect(await api().customerCodeSend({ nonce, email })).toMatchObject({ ok: true })
    const openAlerts = () =>
      rows(`SELECT subject, detail FROM alerts WHERE kind = 'codes-used-up' AND ended_at IS NULL`)
    await runScheduledJobs(shopBindings(), clock.now)
    expect(await openAlerts()).toEqual([
      {
        subject: 'sms',
        detail: storedDetail({ code: 'codes', values: { count: 2, hour: '2026-11-21T10:00Z' } }),
      },
    ])
    advanceClock(3600)
    await runScheduledJobs(shopBindings(), clock.now)
    expect(await openAlerts()).toEqual([])
  })
  it('have a separate total for known browsers, and a limit of twenty-five per number', async () => {
    const known = Array.from({ length: 6 }, (_, index) => `${index}`.padEnd(43, 'k'))
    for (const browser of known) {
      advanceClock(3600)
      await api().referrerCodeSend({ nonce: browser, phone, ...agreements })
      await api().referrerConfirm({ nonce: browser, phone, code: await codeFor(phone) })
    }
    const sendTo = async (browser: string) => {
      advanceClock(61)
      return statusOf(await api().referrerCodeSend({ nonce: browser, phone, ...agreements }))
    }
    advanceClock(3600)
    const statuses: unknown[] = []
    for (const browser of known)
      for (let times = 0; times < 5; times += 1) statuses.push(await sendTo(browser))
    expect(statuses.filter((status) => status === 200)).toHaveLength(25)
    advanceClock(3600)
    settings['SMS_CODES_PER_HOUR'] = '1'
    expect(await sendTo('0'.padEnd(43, 'k'))).toBe(200)
    expect(await sendTo('1'.padEnd(43, 'k'))).toBe(429)
    await runScheduledJobs(shopBindings(), clock.now)
    expect(await rows(`SELECT subject FROM alerts WHERE kind = 'codes-used-up'`)).toEqual([
      { subject: 'sms to known browsers' },
    ])
  })
})
