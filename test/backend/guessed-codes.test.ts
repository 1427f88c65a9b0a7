import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { storedDetail } from '../../src/messages/alert-detail.ts'
import { messagesFor } from '../../src/ui/form-errors.shared.ts'
import {
  advanceClock,
  api,
  clearShop,
  codeFor,
  nonce,
  phone,
  settings,
  signInCustomer,
  agreements,
} from '../support/small-shop.ts'
import { openAlertsOf } from '../support/scheduled-rounds.ts'

beforeEach(clearShop)
beforeEach(() => {
  settings['WRONG_CODES_PER_DAY'] = '3'
})

const email = 'anna@example.com'
const wrong = (code: string) => code.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10))

/** A guess from a new network and browser, for a new account. */
async function guess(number: number, address = `198.51.100.${number}`): Promise<void> {
  const victim = { email: `victim${number}@example.com`, nonce: `${number}`.padEnd(43, 'g') }
  const stranger = api('en', address)
  await stranger.customerCodeSend(victim)
  const code = wrong(await codeFor(victim.email))
  await stranger.customerAuth({ ...victim, code })
}

async function guessTimes(times: number): Promise<void> {
  for (let number = 1; number <= times; number += 1) await guess(number)
}

const signIn = async (code: string) => {
  const answer = await api().registerConfirm({ nonce, email, code, consent: true })
  return answer.ok ? 'ok' : messagesFor(answer.error, 'code')[0]
}

const countedWrong = async () =>
  env.DB.prepare(`SELECT sum(count) AS count FROM limits WHERE action = 'wrong-code'`).first(
    'count',
  )

describe('many wrong codes of many accounts and networks', () => {
  it('make new codes longer, which still sign in', async () => {
    await guessTimes(2)
    await api().customerCodeSend({ nonce, email })
    expect(await codeFor(email)).toMatch(/^\d{6}$/)
    await guess(3)
    advanceClock(61)
    await api().customerCodeSend({ nonce, email })
    const code = await codeFor(email)
    expect(code).toMatch(/^\d{8}$/)
    expect(await signIn(code)).toBe('ok')
  })

  it('count only in part when they come from one network', async () => {
    settings['WRONG_CODES_PER_DAY'] = '20'
    for (let number = 1; number <= 60; number += 1) await guess(number, `2001:db8:0:${number}::1`)
    await api().customerCodeSend({ nonce, email })
    expect(await codeFor(email)).toMatch(/^\d{6}$/)
  })

  it('make the codes of a network longer that has reached its part alone', async () => {
    settings['WRONG_CODES_PER_DAY'] = '20'
    const address = '2001:db8:0:1::1'
    const early = { email: 'early@example.com', nonce: 'e'.repeat(43) }
    const lengthOfNext = async (to: string) => {
      await api('en', address).customerCodeSend({ nonce, email: to })
      return (await codeFor(to)).length
    }
    await api('en', address).customerCodeSend(early)
    for (const number of [1, 2]) await guess(number, `2001:db8:0:${number}::1`)
    expect(await lengthOfNext('second@example.com')).toBe(8)
    const code = await codeFor(early.email)
    for (let times = 0; times < 2; times += 1)
      await api('en', address).customerAuth({ ...early, code: wrong(code) })
    expect(
      await api('en', address).registerConfirm({ ...early, code, consent: true }),
    ).toMatchObject({ ok: false })
    expect(await api().registerConfirm({ ...early, code, consent: true })).toMatchObject({
      ok: true,
    })
  })

  it('make codes by SMS longer too', async () => {
    await guessTimes(3)
    await api().referrerCodeSend({ nonce, phone, ...agreements })
    const code = await codeFor(phone)
    expect(code).toMatch(/^\d{8}$/)
    expect(await api().referrerConfirm({ nonce, phone, code })).toMatchObject({ ok: true })
  })

  it('leave three attempts for each code', async () => {
    await guessTimes(3)
    await api().customerCodeSend({ nonce, email })
    const code = await codeFor(email)
    for (let times = 0; times < 3; times += 1) await signIn(wrong(code))
    expect(await signIn(code)).toContain('wrong')
  })

  it('leave codes of six digits valid until there are twice as many', async () => {
    await api().customerCodeSend({ nonce, email })
    const code = await codeFor(email)
    await guessTimes(5)
    expect(await signIn(code)).toBe('ok')
  })

  it('end codes of six digits when there are twice as many', async () => {
    await api().customerCodeSend({ nonce, email })
    const code = await codeFor(email)
    await guessTimes(2)
    const late = Array.from({ length: 8 }, (_, index) => ({
      email: `late${index}@example.com`,
      nonce: `${index}`.padEnd(43, 'l'),
    }))
    await Promise.all(late.map(async (each) => api('en', '203.0.113.1').customerCodeSend(each)))
    const codes = await Promise.all(late.map(async (each) => codeFor(each.email)))
    await Promise.all(
      late.map(async (each, index) =>
        api('en', `203.0.113.${index}`).customerAuth({ ...each, code: wrong(codes[index] ?? '') }),
      ),
    )
    expect(await countedWrong()).toBe(6)
    expect(await signIn(code)).toContain('eight digits')
    advanceClock(61)
    await api().customerCodeSend({ nonce, email })
    expect(await signIn(await codeFor(email))).toBe('ok')
  })

  it('do not affect a browser that has signed in before', async () => {
    await signInCustomer(email)
    await guessTimes(6)
    advanceClock(61)
    await api().customerCodeSend({ nonce, email })
    const code = await codeFor(email)
    expect(code).toMatch(/^\d{6}$/)
    for (let times = 0; times < 4; times += 1) await signIn(wrong(code))
    expect(await signIn(code)).toBe('ok')
    expect(await countedWrong()).toBe(6)
  })

  it('raise an alert, which ends a day later', async () => {
    const openAlerts = async () => openAlertsOf('codes-guessed')
    await guessTimes(2)
    expect(await openAlerts()).toEqual([])
    await guess(3)
    expect(await openAlerts()).toEqual([
      { detail: storedDetail({ code: 'wrong-codes', values: { count: 3 } }) },
    ])
    advanceClock(24 * 3600)
    expect(await openAlerts()).toEqual([])
    advanceClock(3600)
    expect(await openAlerts()).toEqual([])
    expect(await countedWrong()).toBeNull()
  })
})

it('does not count guesses without a code, so that they cannot raise the alert', async () => {
  for (let times = 0; times < 5; times += 1) await signIn('123456')
  expect(await countedWrong()).toBeNull()
})
