import { env } from 'cloudflare:workers'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Session } from '../../src/api/common.ts'
import { secretID } from '../../src/kit/tokens.shared.ts'
import {
  advanceClock,
  api,
  ask,
  clearShop,
  phone,
  rows,
  signInPartner,
  words,
  run,
} from '../support/small-shop.ts'
import { createSoftPasskey } from '../support/soft-passkey.ts'
import { noticeOf, origin } from '../support/visit.ts'
import { visitWithApi } from '../support/visit-with-api.ts'

vi.spyOn(console, 'info').mockReturnValue()
let session: Session
beforeEach(async () => {
  await clearShop()
  session = await signInPartner()
})

const cookieOf = (by: Session) => `refAppSessionID=${by.sessionID}; refToken=${by.token}`

async function open(form?: { readonly [name: string]: string }, Accept = 'text/html') {
  const headers = { Origin: origin, Cookie: cookieOf(session), Accept }
  const body = form && new URLSearchParams(form)
  const init = { headers, ...(body && { method: 'POST', body }) }
  return visitWithApi('/referral-program', ask, init)
}

async function addPasskey() {
  const soft = await createSoftPasskey()
  const challenge = await api().referrerPasskeyChallenge({ purpose: 'add' }, { session })
  if (!challenge.ok) throw new Error('no challenge')
  const created = await soft.create({ ...challenge.value.data, origin: env.SITE_ORIGIN })
  const passkey = JSON.stringify(created)
  return { soft, answer: await open({ action: 'passkey-add', name: 'Laptop', passkey }) }
}

async function earnReward() {
  await run(`INSERT INTO partner_transactions (id, partner_id, type, amount_minor, created_at)
    SELECT 'reward', id, 'reward', 5000, '2026-10-05T00:00:00.000Z' FROM partners`)
}

it.each([
  { action: 'passkey-add', name: 'Laptop', passkey: '' },
  { action: 'passkeys-lost' },
  { action: 'passkey-remove', id: 'unknown' },
])('leads from a form to the sign-in after the session has ended: $action', async (form) => {
  await api().referrerSessionsEnd({ keepsCurrent: false }, { session })
  const answer = await open(form)
  const to = answer.headers.get('Location') ?? ''
  expect([answer.status, to]).toEqual([
    303,
    '/login?as=partner&redirect=%2Freferral-program&unsaved=1',
  ])
  const headers = { Cookie: noticeOf(answer) ?? '' }
  expect(await (await visitWithApi(to, ask, { headers })).text()).toContain(words('signIn.unsaved'))
})

it('adds a passkey with the response of the browser', async () => {
  const { answer } = await addPasskey()
  expect([answer.status, answer.headers.get('Location')]).toEqual([
    303,
    '/referral-program?done=added#passkeys',
  ])
  const html = await (await open()).text()
  expect(html).toContain('<b>Laptop</b>')
})

it('returns a challenge only to the script', async () => {
  const form = { action: 'passkey-challenge', purpose: 'withdrawal' }
  const { options } = await (await open(form, 'application/json')).json<{ options: object }>()
  expect(options).toMatchObject({ rpID: 'localhost', userName: '+79•••••6789', passkeys: [] })
  const unknown = await open({ ...form, purpose: 'everything' }, 'application/json')
  expect(await unknown.json()).toEqual({ options: null })
  session = { sessionID: secretID(), token: secretID() }
  const stranger = await open(form, 'application/json')
  expect(await stranger.json()).toEqual({ options: null })
})

it.each([
  ['passkey-add', { name: 'Laptop' }],
  ['passkey-settings', {}],
])('shows what to do when the form %s has no passkey', async (action, fields) => {
  if (action === 'passkey-settings') {
    await addPasskey()
    advanceClock(601)
  }
  for (const passkey of ['', 'null', '{}', '<script>', '{"id":"x"}']) {
    const response = await open({ action, passkey, ...fields })
    expect(response.status).toBe(422)
    const html = await response.text()
    expect(html).toContain(words('passkeys.notUsed'))
    expect(html).toContain(`<noscript><p class="notice">${words('passkeys.needsScript')}`)
    expect(html).toMatch(/<details class="fold" id="passkeys" open/)
  }
})

it('keeps the typed name when the browser added no passkey', async () => {
  const response = await open({ action: 'passkey-add', name: 'Work phone', passkey: '' })
  expect(response.status).toBe(422)
  expect(await response.text()).toContain('value="Work phone"')
})

it('keeps the payout details when a withdrawal has no passkey', async () => {
  await addPasskey()
  await earnReward()
  const response = await open({ payoutDetails: 'DE00 1234 5678', idempotencyKey: secretID() })
  expect(response.status).toBe(422)
  const html = await response.text()
  expect(html).toContain(words('passkeys.notUsed'))
  expect(html).toContain('value="DE00 1234 5678"')
  expect(html).toContain('data-passkey="withdrawal"')
  expect(await rows(`SELECT 1 FROM partner_transactions WHERE type = 'withdrawal'`)).toEqual([])
})

it('refuses changed payout details of a withdrawal, and gives the form a new key', async () => {
  await earnReward()
  const idempotencyKey = secretID()
  const first = await open({ payoutDetails: 'DE00 1234 5678', idempotencyKey })
  expect(first.status).toBe(303)
  const second = await open({ payoutDetails: 'DE00 8765 4321', idempotencyKey }, 'application/json')
  expect(second.status).toBe(409)
  const text = await second.text()
  expect(text).toContain(words('api.withdrawalRequested'))
  expect(text).toContain('DE00 8765 4321')
  expect(text).not.toContain(idempotencyKey)
})

it('redirects a partner with an old session to the sign-in page', async () => {
  advanceClock(600)
  const html = await (await open()).text()
  expect(html).toContain(words('passkeys.signInText'))
  expect(html).not.toContain('value="passkey-add"')
  const response = await open({ action: 'sign-in-again' })
  expect([response.status, response.headers.get('Location')]).toEqual([
    303,
    '/login?as=partner&redirect=%2Freferral-program',
  ])
  expect(await api().referrer({}, { session })).toMatchObject({ error: { status: 401 } })
})

it('accepts a report of lost passkeys only after a recent sign-in', async () => {
  await addPasskey()
  advanceClock(601)
  expect(await (await open()).text()).not.toContain(words('passkeys.lost'))
  expect((await open({ action: 'passkeys-lost' })).status).toBe(403)
  session = await signInPartner()
  expect(await (await open()).text()).toContain(words('passkeys.lost'))
  expect((await open({ action: 'passkeys-lost' })).status).toBe(303)
  const html = await (await open()).text()
  expect(html).toContain(words('passkeys.ending', { time: '24.11.2026 10:10\u00A0UTC' }))
  expect(html).not.toContain(words('passkeys.lost'))
  expect(
    await rows(`SELECT 1 FROM outbox WHERE purpose = 'passkey' AND recipient = '${phone}'`),
  ).toHaveLength(2)
})
