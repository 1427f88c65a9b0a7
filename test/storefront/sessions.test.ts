import { beforeEach, describe, expect, it, vi } from 'vitest'
import { wordsOf } from '../../src/words/words.shared.ts'
import type { Session } from '../../src/api/common.ts'
import {
  advanceClock,
  ask,
  clearShop,
  signInCustomer,
  signInPartner,
} from '../support/small-shop.ts'
import { noticeOf } from '../support/visit.ts'
import { visitWithApi } from '../support/visit-with-api.ts'

vi.spyOn(console, 'info').mockReturnValue()
beforeEach(clearShop)

const accounts = [
  {
    kind: 'customer',
    path: '/account',
    done: '/account?done=sessions#sessions',
    signIn: async () => signInCustomer(),
    cookies: ['esim.sessionID', 'esim.token'],
    signedOut: 303,
  },
  {
    kind: 'partner',
    path: '/referral-program',
    done: '/referral-program?done=sessions#sessions',
    signIn: async () => signInPartner(),
    cookies: ['refAppSessionID', 'refToken'],
    signedOut: 301,
  },
] as const

describe.each(accounts)('sessions of a $kind', ({ path, done, signIn, cookies, signedOut }) => {
  let notice = ''
  async function open(session: Session, address: string, form?: Record<string, string>) {
    const [id, token] = cookies
    const Cookie = `${id}=${session.sessionID}; ${token}=${session.token}; ${notice}`
    return visitWithApi(address, ask, { headers: { Cookie }, ...(form && { form }) })
  }

  it.each(['en', 'ru'] as const)('are listed in %s, and the others end', async (locale) => {
    const words = wordsOf(locale)
    const prefix = locale === 'ru' ? '/ru' : ''
    const lost = await signIn()
    advanceClock(60)
    const session = await signIn()
    const page = await (await open(session, prefix + path)).text()
    expect(page).toContain(words('account.sessionsTitle'))
    expect(page.split(words('account.sessionUnknown'))).toHaveLength(3)
    expect(page).toContain(words('account.sessionHere'))
    const answer = await open(session, prefix + path, { action: 'sign-out-others' })
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, prefix + done])
    notice = noticeOf(answer) ?? ''
    const [address = ''] = (prefix + done).split('#')
    const after = await (await open(session, address)).text()
    expect(after).toContain(words('account.othersEnded'))
    expect(after).not.toContain(words('account.signOutOthers'))
    const ended = await open(lost, prefix + path)
    expect(ended.status).toBe(signedOut)
    // The other browser may have copies of eSIMs for use without a network.
    expect(ended.headers.get('Clear-Site-Data')).toBe('"storage"')
  })

  it('end in this browser too', async () => {
    const session = await signIn()
    const answer = await open(session, path, { action: 'sign-out-everywhere' })
    expect(answer.headers.getSetCookie().join()).toContain('Max-Age=0')
    expect(answer.headers.get('Clear-Site-Data')).toBe('"storage"')
    expect((await open(session, path)).status).toBe(signedOut)
  })
})
