import { beforeEach, describe, expect, it } from 'vitest'
import {
  api,
  codeFor,
  clearShop,
  advanceClock,
  phone,
  rows,
  signInCustomer,
  signInPartner,
  words,
  nonce,
  agreements,
} from '../support/small-shop.ts'

beforeEach(clearShop)

const email = 'anna@example.com'
const wrongCode = (code: string) => (code === '000000' ? '000001' : '000000')

describe('sign-in codes', () => {
  it('stores only hashes of codes, tokens and addresses', async () => {
    const session = await signInPartner()
    await api().customerCodeSend({ nonce, email })
    const code = await codeFor(email)
    expect(code).toMatch(/^\d{6}$/)
    const stored = JSON.stringify([
      await rows('SELECT * FROM challenges'),
      await rows('SELECT * FROM sessions'),
      await rows('SELECT * FROM limits'),
    ])
    for (const secret of [code, session.token, email, phone, '192.0.2.1'])
      expect(stored).not.toContain(secret)
  })

  it('sends one code a minute for any number of submissions', async () => {
    const send = () => api().customerCodeSend({ nonce, email })
    const answers = await Promise.all(Array.from({ length: 5 }, send))
    expect(answers.every(({ ok }) => ok)).toBe(true)
    expect(await rows('SELECT 1 FROM outbox')).toHaveLength(1)
    advanceClock(59)
    expect(await send()).toMatchObject({ value: { data: { resendAfter: 1 } } })
    expect(await rows('SELECT 1 FROM outbox')).toHaveLength(1)
    advanceClock(1)
    expect(await send()).toMatchObject({ value: { data: { resendAfter: 60 } } })
    expect(await rows('SELECT 1 FROM outbox')).toHaveLength(2)
  })

  it('accepts a code once, for ten minutes', async () => {
    await api().customerCodeSend({ nonce, email })
    const code = await codeFor(email)
    advanceClock(599)
    const confirm = () => api().registerConfirm({ nonce, email, code, consent: true })
    const answers = await Promise.all([confirm(), confirm(), confirm()])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await rows('SELECT 1 FROM customers')).toHaveLength(1)
    advanceClock(1)
    await api().customerCodeSend({ nonce, email })
    const late = await codeFor(email)
    advanceClock(600)
    expect(await api().customerAuth({ nonce, email, code: late })).toMatchObject({
      error: { status: 422, fields: { code: [words('api.codeWrong')] } },
    })
  })

  it('allows five attempts, including parallel attempts', async () => {
    await api().customerCodeSend({ nonce, email })
    const code = await codeFor(email)
    const guesses = Array.from({ length: 20 }, (_, index) =>
      index === 19 ? code : wrongCode(code),
    )
    const answers = await Promise.all(
      guesses.map((guess) => api().registerConfirm({ nonce, email, code: guess, consent: true })),
    )
    expect(answers.filter(({ ok }) => ok).length).toBeLessThanOrEqual(1)
    expect(await rows('SELECT attempts FROM challenges WHERE attempts > 5')).toEqual([])
    advanceClock(61)
    await api().customerCodeSend({ nonce, email })
    const next = await codeFor(email)
    for (let tries = 0; tries < 5; tries += 1)
      await api().customerAuth({ nonce, email, code: wrongCode(next) })
    expect(await api().registerConfirm({ nonce, email, code: next, consent: true })).toMatchObject({
      error: { status: 422 },
    })
  })

  it('sends five codes an hour to a phone, and twenty from an address', async () => {
    const statuses: unknown[] = []
    for (let time = 0; time < 6; time += 1) {
      const sent = await api().referrerCodeSend({ nonce, phone, ...agreements })
      statuses.push(sent.ok || sent.error.status)
      advanceClock(60)
    }
    expect(statuses).toEqual([true, true, true, true, true, 429])
    const others = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        api().customerCodeSend({ nonce, email: `guest-${index}@example.com` }),
      ),
    )
    expect(others.filter(({ ok }) => ok)).toHaveLength(14)
    expect(
      await api('en', '192.0.2.2').customerCodeSend({ nonce, email: 'other@example.com' }),
    ).toMatchObject({ ok: true })
  })

  it('accepts the last code when the next code is refused', async () => {
    for (let time = 0; time < 5; time += 1) {
      await api().customerCodeSend({ nonce, email })
      advanceClock(60)
    }
    const code = await codeFor(email)
    expect(await api().customerCodeSend({ nonce, email })).toMatchObject({ error: { status: 429 } })
    expect(await api().registerConfirm({ nonce, email, code, consent: true })).toMatchObject({
      ok: true,
    })
  })

  it('returns the same answer for known and unknown addresses', async () => {
    await signInCustomer()
    advanceClock(60)
    const known = await api().customerCodeSend({ nonce, email })
    const unknown = await api().customerCodeSend({ nonce, email: 'nobody@example.com' })
    expect(unknown).toEqual(known)
  })
})

describe('sessions', () => {
  it('opens a new session at each sign-in, for one kind of account, until the sign-out', async () => {
    const first = await signInCustomer()
    advanceClock(60)
    const second = await signInCustomer()
    expect(first.sessionID).not.toBe(second.sessionID)
    expect(await api().customerProfile({}, { session: first })).toMatchObject({
      value: { user: { email, scope: ['esims'], hasPassword: false } },
    })
    expect(await api().referrer({}, { session: first })).toMatchObject({ error: { status: 401 } })
    await api().customerLogout({}, { session: first })
    expect(await api().customerProfile({}, { session: first })).toMatchObject({
      error: { status: 401 },
    })
    expect(await api().passwordUser({}, { session: second })).toMatchObject({ ok: true })
  })

  it('accepts only the token of the session, for 300 days', async () => {
    const session = await signInCustomer()
    const profile = async (token: string) => {
      const answer = await api().customerProfile({}, { session: { ...session, token } })
      return answer.ok || answer.error.status
    }
    expect(await profile('A'.repeat(43))).toBe(401)
    expect(await profile('x')).toBe(401)
    expect(await api().customerProfile({})).toMatchObject({
      error: { status: 401, message: words('api.signIn') },
    })
    for (let weeks = 0; weeks < 42; weeks += 1) {
      advanceClock(7 * 86_400)
      expect(await profile(session.token)).toBe(true)
    }
    advanceClock(6 * 86_400 - 1)
    expect(await profile(session.token)).toBe(true)
    advanceClock(1)
    expect(await profile(session.token)).toBe(401)
  })
})

describe('customers', () => {
  it('sets a password, ends other sessions, and allows ten password attempts an hour', async () => {
    const session = await signInCustomer()
    const password = 'correct horse'
    expect(await api().passwordLogin({ email, password })).toMatchObject({ error: { status: 401 } })
    await api().customerPassword({ password }, { session })
    expect(await api().passwordLogin({ email: 'ANNA@Example.com', password })).toMatchObject({
      ok: true,
    })
    expect(await api().passwordLogin({ email: 'nobody@example.com', password })).toMatchObject({
      error: { status: 401, message: words('api.passwordWrong') },
    })
    const other = await api().passwordLogin({ email, password })
    expect(await api().customerPassword({ password }, { session })).toMatchObject({ ok: true })
    expect(await api().customerProfile({}, { session })).toMatchObject({ ok: true })
    expect(
      await api().customerProfile({}, { session: other.ok ? other.value : null }),
    ).toMatchObject({ error: { status: 401 } })
    for (let tries = 3; tries < 10; tries += 1)
      await api().passwordLogin({ email, password: 'guess' })
    expect(await api().passwordLogin({ email, password })).toMatchObject({ error: { status: 429 } })
  })
})
