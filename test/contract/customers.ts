import { expect, it } from 'vitest'
import { wordsOf } from '../../src/locale/words.ts'
import { bought, codeFor, newEmail, otherThan, signedInCustomer } from './people.ts'
import type { Shop } from './shop.ts'
import { itWithinTenMinutes } from './within-ten-minutes.ts'

const words = wordsOf('en')

export function describeCustomers(shop: Shop): void {
  it('mails a code, creates the confirmed account, and signs out', async () => {
    const email = newEmail()
    const sent = await shop.ask('customerCodeSend', { email })
    expect(sent.data).toEqual({ resendAfter: 60, expiresIn: 600 })
    const again = await shop.ask('customerCodeSend', { email })
    expect(again.data.resendAfter).toBeLessThanOrEqual(60)
    expect(await shop.outboxOf(email)).toHaveLength(1)
    const code = await codeFor(shop, email)
    const noAccount = await shop.refused('customerAuth', 'no-account', { email, code })
    expect(noAccount.error).toBe(words('api.noAccount'))
    const session = await shop.ask('registerConfirm', { email, code, consent: true })
    const { user } = await shop.ask('customerProfile', {}, { session })
    expect(user).toMatchObject({ email, hasPassword: false, scope: ['esims'] })
    expect(await shop.ask('passwordUser', {}, { session })).toEqual({ user })
    await shop.refused('registerConfirm', 'wrong-code', { email, code, consent: true })
    expect(await shop.ask('customerLogout', {}, { session })).toEqual({ data: { done: true } })
    const { error } = await shop.refused('customerProfile', 'unauthorized', {}, { session })
    expect(error).toBe(words('api.signIn'))
  })

  it('signs a customer in with the right code only', async () => {
    const email = newEmail()
    await shop.ask('customerCodeSend', { email })
    const code = await codeFor(shop, email)
    const wrong = { email, code: otherThan(code) }
    for (const name of ['customerAuth', 'registerConfirm'] as const) {
      const { errors } = await shop.refused(name, 'wrong-code', { ...wrong, consent: true })
      expect(errors).toEqual({ code: [words('api.codeWrong')] })
    }
    const known = newEmail()
    await signedInCustomer(shop, known)
    await shop.ask('customerCodeSend', { email: known })
    const right = await codeFor(shop, known)
    const session = await shop.ask('customerAuth', { email: known, code: right })
    const { user } = await shop.ask('customerProfile', {}, { session })
    expect(user.email).toBe(known)
    await shop.refused('customerAuth', 'wrong-code', { email: known, code: right })
  })

  itWithinTenMinutes('signs in by password and limits wrong guesses', async () => {
    const email = newEmail()
    const password = 'correct horse'
    await shop.refused('passwordLogin', 'wrong-password', { email, password })
    const session = await signedInCustomer(shop, email)
    await shop.ask('customerPassword', { password }, { session })
    const opened = await shop.ask('passwordLogin', { email: email.toUpperCase(), password })
    const { user } = await shop.ask('passwordUser', {}, { session: opened })
    expect(user).toMatchObject({ email, hasPassword: true })
    await shop.ask('passwordLogout', {}, { session: opened })
    await shop.refused('passwordUser', 'unauthorized', {}, { session: opened })
    const short = await shop.refused(
      'customerPassword',
      'invalid-input',
      { password: 'short' },
      { session },
    )
    expect(short.errors).toHaveProperty('password')
    await shop.refused('passwordLogin', 'invalid-input', { email, password: '' })
    for (let times = 2; times < 10; times += 1)
      await shop.refused('passwordLogin', 'wrong-password', { email, password: 'a guess' })
    const { error } = await shop.refused('passwordLogin', 'too-many-requests', { email, password })
    expect(error).toBe(words('api.tooManyTries'))
  })

  it('lists everything bought with the address, including guest orders, and nothing else', async () => {
    const email = newEmail()
    const { hash } = await bought(shop, { email })
    await bought(shop)
    const session = await signedInCustomer(shop, email)
    const mine = await shop.ask('customerEsims', { lang: 'ru' }, { session })
    expect(mine).toMatchObject({ total: 1, data: [{ hash, balance: { status: 'ready' } }] })
    const { placeTitle = '' } = mine.data[0]?.tariff ?? {}
    const word = placeTitle.slice(1).toUpperCase()
    const found = await shop.ask('customerEsims', { lang: 'ru', search_string: word }, { session })
    expect(found).toEqual(mine)
    const none = await shop.ask('customerEsims', { search_string: 'Atlantis' }, { session })
    expect(none.data).toEqual([])
    await shop.refused('customerEsims', 'invalid-input', { per_page: 'many' }, { session })
  })

  itWithinTenMinutes('sends at most twenty codes an hour to one visitor', async () => {
    const visitor = crypto.randomUUID()
    for (let times = 0; times < 20; times += 1)
      await shop.ask('customerCodeSend', { email: newEmail() }, { visitor })
    const { error } = await shop.refused(
      'customerCodeSend',
      'too-many-requests',
      { email: newEmail() },
      { visitor },
    )
    expect(error).toBe(words('api.tooManyCodes'))
  })
}
