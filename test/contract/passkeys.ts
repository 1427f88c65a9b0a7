import { expect, it } from 'vitest'
import type { Session } from '../../src/api/common.ts'
import type { PasskeyPurpose } from '../../src/kit/passkey.shared.ts'
import { secretID } from '../../src/kit/tokens.shared.ts'
import { createSoftPasskey } from '../support/soft-passkey.ts'
import { buyPlan, newPhone, signInPartner } from './people.ts'
import type { Shop } from './shop.ts'

export function describePasskeys(shop: Shop): void {
  it('adds passkeys, requires them for a withdrawal, and removes them', async () => {
    const session = await signInPartner(shop)
    const passkey = await createSoftPasskey()
    const request = { name: 'Phone', passkey: await passkey.create(await challenge('add')) }
    expect(await shop.call('referrerPasskeyAdd', request, { session })).toEqual({
      data: { done: true },
    })
    await shop.expectRefusal('referrerPasskeyAdd', 'passkey-refused', request, { session })
    const { data } = await shop.call('referrerPasskeys', {}, { session })
    expect(data).toMatchObject({ passkeys: [{ name: 'Phone', usedAt: null }], isOpen: true })

    await earnThirtyDollars(session)
    const withdrawal = { payoutDetails: 'DE00 1234 5678', idempotencyKey: secretID() }
    await shop.expectRefusal('referrerWithdrawal', 'passkey-needed', withdrawal, { session })
    const proof = await passkey.sign(await challenge('withdrawal'))
    const confirmed = { ...withdrawal, passkey: proof }
    const forged = { ...confirmed, passkey: { ...proof, id: 'A'.repeat(43) } }
    await shop.expectRefusal('referrerWithdrawal', 'passkey-refused', forged, { session })
    const again = { ...withdrawal, passkey: await passkey.sign(await challenge('withdrawal')) }
    const paid = await shop.call('referrerWithdrawal', again, { session })
    expect(paid.data).toMatchObject({ type: 'withdrawal', status: 'requested' })

    const opening = { passkey: await passkey.sign(await challenge('settings')) }
    await shop.call('referrerPasskeySettings', opening, { session })
    await shop.expectRefusal('referrerPasskeySettings', 'passkey-refused', opening, { session })
    const id = data.passkeys[0]?.id ?? 'none'
    await shop.call('referrerPasskeyRemove', { id }, { session })
    expect((await shop.call('referrerPasskeys', {}, { session })).data.passkeys).toEqual([])
    await shop.expectRefusal('referrerPasskeyRemove', 'not-found', { id }, { session })

    async function challenge(purpose: PasskeyPurpose) {
      return challengeFor(session, purpose)
    }
  })

  it('ends lost passkeys later, and notifies the partner by SMS', async () => {
    const phone = newPhone()
    const session = await signInPartner(shop, phone)
    await shop.expectRefusal('referrerPasskeyRecovery', 'not-found', {}, { session })
    const passkey = await createSoftPasskey()
    const created = await passkey.create(await challengeFor(session, 'add'))
    await shop.call('referrerPasskeyAdd', { name: 'Phone', passkey: created }, { session })
    await shop.call('referrerPasskeyRecovery', {}, { session })
    const { data } = await shop.call('referrerPasskeys', {}, { session })
    expect(data).toMatchObject({ passkeys: [{ name: 'Phone' }], isRecent: true })
    expect(data.recoveryEndsAt).not.toBeNull()
    const texts = (await shop.outboxOf(phone)).map(({ body }) => body).join('\n')
    expect(texts).toContain('a passkey was added')
    expect(texts).toContain('reported as lost')
  })

  async function challengeFor(session: Session, purpose: PasskeyPurpose) {
    const [{ data }, account] = [
      await shop.call('referrerPasskeyChallenge', { purpose }, { session }),
      await shop.call('referrer', {}, { session }),
    ]
    return { ...data, origin: new URL(account.data.referralLink).origin }
  }

  async function earnThirtyDollars(session: Session): Promise<void> {
    const { data } = await shop.call('referrer', {}, { session })
    const referralCode = new URL(data.referralLink).searchParams.get('refid') ?? ''
    const isEnough = async () =>
      (await shop.call('referrer', {}, { session })).data.available.minor >= 3000
    for (let purchases = 0; purchases < 20 && !(await isEnough()); purchases += 1)
      await buyPlan(shop, { referralCode, sort: '-price' })
  }
}
