import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { storedDetail } from '../../src/messages/alert-detail.ts'
import {
  advanceClock,
  api,
  clearShop,
  codeFor,
  nonce,
  settings,
  signInCustomer,
  words,
} from '../support/small-shop.ts'
import { openAlertsOf } from '../support/scheduled-rounds.ts'

beforeEach(clearShop)
beforeEach(() => {
  settings['WRONG_PASSWORDS_PER_DAY'] = '3'
})

const email = 'anna@example.com'
const password = 'correct horse'
const otherNonce = 'o'.repeat(43)

/** A guess from a new network, for a new account. */
async function guess(number: number) {
  return api('en', `198.51.100.${number}`).passwordLogin({
    email: `victim${number}@example.com`,
    password: 'guess',
  })
}

async function guessTimes(times: number): Promise<void> {
  for (let number = 1; number <= times; number += 1) await guess(number)
}

async function setPassword(): Promise<void> {
  const session = await signInCustomer(email)
  await api().customerPassword({ password }, { session })
}

const countedWrong = async () =>
  env.DB.prepare(
    `SELECT coalesce(sum(count), 0) AS count FROM limits WHERE action = 'wrong-password'`,
  ).first('count')

describe('many wrong passwords of many accounts and networks', () => {
  it('leave passwords valid until there are twice as many', async () => {
    await setPassword()
    await guessTimes(5)
    expect(await api().passwordLogin({ email, password, nonce: otherNonce })).toMatchObject({
      ok: true,
    })
  })

  it('close sign-in by password in new browsers when there are twice as many', async () => {
    await setPassword()
    await guessTimes(6)
    const closed = { error: { status: 429, message: words('api.passwordsClosed') } }
    expect(await api().passwordLogin({ email, password, nonce: otherNonce })).toMatchObject(closed)
    expect(await guess(7)).toMatchObject(closed)
    expect(await countedWrong()).toBe(6)
  })

  it('do not prevent sign-in by email code', async () => {
    await setPassword()
    await guessTimes(6)
    advanceClock(61)
    await api().customerCodeSend({ nonce: otherNonce, email })
    const code = await codeFor(email)
    expect(await api().customerAuth({ nonce: otherNonce, email, code })).toMatchObject({ ok: true })
  })

  it('do not affect a browser that has signed in before', async () => {
    await setPassword()
    await guessTimes(6)
    expect(await api().passwordLogin({ email, password: 'typo', nonce })).toMatchObject({
      error: { status: 401 },
    })
    expect(await api().passwordLogin({ email, password, nonce })).toMatchObject({ ok: true })
    expect(await countedWrong()).toBe(6)
  })

  it('share the limit when they arrive at the same time', async () => {
    const answers = await Promise.all(
      Array.from({ length: 9 }, async (_, index) => guess(index + 1)),
    )
    const statuses = answers.map((answer) => !answer.ok && answer.error.status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(6)
    expect(statuses.filter((status) => status === 429)).toHaveLength(3)
  })

  it('count only in part when they come from one network', async () => {
    settings['WRONG_PASSWORDS_PER_DAY'] = '20'
    await setPassword()
    for (let number = 1; number <= 60; number += 1) {
      const victim = { email: `victim${number}@example.com`, password: 'guess' }
      await api('en', `2001:db8:0:${number}::1`).passwordLogin(victim)
    }
    expect(await openAlertsOf('passwords-guessed')).toEqual([])
    expect(await api().passwordLogin({ email, password, nonce: otherNonce })).toMatchObject({
      ok: true,
    })
  })

  it('close sign-in by password in a network with twice its part alone', async () => {
    settings['WRONG_PASSWORDS_PER_DAY'] = '20'
    await setPassword()
    const from = (address: string, typed: string) =>
      api('en', address).passwordLogin({ email, password: typed, nonce: otherNonce })
    for (let number = 1; number <= 4; number += 1) await from(`2001:db8:0:${number}::1`, 'guess')
    expect(await from('2001:db8:0:5::1', password)).toMatchObject({ error: { status: 429 } })
    expect(await from('2001:db8:1::1', password)).toMatchObject({ ok: true })
  })

  it('do not include right passwords', async () => {
    await setPassword()
    for (let times = 0; times < 8; times += 1)
      expect(
        await api('en', `203.0.113.${times}`).passwordLogin({ email, password }),
      ).toMatchObject({ ok: true })
    expect(await countedWrong()).toBe(0)
  })

  it('raise an alert, which ends a day later with the limit', async () => {
    const openAlerts = async () => openAlertsOf('passwords-guessed')
    await guessTimes(2)
    expect(await openAlerts()).toEqual([])
    await guess(3)
    expect(await openAlerts()).toEqual([
      { detail: storedDetail({ code: 'wrong-passwords', values: { count: 3 } }) },
    ])
    for (const number of [1, 4, 5, 6]) await guess(number)
    expect(await guess(7)).toMatchObject({ error: { status: 429 } })
    advanceClock(24 * 3600)
    expect(await openAlerts()).toEqual([])
    expect(await guess(4)).toMatchObject({ error: { status: 401 } })
    advanceClock(25 * 3600)
    expect(await openAlerts()).toEqual([])
    expect(await countedWrong()).toBe(0)
  })
})
