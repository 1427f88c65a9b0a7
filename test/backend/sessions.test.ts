import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { deleteOldRows } from '../../src/office/delete-old-rows.ts'
import { hashPassword, isOldHash, isPassword } from '../../src/accounts/passwords.ts'
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
  signInCustomer,
  signInPartner,
  words,
  run,
  agreements,
} from '../support/small-shop.ts'
import { hashInFull, hashQuickly } from '../support/quick-hashes.ts'
import { sql } from '../../src/kit/sql.ts'

beforeEach(clearShop)

const email = 'anna@example.com'
const password = 'correct horse'

describe('a new password', () => {
  it('requires a sign-in within the last ten minutes, or a code', async () => {
    const session = await signInCustomer(email)
    advanceClock(599)
    expect(await api().customerPassword({ password }, { session })).toMatchObject({ ok: true })
    advanceClock(1)
    const second = { password: 'correct horse 2' }
    expect(await api().customerPassword(second, { session })).toMatchObject({
      error: { status: 403, code: 'confirmation-needed' },
    })
    await api().customerCodeSend({ nonce, email })
    const code = await codeFor(email)
    const wrong = { ...second, nonce, code: code === '000000' ? '000001' : '000000' }
    expect(await api().customerPassword(wrong, { session })).toMatchObject({
      error: { status: 422, fields: { code: [words('api.codeWrong')] } },
    })
    const right = { ...second, nonce, code }
    expect(await api().customerPassword(right, { session })).toMatchObject({ ok: true })
    expect(await api().customerPassword(right, { session })).toMatchObject({
      error: { status: 422 },
    })
    expect(await api().passwordLogin({ email, ...second })).toMatchObject({ ok: true })
  })

  it('can be set ten times an hour, because each one is hashed and sends an email', async () => {
    const session = await signInCustomer(email)
    const set = () => api().customerPassword({ password }, { session })
    for (let times = 0; times < 10; times += 1) expect(await set()).toMatchObject({ ok: true })
    expect(await set()).toMatchObject({
      error: { status: 429, message: words('api.tooManyTries') },
    })
    expect(await rows(`SELECT 1 FROM outbox WHERE purpose = 'password-changed'`)).toHaveLength(10)
  })

  it.each(['password', '12345678', 'PassWord', 'iloveyou', 'qwertyuiop', 'sunshine'])(
    'is rejected when it is common: %s',
    async (common) => {
      const session = await signInCustomer(email)
      expect(await api().customerPassword({ password: common }, { session })).toMatchObject({
        error: { status: 422, fields: { password: [words('api.passwordCommon')] } },
      })
    },
  )

  it.each(['Meridian1', 'esim-2026', 'localhost!', 'Olga1234', 'olga@example.com'])(
    'is rejected when it resembles the shop or the account: %s',
    async (guess) => {
      const session = await signInCustomer('olga@example.com')
      const set = async (typed: string) => api().customerPassword({ password: typed }, { session })
      expect(await set(guess)).toMatchObject({
        error: { status: 422, fields: { password: [words('api.passwordCommon')] } },
      })
      expect(await set(`${guess} and more`)).toMatchObject({ ok: true })
    },
  )

  it.each([
    '27182818284590',
    'только буквы',
    '🛂🧳🚆🛂🧳🚆🛂🧳🚆',
    '  ~`<>"\'\\;--  ',
    'x'.repeat(128),
  ])('may contain characters of any kind: %s', async (typed) => {
    const session = await signInCustomer(email)
    expect(await api().customerPassword({ password: typed }, { session })).toMatchObject({
      ok: true,
    })
    expect(await api().passwordLogin({ email, password: typed })).toMatchObject({ ok: true })
  })

  it('is accepted when it only resembles a common password', async () => {
    const { isCommonPassword } = await import('../../src/accounts/passwords.ts')
    const sample = Array.from({ length: 2000 }, (_, index) => `a long password ${index}`)
    const refused = await Promise.all(sample.map(isCommonPassword))
    expect(refused.filter(Boolean).length).toBeLessThan(5)
  })

  it('is announced to the owner by email', async () => {
    const session = await signInCustomer(email)
    await api().customerPassword({ password }, { session })
    expect(
      await rows(`SELECT recipient, subject FROM outbox WHERE purpose = 'password-changed'`),
    ).toEqual([{ recipient: email, subject: words('mail.passwordSubject') }])
  })
})

async function storeHash(hash: string): Promise<void> {
  await run(sql`UPDATE customers SET password_hash = ${hash}`)
}

describe('password hashes', () => {
  // PBKDF2-HMAC-SHA-256 of "correct horse", 100,000 rounds, as version 0.1.0 stored it.
  const old =
    '100000:00112233445566778899aabbccddeeff:5788797bd00217541915bc05dec5f00379ee7a1156b24ba01dc36886c9fc9ea7'

  afterEach(hashQuickly)

  it('have 600,000 rounds, and older hashes are replaced at the next sign-in', async () => {
    hashInFull()
    await signInCustomer(email)
    await storeHash(old)
    expect(await api().passwordLogin({ email, password: 'wrong horse' })).toMatchObject({
      error: { status: 401 },
    })
    expect(await rows('SELECT password_hash FROM customers')).toEqual([{ password_hash: old }])
    expect(await api().passwordLogin({ email, password })).toMatchObject({ ok: true })
    const [customer] = await rows<{ password_hash: string }>('SELECT password_hash FROM customers')
    expect(customer?.password_hash).toMatch(/^600000:[0-9a-f]{32}:[0-9a-f]{64}$/)
    expect(await api().passwordLogin({ email, password })).toMatchObject({ ok: true })
  })

  it('accept no added spaces', async () => {
    await signInCustomer(email)
    const stored = await hashPassword(password)
    await storeHash(stored)
    expect(await api().passwordLogin({ email, password: `${password} ` })).toMatchObject({
      error: { status: 401 },
    })
    expect(await rows('SELECT password_hash FROM customers')).toEqual([{ password_hash: stored }])
  })

  it('differ for equal passwords, and match only their own', async () => {
    const [first, second] = [await hashPassword(password), await hashPassword(password)]
    expect(first).not.toBe(second)
    expect(isOldHash(first)).toBe(false)
    expect(await isPassword(password, first)).toBe(true)
    expect(await isPassword('correct horse ', first)).toBe(false)
    expect(await isPassword(password, null)).toBe(false)
  })

  it.each([
    ['old', old],
    ['new', null],
  ])('are not overwritten when they are %s and change during a sign-in', async (_, stored) => {
    hashInFull()
    await signInCustomer(email)
    const first = stored ?? (await hashPassword(password))
    const changed = await hashPassword('another horse')
    await storeHash(first)
    const original = crypto.subtle.deriveBits.bind(crypto.subtle)
    const derive = vi.spyOn(crypto.subtle, 'deriveBits')
    derive.mockImplementationOnce(async (...call) => {
      await storeHash(changed)
      return original(...call)
    })
    expect(await api().passwordLogin({ email, password })).toMatchObject({ error: { status: 401 } })
    derive.mockRestore()
    expect(await rows('SELECT password_hash FROM customers')).toEqual([{ password_hash: changed }])
    expect(await rows('SELECT 1 FROM sessions')).toHaveLength(1)
  })

  it('open no session when they change after the check of the password', async () => {
    const owner = await signInCustomer(email)
    await api().customerPassword({ password }, { session: owner })
    const original = crypto.subtle.digest.bind(crypto.subtle)
    const digest = vi.spyOn(crypto.subtle, 'digest')
    // The shop hashes the token of a new session directly before it stores the session.
    digest.mockImplementationOnce(async (...call) => {
      await api().customerPassword({ password: 'another horse' }, { session: owner })
      return original(...call)
    })
    expect(await api().passwordLogin({ email, password })).toMatchObject({ error: { status: 401 } })
    digest.mockRestore()
    expect(await rows('SELECT id FROM sessions')).toEqual([{ id: owner.sessionID }])
  })

  it('can be replaced by parallel sign-ins, all of which succeed', async () => {
    hashInFull()
    await signInCustomer(email)
    await storeHash(old)
    const both = await Promise.all([1, 2].map(() => api().passwordLogin({ email, password })))
    expect(both).toMatchObject([{ ok: true }, { ok: true }])
  })

  it('take the same rounds to verify, whether they are old, new or missing', async () => {
    const derive = vi.spyOn(crypto.subtle, 'deriveBits')
    const roundsFor = async (stored: string | null) => {
      derive.mockClear()
      await isPassword('wrong horse ', stored)
      return derive.mock.calls
        .map(([call]) => z.object({ iterations: z.number() }).parse(call).iterations)
        .reduce((sum, iterations) => sum + iterations, 0)
    }
    const current = await hashPassword(password)
    expect(await roundsFor(old)).toBe(600_000)
    expect(await roundsFor(current)).toBe(600_000)
    expect(await roundsFor(null)).toBe(600_000)
    derive.mockRestore()
  })
})

describe('sessions', () => {
  const firefox = 'Mozilla/5.0 (Android 15; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0'

  it('are listed with browser and times, without sessions of other accounts', async () => {
    await signInCustomer('other@example.com')
    await signInCustomer(email)
    advanceClock(86_400)
    await api().customerCodeSend({ nonce, email })
    const proof = { nonce, email, code: await codeFor(email), userAgent: firefox }
    const opened = await api().customerAuth(proof)
    const session = opened.ok ? opened.value : null
    expect(await api().customerSessions({}, { session })).toMatchObject({
      value: {
        data: [
          {
            browser: 'Android, Firefox 132',
            openedAt: '2026-11-22T10:00:00.000Z',
            isCurrent: true,
            isRecent: true,
          },
          { browser: '', openedAt: '2026-11-21T10:00:00.000Z', isCurrent: false, isRecent: false },
        ],
      },
    })
  })

  it('do not store a browser that the shop does not know', async () => {
    await api().customerCodeSend({ nonce, email })
    const userAgent = 'TravelApp/2 (Anna’s phone, serial 12345)'
    await api().customerAuth({ nonce, email, code: await codeFor(email), userAgent })
    await api().registerConfirm({
      nonce,
      email,
      code: await codeFor(email),
      userAgent,
      consent: true,
    })
    expect(await rows('SELECT browser FROM sessions')).toEqual([{ browser: '' }])
  })

  it('of a partner are listed, and the others end', async () => {
    const lost = await signInPartner()
    advanceClock(60)
    await api().referrerCodeSend({ nonce, phone, ...agreements })
    const proof = { nonce, phone, code: await codeFor(phone), userAgent: firefox }
    const opened = await api().referrerConfirm(proof)
    const session = opened.ok ? opened.value : null
    const other = await signInPartner('+79265550199')
    const customer = await signInCustomer(email)
    expect(await api().referrerSessions({}, { session })).toMatchObject({
      value: {
        data: [
          { browser: 'Android, Firefox 132', isCurrent: true },
          { browser: '', isCurrent: false },
        ],
      },
    })
    await api().referrerSessionsEnd({ keepsCurrent: true }, { session })
    expect(await api().referrer({}, { session: lost })).toMatchObject({ error: { status: 401 } })
    for (const kept of [session, other])
      expect(await api().referrer({}, { session: kept })).toMatchObject({ ok: true })
    expect(await api().customerProfile({}, { session: customer })).toMatchObject({ ok: true })
  })

  it('are deleted when they end, because nobody uses them', async () => {
    await signInCustomer(email)
    const left = async () => {
      await deleteOldRows({ db: env.DB, now: clock.now, config: { SESSION_IDLE_DAYS: 60 } })
      return rows('SELECT 1 FROM sessions')
    }
    advanceClock(60 * 86_400 - 1)
    expect(await left()).toHaveLength(1)
    advanceClock(1)
    expect(await left()).toEqual([])
  })

  it('by password in a new browser are announced by email, at most five times a day', async () => {
    const session = await signInCustomer(email)
    await api().customerPassword({ password }, { session })
    const notices = async () =>
      rows<{ recipient: string; body: string }>(
        `SELECT recipient, body FROM outbox WHERE purpose = 'new-sign-in'`,
      )
    const signIn = async (browser: string, userAgent = firefox) =>
      api().passwordLogin({ email, password, nonce: browser, userAgent })
    await signIn(nonce)
    expect(await notices()).toEqual([])
    const browsers = Array.from({ length: 6 }, (_, index) => `${index}`.padEnd(43, 'b'))
    await signIn(browsers[0] ?? '')
    expect(await notices()).toMatchObject([{ recipient: email }])
    expect((await notices())[0]?.body).toContain('Android, Firefox 132')
    await signIn(browsers[0] ?? '')
    expect(await notices()).toHaveLength(1)
    for (const browser of browsers.slice(1)) await signIn(browser)
    expect(await notices()).toHaveLength(5)
    expect(
      await api().passwordLogin({ email, password: 'wrong horse', nonce: 'x'.repeat(43) }),
    ).toMatchObject({ ok: false })
    expect(await notices()).toHaveLength(5)
  })

  it('end everywhere immediately', async () => {
    const log = vi.spyOn(console, 'info').mockReturnValue()
    const first = await signInCustomer(email)
    advanceClock(60)
    const second = await signInCustomer(email)
    const other = await signInCustomer('other@example.com')
    expect(await api().customerSessionsEnd({}, { session: first })).toMatchObject({ ok: true })
    for (const session of [first, second])
      expect(await api().customerProfile({}, { session })).toMatchObject({ error: { status: 401 } })
    expect(await api().customerProfile({}, { session: other })).toMatchObject({ ok: true })
    expect(log.mock.calls.join()).toContain('sessions-ended')
    log.mockRestore()
  })

  it('end after SESSION_IDLE_DAYS without use', async () => {
    settings['SESSION_IDLE_DAYS'] = '10'
    const session = await signInCustomer(email)
    advanceClock(9 * 86_400)
    expect(await api().customerProfile({}, { session })).toMatchObject({ ok: true })
    advanceClock(10 * 86_400 - 1)
    expect(await api().customerProfile({}, { session })).toMatchObject({ ok: true })
    advanceClock(10 * 86_400)
    expect(await api().customerProfile({}, { session })).toMatchObject({ error: { status: 401 } })
  })

  it('end when the account is closed, and a new session gives no access', async () => {
    const before = await signInCustomer(email)
    await run(`UPDATE customers SET scope = '[]'`)
    expect(await api().customerProfile({}, { session: before })).toMatchObject({
      error: { status: 401 },
    })
    advanceClock(60)
    const session = await signInCustomer(email)
    for (const answer of [
      await api().customerEsims({}, { session }),
      await api().customerPassword({ password }, { session }),
    ])
      expect(answer).toMatchObject({ error: { status: 403, code: 'forbidden' } })
  })

  it('of a closed account end when it is opened again', async () => {
    await signInCustomer(email)
    await run(`UPDATE customers SET scope = '[]'`)
    advanceClock(60)
    const whileClosed = await signInCustomer(email)
    await run(`UPDATE customers SET scope = '["esims"]'`)
    expect(await api().customerEsims({}, { session: whileClosed })).toMatchObject({
      error: { status: 401 },
    })
  })
})
