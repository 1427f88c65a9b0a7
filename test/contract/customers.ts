import { expect, it } from 'vitest'
import { wordsOf } from '../../src/words/words.shared.ts'
import { buyPlan, codeFor, newEmail, anotherCode, signInCustomer, nonce } from './people.ts'
import { newVisitor } from './shop.ts'
import type { Shop } from './shop.ts'
import { itWithinTenMinutes } from './within-ten-minutes.ts'

const words = wordsOf('en')

export function describeCustomers(shop: Shop): void {
  it('emails a code, creates the confirmed account, and signs out', async () => {
    const email = newEmail()
    const sent = await shop.call('customerCodeSend', { nonce, email })
    expect(sent.data).toEqual({ resendAfter: 60, expiresIn: 600 })
    const again = await shop.call('customerCodeSend', { nonce, email })
    expect(again.data.resendAfter).toBeLessThanOrEqual(60)
    expect(await shop.outboxOf(email)).toHaveLength(1)
    const code = await codeFor(shop, email)
    const noAccount = await shop.expectRefusal('customerAuth', 'no-account', { nonce, email, code })
    expect(noAccount.error).toBe(words('api.noAccount'))
    const session = await shop.call('registerConfirm', { nonce, email, code, consent: true })
    const { user } = await shop.call('customerProfile', {}, { session })
    expect(user).toMatchObject({ email, hasPassword: false, scope: ['esims'] })
    expect(await shop.call('passwordUser', {}, { session })).toEqual({ user })
    await shop.expectRefusal('registerConfirm', 'wrong-code', { nonce, email, code, consent: true })
    expect(await shop.call('customerLogout', {}, { session })).toEqual({ data: { done: true } })
    const { error } = await shop.expectRefusal('customerProfile', 'unauthorized', {}, { session })
    expect(error).toBe(words('api.signIn'))
  })

  it('signs a customer in only with the right code', async () => {
    const email = newEmail()
    await shop.call('customerCodeSend', { nonce, email })
    const code = await codeFor(shop, email)
    const wrong = { nonce, email, code: anotherCode(code) }
    for (const name of ['customerAuth', 'registerConfirm'] as const) {
      const { errors } = await shop.expectRefusal(name, 'wrong-code', { ...wrong, consent: true })
      expect(errors).toEqual({ code: [words('api.codeWrong')] })
    }
    const known = newEmail()
    await signInCustomer(shop, known)
    await shop.call('customerCodeSend', { nonce, email: known })
    const right = await codeFor(shop, known)
    const session = await shop.call('customerAuth', { nonce, email: known, code: right })
    const { user } = await shop.call('customerProfile', {}, { session })
    expect(user.email).toBe(known)
    await shop.expectRefusal('customerAuth', 'wrong-code', { nonce, email: known, code: right })
  })

  itWithinTenMinutes('signs in by password and limits wrong guesses', async () => {
    const email = newEmail()
    const password = 'correct horse'
    await shop.expectRefusal('passwordLogin', 'wrong-password', { email, password })
    const session = await signInCustomer(shop, email)
    await shop.call('customerPassword', { password }, { session })
    const opened = await shop.call('passwordLogin', { email: email.toUpperCase(), password })
    const { user } = await shop.call('passwordUser', {}, { session: opened })
    expect(user).toMatchObject({ email, hasPassword: true })
    await shop.call('passwordLogout', {}, { session: opened })
    await shop.expectRefusal('passwordUser', 'unauthorized', {}, { session: opened })
    const short = await shop.expectRefusal(
      'customerPassword',
      'invalid-input',
      { password: 'short' },
      { session },
    )
    expect(short.errors).toHaveProperty('password')
    await shop.expectRefusal('passwordLogin', 'invalid-input', { email, password: '' })
    const visitor = newVisitor()
    const guess = { email, password: 'a guess' }
    for (let times = 0; times < 10; times += 1)
      await shop.expectRefusal('passwordLogin', 'wrong-password', guess, { visitor })
    const right = { email, password }
    const { error } = await shop.expectRefusal('passwordLogin', 'too-many-requests', right, {
      visitor,
    })
    expect(error).toBe(words('api.tooManyPasswords'))
    await shop.call('passwordLogin', right)
  })

  it('lists the sessions of the account, and ends all of them', async () => {
    const email = newEmail()
    const session = await signInCustomer(shop, email)
    const { data } = await shop.call('customerSessions', {}, { session })
    expect(data).toMatchObject([{ browser: '', isCurrent: true, isRecent: true }])
    await shop.call('customerSessionsEnd', {}, { session })
    await shop.expectRefusal('customerSessions', 'unauthorized', {}, { session })
    await shop.expectRefusal('customerSessionsEnd', 'unauthorized', {}, { session })
  })

  it('lists everything bought with the address, including guest orders, and nothing else', async () => {
    const email = newEmail()
    const { hash } = await buyPlan(shop, { email })
    await buyPlan(shop)
    const session = await signInCustomer(shop, email)
    const mine = await shop.call('customerEsims', { lang: 'ru' }, { session })
    expect(mine).toMatchObject({ total: 1, data: [{ hash, balance: { status: 'ready' } }] })
    const { placeTitle = '' } = mine.data[0]?.tariff ?? {}
    const word = placeTitle.slice(1).toUpperCase()
    const found = await shop.call('customerEsims', { lang: 'ru', search_string: word }, { session })
    expect(found).toEqual(mine)
    const none = await shop.call('customerEsims', { search_string: 'Atlantis' }, { session })
    expect(none.data).toEqual([])
    await shop.expectRefusal('customerEsims', 'invalid-input', { per_page: 'many' }, { session })
  })

  itWithinTenMinutes('sends at most twenty codes an hour to one visitor', async () => {
    const visitor = newVisitor()
    for (let times = 0; times < 20; times += 1)
      await shop.call('customerCodeSend', { nonce, email: newEmail() }, { visitor })
    const { error } = await shop.expectRefusal(
      'customerCodeSend',
      'too-many-requests',
      { nonce, email: newEmail() },
      { visitor },
    )
    expect(error).toBe(words('api.tooManyCodes'))
  })
}
