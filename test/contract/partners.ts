import { expect, it } from 'vitest'
import { secretID } from '../../src/kit/tokens.shared.ts'
import { wordsOf } from '../../src/words/words.shared.ts'
import {
  agreements,
  buyPlan,
  codeFor,
  newPhone,
  anotherCode,
  signInCustomer,
  signInPartner,
  nonce,
} from './people.ts'
import type { Shop } from './shop.ts'

const words = wordsOf('en')

export function describePartners(shop: Shop): void {
  it('signs a partner in with the code from the SMS, and signs out', async () => {
    const phone = newPhone()
    const sent = await shop.call('referrerCodeSend', { nonce, phone, ...agreements })
    expect(sent.data).toEqual({ resendAfter: 60, expiresIn: 600 })
    const code = await codeFor(shop, phone)
    const wrong = await shop.expectRefusal('referrerConfirm', 'wrong-code', {
      nonce,
      phone,
      code: anotherCode(code),
    })
    expect(wrong.errors).toEqual({ code: [words('api.codeWrong')] })
    const session = await shop.call('referrerConfirm', { nonce, phone, code })
    const { data } = await shop.call('referrer', {}, { session })
    expect(data).toMatchObject({ esimsPurchased: 0, balance: { minor: 0, currency: 'USD' } })
    expect(data.phone).not.toContain(phone.slice(4, 8))
    expect(data.earnings).toHaveLength(12)
    expect(await shop.call('referrerLogout', {}, { session })).toEqual({ data: { done: true } })
    await shop.expectRefusal('referrer', 'unauthorized', {}, { session })
    const disagreed = { phone, ...agreements, agreesToUserAgreement: false }
    expect(
      (await shop.expectRefusal('referrerCodeSend', 'invalid-input', disagreed)).errors,
    ).toHaveProperty('agreesToUserAgreement')
  })

  it('books a reward for each purchase through the link, and accepts one withdrawal from $30', async () => {
    const session = await signInPartner(shop)
    const withdrawal = { payoutDetails: 'DE00 1234 5678', idempotencyKey: secretID() }
    const early = await shop.expectRefusal('referrerWithdrawal', 'balance-too-small', withdrawal, {
      session,
    })
    expect(early.error).toBe(words('api.balanceTooSmall', { minimum: '$30' }))
    const cabinet = async () => (await shop.call('referrer', {}, { session })).data
    const { referralLink, rewardPercent } = await cabinet()
    const referralCode = new URL(referralLink).searchParams.get('refid') ?? ''
    let purchases = 0
    while ((await cabinet()).balance.minor < 3000 && purchases < 20) {
      const { invoiceID } = await buyPlan(shop, { referralCode, sort: '-price' })
      const { data: order } = await shop.call('invoice', { invoiceID })
      const { data } = await shop.call('referrerTransactions', { per_page: 100 }, { session })
      const reward = Math.floor((Number(order.tariff.prices['USD']) * rewardPercent) / 100)
      expect(data.map(({ amount }) => amount.minor)).toContain(reward)
      purchases += 1
    }
    const { balance, esimsPurchased } = await cabinet()
    expect(esimsPurchased).toBe(purchases)
    const { data: first } = await shop.call('referrerWithdrawal', withdrawal, { session })
    expect(first).toMatchObject({ type: 'withdrawal', amount: { minor: -balance.minor } })
    expect((await shop.call('referrerWithdrawal', withdrawal, { session })).data).toEqual(first)
    expect((await cabinet()).balance.minor).toBe(0)
    const history = { search_string: 'withdrawal' } as const
    expect((await shop.call('referrerTransactions', history, { session })).data).toEqual([first])
    const vague = await shop.expectRefusal(
      'referrerWithdrawal',
      'invalid-input',
      { payoutDetails: 'x' },
      { session },
    )
    expect(Object.keys(vague.errors ?? {})).toEqual(['payoutDetails', 'idempotencyKey'])
    await shop.expectRefusal(
      'referrerTransactions',
      'invalid-input',
      { search_string: 'gift' },
      { session },
    )
  })

  it('lists the sessions of the partner, and ends the others or all of them', async () => {
    const session = await signInPartner(shop)
    const { data } = await shop.call('referrerSessions', {}, { session })
    expect(data).toMatchObject([{ browser: '', isCurrent: true, isRecent: true }])
    await shop.call('referrerSessionsEnd', { keepsCurrent: true }, { session })
    await shop.call('referrerSessionsEnd', {}, { session })
    await shop.expectRefusal('referrerSessions', 'unauthorized', {}, { session })
    await shop.expectRefusal('referrerSessionsEnd', 'unauthorized', {}, { session })
  })

  it('separates customer and partner sessions', async () => {
    const [customer, partner] = [await signInCustomer(shop), await signInPartner(shop)]
    const { error } = await shop.expectRefusal(
      'referrer',
      'unauthorized',
      {},
      { session: customer },
    )
    expect(error).toBe(words('api.signIn'))
    await shop.expectRefusal('customerProfile', 'unauthorized', {}, { session: partner })
    await shop.expectRefusal(
      'customerProfile',
      'unauthorized',
      {},
      { session: { ...customer, token: partner.token } },
    )
  })
}
